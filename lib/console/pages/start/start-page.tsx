import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { ownTimeZone, timeZoneChoices } from '../../../../shared/base/time-zones.ts';
import type { Device, DeviceInput, IssuedKey, Site, SiteInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { Copy } from '../../parts/copy.tsx';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { reportCommand, TEST_DEDUP_KEY } from '../../state/report-command.ts';
import { common } from '../../texts/common.ts';
import { texts } from './start-texts.ts';

const SITE: readonly Field[] = [
  { name: 'name', label: texts.siteName, kind: 'text', isRequired: true, most: 120 },
  {
    name: 'timezone',
    label: texts.timeZone,
    kind: 'text',
    isRequired: true,
    most: 64,
    suggestions: timeZoneChoices(),
  },
];

const DEVICE: readonly Field[] = [
  { name: 'name', label: texts.deviceName, kind: 'text', isRequired: true, most: 120 },
  {
    name: 'type',
    label: texts.deviceType,
    kind: 'text',
    isRequired: true,
    most: 64,
    hint: texts.typeHint,
    suggestions: ['alarm-panel', 'camera', 'door-contact', 'motion-sensor', 'panic-button', 'smoke-detector'],
  },
];

/** Leads the master of an empty tenant to the first alert. A reload continues with the items that exist. */
export function StartPage(props: PageProps) {
  const { guard, tenantId, title } = props;
  const [created, setCreated] = useState<{ readonly site?: Site; readonly device?: Device }>({});
  const [issued, setIssued] = useState<IssuedKey>();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const [site] = (await guard.sites.list({ limit: 1, tenant_id: tenantId }, { signal }).page()).data;
      const [device] = site
        ? (await guard.devices.listOfSite(site.id, { limit: 1 }, { signal }).page()).data
        : [];
      return { site, device };
    },
    [guard, tenantId],
  );
  const { value: found, error, again } = useItem(read);
  const site = created.site ?? found?.site;
  const device = created.device ?? found?.device;
  const step = site === undefined ? 1 : device === undefined ? 2 : issued === undefined ? 3 : 4;

  if (!found) {
    return (
      <PageLayout title={title}>
        <Reading error={error} again={again} />
      </PageLayout>
    );
  }
  return (
    <PageLayout title={title}>
      <p>{texts.about}</p>
      <Step number={1} step={step} title={texts.site} result={site?.name}>
        <p>{texts.siteText}</p>
        <Form
          fields={SITE}
          initial={valuesOf(SITE, { timezone: ownTimeZone() })}
          action={texts.site}
          onSubmit={async (values, idempotencyKey) => {
            const body = bodyOf(SITE, values) as SiteInput;
            setCreated({ site: await guard.sites.create(body, { tenantId, idempotencyKey }) });
          }}
          hasFocus
        />
      </Step>
      <Step number={2} step={step} title={texts.device} result={device?.name}>
        <p>{texts.deviceText}</p>
        <Form
          fields={DEVICE}
          initial={valuesOf(DEVICE)}
          action={texts.device}
          onSubmit={async (values, idempotencyKey) => {
            const body = bodyOf(DEVICE, values) as DeviceInput;
            const next = await guard.devices.create(String(site?.id), body, { idempotencyKey });
            setCreated({ ...created, device: next });
          }}
          hasFocus
        />
      </Step>
      <Step number={3} step={step} title={texts.key} result={issued?.name}>
        <p>{texts.keyText}</p>
        <Form
          fields={[]}
          initial={{}}
          action={texts.createKey}
          onSubmit={async () => {
            const key = { name: String(device?.name), device_id: String(device?.id) };
            setIssued(await guard.keys.create(key, { tenantId }));
          }}
        />
      </Step>
      <Step number={4} step={step} title={texts.report} result={undefined}>
        {issued && site && (
          <>
            <p>{texts.reportText}</p>
            <Copy label={texts.report} text={reportCommand(baseUrlOf(location.href), issued.key, issued)} />
            <FirstAlert {...props} siteId={site.id} />
          </>
        )}
      </Step>
    </PageLayout>
  );
}

interface StepProps {
  readonly number: number;
  /** The step that is open. */
  readonly step: number;
  readonly title: string;
  /** The name of what a finished step created. */
  readonly result: string | undefined;
  readonly children: ComponentChildren;
}

/** One step, which shows its contents only while it is open. */
function Step({ number, step, title, result, children }: StepProps) {
  return (
    <Panel title={`${number}. ${title}`}>
      {number === step && children}
      {number < step && (
        <p class="mark">
          {result ?? common.yes} – {texts.isDone}
        </p>
      )}
    </Panel>
  );
}

/** Waits for the test alert of a site. */
export function FirstAlert({
  guard,
  screen,
  change,
  tenantId,
  siteId,
}: PageProps & { readonly siteId: string }) {
  const watch = useCallback(
    (signal: AbortSignal) => guard.alerts.watch({ tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const alert = snapshot?.alerts.find(
    ({ site_id, dedup_key }) => site_id === siteId && dedup_key === TEST_DEDUP_KEY,
  );
  return (
    <>
      <p role="status">{alert ? texts.done : texts.waiting}</p>
      {alert && (
        <p>
          <ScreenLink
            class="button primary"
            screen={screen}
            change={change}
            to={{ view: 'alerts', itemId: undefined, alertId: alert.id }}
          >
            {texts.toAlerts}
          </ScreenLink>
        </p>
      )}
    </>
  );
}
