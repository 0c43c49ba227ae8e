import { useCallback, useMemo, useState } from 'preact/hooks';
import type { IssuedKey, Key, KeyInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { Copy } from '../../parts/copy.tsx';
import { Form } from '../../parts/form.tsx';
import type { NewProps } from '../../parts/resource.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { readSites } from '../../services/read-sites.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../state/fields.ts';
import { readCommand, reportCommand } from '../../state/report-command.ts';
import { common } from '../../texts/common.ts';
import { wallLink } from '../overview/wall-link.ts';
import { texts } from './keys-texts.ts';

/** Creates a key for the tenant, a site or a device, and shows it once. */
export function NewKey({ guard, screen, tenantId, onCreated, onCancel }: NewProps) {
  const [siteId, setSiteId] = useState(screen.siteId ?? '');
  const [access, setAccess] = useState<Key['access']>('report');
  const read = useCallback(
    (signal: AbortSignal) => readSites({ guard, tenantId }, signal),
    [guard, tenantId],
  );
  const readDevices = useCallback(
    async (signal: AbortSignal) =>
      siteId === '' ? [] : guard.devices.listOfSite(siteId, { limit: 100 }, { signal }).all(),
    [guard, siteId],
  );
  const { value: sites } = useItem(read);
  const { value: devices } = useItem(readDevices);
  const fields = useMemo<readonly Field[]>(() => {
    const options = (items: readonly { readonly id: string; readonly name: string }[] = []) =>
      [...items]
        .sort((one, other) => one.name.localeCompare(other.name))
        .map(({ id, name }) => ({ value: id, label: name }));
    const all: Field[] = [
      { name: 'name', label: common.name, kind: 'text', isRequired: true, most: 120 },
      {
        name: 'access',
        label: texts.access,
        kind: 'select',
        isRequired: true,
        options: [
          { value: 'report', label: texts.report },
          { value: 'read', label: texts.read },
          { value: 'wall', label: texts.wall },
        ],
      },
      {
        name: 'site_id',
        label: texts.aSite,
        kind: 'select',
        hint: texts.siteHint,
        options: [{ value: '', label: texts.wholeTenant }, ...options(sites)],
      },
      {
        name: 'device_id',
        label: texts.aDevice,
        kind: 'select',
        hint: texts.deviceHint,
        options: [{ value: '', label: texts.wholeSite }, ...options(devices)],
      },
      {
        name: 'expires_at',
        label: texts.expires,
        kind: 'datetime',
        isRequired: access === 'wall',
        hint: access === 'wall' ? texts.wallExpiresHint : texts.expiresHint,
      },
    ];
    const hasDevice = siteId !== '' && access === 'report';
    return all.filter(({ name }) => name !== 'device_id' || hasDevice);
  }, [sites, devices, siteId, access]);

  async function create(values: Values) {
    const { device_id = null, ...body } = bodyOf(fields, values);
    // A key of a device has no site of its own: it follows the device.
    const place = device_id === null ? {} : { site_id: null, device_id };
    const issued = await guard.keys.create({ ...body, ...place } as KeyInput, { tenantId });
    onCreated({
      id: undefined,
      title: texts.issued,
      view: (onDone) => <IssuedKeyPanel issued={issued} siteId={sites?.[0]?.id} onDone={onDone} />,
    });
  }

  return (
    <Form
      fields={fields}
      initial={valuesOf(fields, { site_id: screen.siteId, access: 'report' })}
      action={texts.create}
      onChange={(values, changed) => {
        if (changed !== 'site_id' && changed !== 'access') return undefined;
        setSiteId(String(values['site_id']));
        const chosen = values['access'] as Key['access'];
        setAccess(chosen);
        const expires_at =
          chosen === 'wall' && values['expires_at'] === '' ? inAYear() : values['expires_at'];
        return { ...values, device_id: '', expires_at: expires_at ?? '' };
      }}
      onSubmit={create}
      onCancel={onCancel}
      hasFocus
    />
  );
}

/** The latest expiry of a key for a wall screen, as the form shows it. */
function inAYear(): string {
  const at = new Date();
  at.setFullYear(at.getFullYear() + 1);
  return String(valuesOf([EXPIRES], { expires_at: at.toISOString() })['expires_at']);
}

const EXPIRES: Field = { name: 'expires_at', label: texts.expires, kind: 'datetime' };

interface IssuedKeyPanelProps {
  readonly issued: IssuedKey;
  /** The site at which a key of the tenant reports its test alert. */
  readonly siteId: string | undefined;
  readonly onDone: () => void;
}

/** The plain text of a new key, and a command that uses it. Leaving it asks first: the key is not shown again. */
function IssuedKeyPanel({ issued, siteId, onDone }: IssuedKeyPanelProps) {
  useUnsaved(true);
  const baseUrl = baseUrlOf(location.href);
  const { title, about, command } =
    issued.access === 'read'
      ? {
          title: texts.readCommand,
          about: texts.readCommandText,
          command: readCommand(baseUrl, issued.key),
        }
      : {
          title: texts.command,
          about: texts.commandText,
          command: reportCommand(baseUrl, issued.key, issued, siteId),
        };
  const done = (
    <div class="buttons">
      <button type="button" class="primary" onClick={onDone}>
        {texts.done}
      </button>
    </div>
  );
  if (issued.access === 'wall') {
    return (
      <>
        <p class="notice">{texts.issuedText}</p>
        <Copy label={texts.wallLink} text={wallLink(location.href, issued.key)} />
        <p>{texts.wallLinkText}</p>
        {done}
      </>
    );
  }
  return (
    <>
      <p class="notice">{texts.issuedText}</p>
      <Copy label={texts.key} text={issued.key} />
      <h2>{title}</h2>
      <p>{about}</p>
      <Copy label={title} text={command} />
      {done}
    </>
  );
}
