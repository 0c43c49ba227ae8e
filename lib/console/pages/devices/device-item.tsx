import { useCallback, useMemo, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Age, Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import { Table } from '../../parts/table.tsx';
import { ZoneBook } from '../../services/zone-book.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { STATUS_LABELS, severityLabel, typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { watchText } from './device-columns.tsx';
import { detailFields, placeFields } from './device-fields.ts';
import { DeviceStatus } from './device-status.tsx';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { useSiteChoice } from './use-site-choice.ts';
import { ZoneName } from './zone-name.tsx';

interface DeviceItemProps extends DevicesProps {
  readonly deviceId: string;
}

/** A device: its details and open alerts, and the forms that change or move it. */
export function DeviceItem({ deviceId, ...props }: DeviceItemProps) {
  const { guard, user, screen, change, title } = props;
  const [form, setForm] = useState<'edit' | 'move'>();
  const read = useCallback(
    (signal?: AbortSignal) => guard.devices.get(deviceId, { signal }),
    [guard, deviceId],
  );
  const { value: device, error, again, show } = useItem(read);
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
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          ← {title}
        </ScreenLink>
      }
      actions={
        device &&
        form === undefined && (
          <>
            <AuditLink {...props} entityId={deviceId} />
            {mayUpdate && (
              <>
                <button type="button" onClick={() => setForm('edit')}>
                  {common.edit}
                </button>
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
        <>
          <Panel title={texts.details}>
            <DeviceFacts {...props} device={device} />
          </Panel>
          <Panel title={texts.openAlerts}>
            <DeviceAlerts {...props} deviceId={deviceId} />
          </Panel>
        </>
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

function DeviceForm({ form, device, read, onSaved, onCancel, guard, sites, types }: DeviceFormProps) {
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

const EVERY_MS = 30_000;
const MOST = 20;

/** The newest open alerts of a device; each leads to the alert desk. */
function DeviceAlerts({
  guard,
  tenantId,
  screen,
  change,
  now,
  deviceId,
}: DevicesProps & { readonly deviceId: string }) {
  const read = useCallback(
    async (signal: AbortSignal) => {
      const status = ['active', 'acknowledged'] as const;
      const filters = { device_id: deviceId, status, limit: MOST, tenant_id: tenantId };
      return (await guard.alerts.list(filters, { signal }).page()).data;
    },
    [guard, deviceId, tenantId],
  );
  const { value: alerts, error, again } = usePolled(read, EVERY_MS);
  if (!alerts) return <Reading error={error} again={again} />;
  if (alerts.length === 0) return <p class="muted">{texts.noOpenAlerts}</p>;
  return (
    <Table
      caption={texts.openAlerts}
      rows={alerts}
      columns={[
        {
          title: texts.alert,
          cell: ({ id, message }) => (
            <ScreenLink
              screen={screen}
              change={change}
              to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, alertId: id }}
            >
              {message}
            </ScreenLink>
          ),
        },
        { title: texts.severity, cell: ({ severity }) => severityLabel(severity) },
        { title: common.status, cell: ({ status }) => STATUS_LABELS[status] },
        { title: texts.raised, cell: ({ created_at }) => <Age since={created_at} now={now} /> },
      ]}
    />
  );
}

/** The facts about a device. */
function DeviceFacts({ device, sites, guard, screen, change }: DevicesProps & { readonly device: Device }) {
  const book = useMemo(() => new ZoneBook(guard), [guard]);
  const site = sites.value?.find(({ id }) => id === device.site_id);
  const facts = [
    [
      common.site,
      <ScreenLink screen={screen} change={change} to={{ view: 'sites', itemId: device.site_id }}>
        {site?.name ?? '…'}
      </ScreenLink>,
    ],
    [common.zone, <ZoneName key={device.zone_id} device={device} book={book} />],
    [common.type, typeLabel(device.type)],
    [texts.serial, device.serial ?? '–'],
    [common.status, <DeviceStatus device={device} />],
    [
      texts.lastHeard,
      device.last_seen_at === null ? (
        texts.neverHeard
      ) : (
        <Instant at={device.last_seen_at} zone={site?.timezone} />
      ),
    ],
    [texts.watched, watchText(device.heartbeat_seconds)],
    ...(device.heartbeat_seconds === null
      ? []
      : [[texts.offlineSeverity, severityLabel(device.offline_severity)] as const]),
    ...(device.runaway_after === null ? [] : [[texts.runawayAfter, device.runaway_after] as const]),
    [common.created, <Instant at={device.created_at} zone={site?.timezone} />],
    [common.changed, <Instant at={device.updated_at} zone={site?.timezone} />],
    ['ID', <code>{device.id}</code>],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
