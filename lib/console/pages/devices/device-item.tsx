import { useCallback, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import { common } from '../../texts/common.ts';
import { DeviceAlerts } from './device-alerts.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { detailFields, placeFields } from './device-fields.ts';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { useSiteChoice } from './use-site-choice.ts';

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
