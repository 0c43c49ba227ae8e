import { useMemo } from 'preact/hooks';
import type { Device } from '../../../client/index.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ZoneBook } from '../../services/zone-book.ts';
import { severityLabel, typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { watchText } from './device-columns.tsx';
import { DeviceStatus } from './device-status.tsx';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { ZoneName } from './zone-name.tsx';

/** The facts about a device. */
export function DeviceFacts({
  device,
  sites,
  guard,
  screen,
  change,
}: DevicesProps & { readonly device: Device }) {
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
