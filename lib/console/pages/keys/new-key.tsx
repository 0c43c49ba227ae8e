import { useMemo, useState } from 'preact/hooks';
import type { IssuedKey, Key, KeyInput } from '../../../client/index.ts';
import { Copy } from '../../components/copy.tsx';
import { Form } from '../../components/form.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import type { NewProps } from '../../components/resource.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { readSites } from '../../services/read-sites.ts';
import { bodyOf, type Field, optionsByName, type Values, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { readCommand, reportCommand } from '../../state/report-command.ts';
import { common } from '../../texts/common.ts';
import { wallLink } from '../overview/wall-link.ts';
import { texts } from './keys-texts.ts';

/** Creates a key for the tenant, a site or a device, and shows it once. */
export function NewKey({ onCreated, onCancel }: NewProps) {
  const { guard, screen, tenantId } = useConsole();
  const begins = ACCESSES.find((it) => it === screen.by) ?? 'report';
  const [{ access, siteId, deviceId }, setChosen] = useState({
    access: begins,
    siteId: screen.siteId ?? '',
    deviceId: '',
  });
  const { value: sites } = useRead((signal) => readSites({ guard, tenantId }, signal), [guard, tenantId]);
  const { value: devices } = useRead(
    async (signal) =>
      siteId === '' ? [] : guard.devices.listOfSite(siteId, { limit: 100 }, { signal }).all(),
    [guard, siteId],
  );
  const fields = useMemo<readonly Field[]>(() => {
    const all: Field[] = [
      { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.KeyInput.name },
      {
        name: 'access',
        label: texts.access,
        kind: 'select',
        isRequired: true,
        options: ACCESSES.map((value) => ({ value, label: texts[value] })),
      },
      {
        name: 'site_id',
        label: texts.aSite,
        kind: 'choice',
        hint: texts.siteHint,
        options: [{ value: '', label: texts.wholeTenant }, ...optionsByName(sites ?? [])],
      },
      {
        name: 'device_id',
        label: texts.aDevice,
        kind: 'choice',
        hint: texts.deviceHint,
        options: [{ value: '', label: texts.wholeSite }, ...optionsByName(devices ?? [])],
      },
      {
        name: 'expires_in',
        label: texts.expires,
        kind: 'select',
        options: EXPIRIES.filter(({ value }) => value !== NEVER || access !== 'wall'),
      },
      EXPIRES_AT,
    ];
    const hasDevice = siteId !== '' && access === 'report';
    return all.filter(({ name }) => name !== 'device_id' || hasDevice);
  }, [sites, devices, siteId, access]);

  async function create(values: Values) {
    const { device_id = null, expires_in, ...body } = bodyOf(fields, values);
    const expiry = expires_in === ON_DATE ? {} : { expires_at: expiryIn(Number(expires_in), Date.now()) };
    // A key of a device has no site of its own: it follows the device.
    const place = device_id === null ? {} : { site_id: null, device_id };
    const issued = await guard.keys.create({ ...body, ...place, ...expiry } as KeyInput, { tenantId });
    onCreated({
      id: undefined,
      title: texts.issued,
      view: (onDone) => <IssuedKeyPanel issued={issued} siteId={sites?.[0]?.id} onDone={onDone} />,
    });
  }

  return (
    <Form
      fields={fields}
      initial={valuesOf(fields, {
        site_id: screen.siteId,
        access: begins,
        expires_in: begins === 'wall' ? A_YEAR : NEVER,
      })}
      action={texts.create}
      onChange={(values, changed) => {
        setChosen({
          access: values['access'] as Key['access'],
          siteId: String(values['site_id']),
          deviceId: String(values['device_id'] ?? ''),
        });
        if (changed !== 'site_id' && changed !== 'access') return undefined;
        // A wall has an end; whoever chose one keeps it.
        const isEndless = values['access'] === 'wall' && values['expires_in'] === NEVER;
        return { ...values, device_id: '', ...(isEndless ? { expires_in: A_YEAR } : {}) };
      }}
      onSubmit={create}
      onCancel={onCancel}
      hasFocus
    >
      <p role="status">
        {texts.sentence[access](nameIn(devices, deviceId) ?? nameIn(sites, siteId) ?? texts.wholeTenant)}
      </p>
    </Form>
  );
}

const nameIn = (items: readonly { readonly id: string; readonly name: string }[] | undefined, id: string) =>
  items?.find((it) => it.id === id)?.name;

/** What a key may do. A link names one of them as `by`, such as that to a wall screen. */
const ACCESSES: readonly Key['access'][] = ['report', 'read', 'wall'];

const NEVER = '0';
const A_YEAR = '365';
const ON_DATE = 'date';
const DAY_MS = 86_400_000;

const EXPIRIES = [
  { value: NEVER, label: common.never },
  ...['30', '90', A_YEAR].map((value) => ({ value, label: texts.inDays(value) })),
  { value: ON_DATE, label: texts.onDate },
];

const EXPIRES_AT: Field = {
  name: 'expires_at',
  label: texts.expiresAt,
  kind: 'datetime',
  isRequired: true,
  hint: texts.expiresHint,
  isShown: (values) => values['expires_in'] === ON_DATE,
};

const expiryIn = (days: number, now: number): string | null =>
  days === 0 ? null : new Date(now + days * DAY_MS).toISOString();

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
  const isPlaced =
    issued.access === 'read' || issued.site_id !== null || issued.device_id !== null || siteId !== undefined;
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
        <QrCode label={texts.wallQr} text={wallLink(location.href, issued.key)} />
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
      {isPlaced ? (
        <>
          <p>{about}</p>
          <Copy label={title} text={command} />
        </>
      ) : (
        <p>{texts.noSite}</p>
      )}
      {done}
    </>
  );
}
