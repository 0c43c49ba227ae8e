import type { Zone } from '../../../client/index.ts';
import { valueText } from '../../components/edit-form.tsx';
import { Instant } from '../../components/instant.tsx';
import { Facts } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { durationText } from '../../state/age.ts';
import { valuesOf } from '../../state/fields.ts';
import { deviceTypeLabel, severityLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { detailFields } from './device-fields.ts';
import type { DeviceProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';

/** The fields of the form that the page says in words of its own. Every other one is a line with its label. */
const SAID: ReadonlySet<string> = new Set([
  'name',
  'type',
  'serial',
  'heartbeat_seconds',
  'offline_severity',
]);

/** The facts about a device. */
export function DeviceFacts({ device, site }: DeviceProps) {
  const { guard } = useConsole();
  const { site_id, zone_id, heartbeat_seconds } = device;
  const { value: zones } = useRead(
    async (signal): Promise<readonly Zone[]> =>
      zone_id === null ? [] : guard.zones.listOfSite(site_id, { limit: 100 }, { signal }).all(),
    [guard, site_id, zone_id],
  );
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
