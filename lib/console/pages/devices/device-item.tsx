import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, Versioned } from '../../../client/index.ts';
import { AuditLink } from '../../components/audit-link.tsx';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Age, clockWithZone } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import { PlaceMark } from '../../components/place-mark.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useRead } from '../../hooks/use-read.ts';
import { deviceStates, isTested } from '../../state/place-state.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { ConnectDevice } from './connect-device.tsx';
import { DeviceAlerts } from './device-alerts.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { detailFields, placeFields } from './device-fields.ts';
import { DeviceSilence } from './device-silence.tsx';
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
  const read = (signal?: AbortSignal) => guard.devices.get(deviceId, { signal });
  const { value: device, error, again, show } = useRead(read, [guard, deviceId]);
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
        <DeviceDetails
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
  const { siteId, zones, onChange } = useSiteChoice(device.site_id);
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

interface DeviceDetailsProps extends DevicesProps {
  readonly device: Device;
  /** The buttons of its details. */
  readonly buttons: ComponentChildren;
}

/** Everything about a device. Its status and last sign of life are read again and again: no list has them exactly. */
function DeviceDetails({ device: first, buttons, ...props }: DeviceDetailsProps) {
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
  const shown = { ...props, device, site };
  // Of a new device, nothing else is of interest.
  const [isNew] = useState(first.last_seen_at === null);
  const connection = isPermitted(user.role, 'keys:create') && (
    <ConnectDevice
      {...shown}
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
      <DeviceAlerts {...shown} />
      <DeviceSilence {...shown} />
      <DevicePanel {...shown} onDisconnected={again} />
      <InboundLink />
      <Panel title={texts.details} actions={buttons}>
        <DeviceFacts {...shown} />
      </Panel>
      {!isNew && connection}
    </>
  );
}
