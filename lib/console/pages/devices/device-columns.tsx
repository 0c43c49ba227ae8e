import type { ComponentChildren } from 'preact';
import type { Device, Site } from '../../../client/index.ts';
import type { ChangeScreen } from '../../hooks/use-screen.ts';
import { Age } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import type { Column } from '../../parts/table.tsx';
import { durationText } from '../../state/age.ts';
import type { Screen } from '../../state/screen.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { DeviceStatus } from './device-status.tsx';
import { texts } from './devices-texts.ts';

interface ColumnProps {
  readonly screen: Screen;
  readonly change: ChangeScreen;
  readonly now: number;
  readonly sites: readonly Site[] | undefined;
  /** Shows the zone of a device; there is no such column without it. */
  readonly zoneOf?: (device: Device) => ComponentChildren;
}

/** The columns of a table of devices. */
export function deviceColumns({
  screen,
  change,
  now,
  sites,
  zoneOf,
}: ColumnProps): readonly Column<Device>[] {
  const names = new Map(sites?.map(({ id, name }) => [id, name]));
  return [
    {
      title: common.name,
      cell: ({ id, name }) => (
        <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
          {name}
        </ScreenLink>
      ),
    },
    { title: common.site, cell: ({ site_id }) => names.get(site_id) ?? '…' },
    ...(zoneOf ? [{ title: common.zone, cell: zoneOf }] : []),
    { title: common.type, cell: ({ type }) => typeLabel(type) },
    { title: common.status, cell: (device) => <DeviceStatus device={device} /> },
    {
      title: texts.lastHeard,
      cell: (device) => lastHeard(device, now),
    },
    {
      title: texts.watched,
      cell: ({ heartbeat_seconds }) => heartbeat_seconds && durationText(heartbeat_seconds),
    },
  ];
}

export function watchText(seconds: number | null): ComponentChildren {
  return seconds === null ? <span class="muted">{texts.notWatched}</span> : durationText(seconds);
}

/**
 * When a device was last heard, as exactly as a list says it. A device that is online was heard within its heartbeat. Of one
 * that is not watched, lists contain an old time, so its own page says it.
 */
function lastHeard({ status, last_seen_at, heartbeat_seconds }: Device, now: number): ComponentChildren {
  if (status === 'online') return heartbeat_seconds && `≤ ${durationText(heartbeat_seconds)}`;
  if (status === 'unknown') return null;
  return last_seen_at === null ? texts.neverHeard : <Age since={last_seen_at} now={now} />;
}
