import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Alert, Device, Site, Versioned, Zone } from '../../../client/index.ts';
import { AuditLink } from '../../components/audit-link.tsx';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm, valueText } from '../../components/edit-form.tsx';
import { Age, clockWithZone, Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Facts, PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import { PlaceMark } from '../../components/place-mark.tsx';
import { Severity } from '../../components/severity.tsx';
import { Table } from '../../components/table.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useRead } from '../../hooks/use-read.ts';
import { ageText, durationText } from '../../state/age.ts';
import { valuesOf } from '../../state/fields.ts';
import { deviceStates, isTested } from '../../state/place-state.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { siteLanes } from '../../state/site-lanes.ts';
import { coveredMs, STRETCHES, stretchUntil, within } from '../../state/timeline.ts';
import { deviceTypeLabel, resolutionLabel, severityLabel, statusLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { placeTexts } from '../../texts/place-texts.ts';
import { ConnectDevice } from './connect-device.tsx';
import { detailFields, placeFields } from './device-fields.ts';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { InboundLink } from './inbound-page.tsx';
import { DevicePanel } from './panel-section.tsx';
import { useSiteChoice } from './use-site-choice.ts';

interface DeviceItemProps extends DevicesProps {
  readonly deviceId: string;
}

const EVERY_MS = 30_000;
/** The interval while somebody connects the device, and for how long at most: nobody waits longer at a device. */
const LISTENING_MS = 3_000;
const LISTENS_FOR_MS = 600_000;

/** A device: its state first, then its silence, alerts, keys and details, and the forms that change or move it. */
export function DeviceItem({ deviceId, ...props }: DeviceItemProps) {
  const { guard, user, change } = useConsole();
  const { title } = props;
  const [form, setForm] = useState<'edit' | 'move'>();
  const read = useCallback(
    (signal?: AbortSignal) => guard.devices.get(deviceId, { signal }),
    [guard, deviceId],
  );
  const { value: device, error, again, show } = useRead(read);
  const mayUpdate = isPermitted(user.role, 'devices:update');

  async function remove() {
    await guard.devices.delete(deviceId);
    change({ itemId: undefined }, 'after saving');
  }

  function settle(saved: Versioned<Device>) {
    show(saved);
    setForm(undefined);
  }

  return (
    <PageLayout
      title={device?.name ?? title}
      back={<ScreenLink to={{ itemId: undefined }}>← {title}</ScreenLink>}
      actions={
        device &&
        form === undefined && (
          <>
            {isPermitted(user.role, 'tests:create') && (
              <ScreenLink
                class="button"
                to={{ view: 'sites', itemId: device.site_id, tab: 'test', partId: device.id }}
              >
                {desk.onTest.put}
              </ScreenLink>
            )}
            {mayUpdate && (
              <button type="button" onClick={() => setForm('edit')}>
                {common.edit}
              </button>
            )}
          </>
        )
      }
    >
      {!device && <Reading error={error} again={again} />}
      {device && form && (
        <DeviceForm
          key={form}
          {...props}
          form={form}
          device={device}
          read={read}
          onSaved={settle}
          onCancel={() => setForm(undefined)}
        />
      )}
      {device && !form && (
        <DeviceParts
          {...props}
          device={device}
          buttons={
            <>
              <AuditLink entityId={deviceId} />
              {mayUpdate && (
                <>
                  <button type="button" onClick={() => setForm('move')}>
                    {texts.move}
                  </button>
                  <ConfirmButton
                    label={common.delete}
                    about={device.name}
                    title={texts.deleteTitle(device.name)}
                    text={texts.deleteText}
                    action={common.delete}
                    onConfirm={remove}
                  />
                </>
              )}
            </>
          }
        />
      )}
    </PageLayout>
  );
}

interface DeviceFormProps extends DevicesProps {
  readonly form: 'edit' | 'move';
  readonly device: Versioned<Device>;
  readonly read: () => Promise<Versioned<Device>>;
  readonly onSaved: (device: Versioned<Device>) => void;
  readonly onCancel: () => void;
}

function DeviceForm({ form, device, read, onSaved, onCancel, sites, types }: DeviceFormProps) {
  const { guard } = useConsole();
  const { siteId, zones, onChange } = useSiteChoice(guard, device.site_id);
  const fields =
    form === 'move' ? placeFields(sites.value, siteId, zones, device.zone_id) : detailFields(types);
  return (
    <Panel title={form === 'move' ? texts.move : common.edit}>
      {form === 'move' && <p class="muted">{texts.moveHint}</p>}
      <EditForm
        fields={fields}
        item={device}
        read={read}
        save={(changes, ifMatch) => guard.devices.update(device.id, changes, { ifMatch })}
        onSaved={onSaved}
        onCancel={onCancel}
        hasFocus
        onChange={onChange}
      />
    </Panel>
  );
}

interface PartProps extends DevicesProps {
  readonly device: Device;
  readonly site: Site | undefined;
}

interface DevicePartsProps extends DevicesProps {
  readonly device: Device;
  /** The buttons of its details. */
  readonly buttons: ComponentChildren;
}

/** Everything about a device. Its status and last sign of life are read again and again: no list has them exactly. */
function DeviceParts({ device: first, buttons, ...props }: DevicePartsProps) {
  const { guard, user } = useConsole();
  const { now, alerts, tests } = props;
  const [listensUntil, setListensUntil] = useState(0);
  const isListening = now < listensUntil;
  const { value: device = first, again } = usePolled(
    (signal) => guard.devices.get(first.id, { signal }),
    isListening ? LISTENING_MS : EVERY_MS,
    [guard, first],
  );
  const site = props.sites.value?.find(({ id }) => id === device.site_id);
  const state = deviceStates({ alerts, tests: tests.running })(device);
  const part = { ...props, device, site };
  // Of a new device, nothing else is of interest.
  const [isNew] = useState(first.last_seen_at === null);
  const connection = isPermitted(user.role, 'keys:create') && (
    <ConnectDevice
      {...part}
      isListening={isListening}
      listen={() => setListensUntil(now + LISTENS_FOR_MS)}
      again={again}
    />
  );
  return (
    <>
      <div class="place-head">
        {state ? <PlaceMark state={state} /> : <span class="muted">{texts.unknown}</span>}
        <span>
          {texts.lastHeard}:{' '}
          {device.last_seen_at === null ? texts.neverHeard : <Age since={device.last_seen_at} now={now} />}
        </span>
        <ScreenLink class="found-link" to={{ view: 'sites', itemId: device.site_id }}>
          {site?.name ?? '…'}
        </ScreenLink>
        <span>{site && clockWithZone(now, site.timezone)}</span>
      </div>
      <TestNotice
        tests={tests.running.filter((test) => isTested(test, device))}
        now={now}
        siteOf={() => site}
        linkOf={({ site_id: itemId }) => (
          <ScreenLink to={{ view: 'sites', itemId }}>{texts.showTest}</ScreenLink>
        )}
      />
      {isNew && connection}
      <OpenAlerts {...part} />
      <Silence {...part} />
      <DevicePanel {...part} onDisconnected={again} />
      <InboundLink />
      <Panel title={texts.details} actions={buttons}>
        <DeviceFacts {...part} />
      </Panel>
      {!isNew && connection}
    </>
  );
}

/** The maximum number of offline alerts that are read for the strip. */
const MOST_SILENCES = 100;

/** The silence of the last 30 days, as its offline alerts say it: from the alert until it was resolved. */
function Silence({ device, site, now, alerts: open }: PartProps) {
  const { guard, tenantId } = useConsole();
  const { id, heartbeat_seconds, last_seen_at } = device;
  const { value, error, again } = usePolled(
    async (signal) => {
      const filters = { device_id: id, type: ['device-offline'], limit: MOST_SILENCES, tenant_id: tenantId };
      return guard.alerts.list(filters, { signal }).page();
    },
    EVERY_MS * 2,
    [guard, id, tenantId],
  );
  const stretch = stretchUntil(now, STRETCHES.month);
  const alerts = [...(value?.data ?? []), ...open.filter(({ device_id }) => device_id === id)];
  const lanes = siteLanes({ alerts, tests: [] }, { silence: placeTexts.silent, test: '' }).filter(
    ({ isKept }) => isKept,
  );
  const silences = lanes
    .flatMap(({ spans }) => spans)
    .flatMap(({ from, until }) => within(stretch, from, until) ?? []);
  if (heartbeat_seconds === null && silences.length === 0) return null;
  const oldest = value?.data.at(-1);
  const isCut = value?.meta.next_cursor != null && oldest && Date.parse(oldest.created_at) > stretch.from;
  const silentMs = coveredMs(silences);
  return (
    <Panel title={texts.silence}>
      {value ? (
        <>
          <p>
            {silences.length === 0
              ? last_seen_at === null
                ? texts.neverReported
                : texts.neverSilent
              : texts.silentFor(
                  silences.length,
                  ageText(new Date(0).toISOString(), Math.max(silentMs, SHORTEST_MS)),
                )}{' '}
            {isCut && <span class="muted">{texts.silenceCut}</span>}
          </p>
          <Timeline caption={texts.silence} stretch={stretch} zone={site?.timezone ?? 'UTC'} lanes={lanes} />
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </Panel>
  );
}

/** A shorter silence is said as this one: the words of ages call it now. */
const SHORTEST_MS = 10_000;

const MOST_RESOLVED = 10;

/** The open alerts of a device, which the console follows, and the newest resolved ones. Each leads to the desk. */
function OpenAlerts({ now, device: { id }, alerts }: PartProps) {
  const { guard, tenantId } = useConsole();
  const open = alerts.filter(({ device_id }) => device_id === id);
  const { value: resolved = [] } = usePolled(
    async (signal) => {
      const filters = {
        device_id: id,
        status: ['resolved' as const],
        limit: MOST_RESOLVED,
        tenant_id: tenantId,
      };
      return (await guard.alerts.list(filters, { signal }).page()).data;
    },
    EVERY_MS * 2,
    [guard, id, tenantId, open.length],
  );
  const rows = [...open, ...resolved.filter((it) => open.every((other) => other.id !== it.id))];
  const link = ({ id: alertId, message, status }: Alert) => (
    <ScreenLink
      to={{
        ...NO_FILTER,
        ...(status === 'resolved' ? { status } : {}),
        view: 'alerts',
        itemId: undefined,
        alertId,
      }}
    >
      {message}
    </ScreenLink>
  );
  return (
    <Panel title={texts.alerts}>
      {open.length === 0 && <p class="muted">{texts.noOpenAlerts}</p>}
      {rows.length > 0 && (
        <Table
          caption={texts.alerts}
          rows={rows}
          columns={[
            { title: texts.alert, cell: link },
            {
              title: texts.severity,
              cell: ({ severity }) => <Severity severity={severity} />,
              onPhone: 'beside',
            },
            {
              title: common.status,
              cell: ({ status, resolution }) =>
                [statusLabel(status), resolution && resolutionLabel(resolution)].filter(Boolean).join(' · '),
              onPhone: 'below',
            },
            {
              title: texts.raised,
              cell: ({ created_at }) => <Age since={created_at} now={now} />,
              onPhone: 'below',
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The fields of the form that the page says in words of its own. Every other one is a line with its label. */
const SAID: ReadonlySet<string> = new Set([
  'name',
  'type',
  'serial',
  'heartbeat_seconds',
  'offline_severity',
]);

/** The facts about a device. */
function DeviceFacts({ device, site }: PartProps) {
  const { guard } = useConsole();
  const { site_id, zone_id, heartbeat_seconds } = device;
  const readZones = useCallback(
    async (signal: AbortSignal): Promise<readonly Zone[]> =>
      zone_id === null ? [] : guard.zones.listOfSite(site_id, { limit: 100 }, { signal }).all(),
    [guard, site_id, zone_id],
  );
  const { value: zones } = useRead(readZones);
  const zone = zones?.find(({ id }) => id === zone_id)?.name;
  const fields = detailFields([]);
  const values = valuesOf(fields, device);
  const others = fields.filter(({ name }) => !SAID.has(name) && values[name] !== '');
  const facts = [
    [common.site, site?.name ?? '…'],
    [common.zone, zone_id === null ? '–' : (zone ?? '…')],
    [common.type, deviceTypeLabel(device.type)],
    [texts.serial, device.serial ?? '–'],
    [
      texts.lastHeard,
      device.last_seen_at === null ? (
        texts.neverHeard
      ) : (
        <Instant at={device.last_seen_at} zone={site?.timezone} />
      ),
    ],
    [texts.watched, heartbeat_seconds === null ? texts.notWatched : durationText(heartbeat_seconds)],
    ...(heartbeat_seconds === null
      ? []
      : [[texts.offlineSeverity, severityLabel(device.offline_severity)] as const]),
    ...others.map((field) => [field.label, valueText(field, values[field.name])] as const),
    [common.created, <Instant at={device.created_at} zone={site?.timezone} />],
    [common.changed, <Instant at={device.updated_at} zone={site?.timezone} />],
    ['ID', <code>{device.id}</code>],
  ] as const;
  return <Facts facts={facts} />;
}
