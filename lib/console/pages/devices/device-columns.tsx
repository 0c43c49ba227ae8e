import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Device, GuardClient, Site } from '../../../client/index.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import type { ChangeScreen } from '../../hooks/use-screen.ts';
import { Age } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import type { Column } from '../../parts/table.tsx';
import { problemText } from '../../services/problem.ts';
import { durationText } from '../../state/age.ts';
import { lastHeardInList } from '../../state/devices.ts';
import type { Screen } from '../../state/screen.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { DeviceStatus } from './device-status.tsx';
import { texts } from './devices-texts.ts';

interface ColumnProps {
  readonly screen: Screen;
  readonly change: ChangeScreen;
  readonly guard: GuardClient;
  readonly now: number;
  readonly sites: readonly Site[] | undefined;
  /** Shows the zone of a device; there is no such column without it. */
  readonly zoneOf?: (device: Device) => ComponentChildren;
}

/** The columns of a table of devices. */
export function deviceColumns({
  screen,
  change,
  guard,
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
      cell: (device) => <LastHeard guard={guard} device={device} now={now} />,
    },
    { title: texts.watched, cell: ({ heartbeat_seconds }) => watchText(heartbeat_seconds) },
  ];
}

export function watchText(seconds: number | null): ComponentChildren {
  return seconds === null ? <span class="muted">{texts.notWatched}</span> : durationText(seconds);
}

const EVERY_MS = 30_000;

interface LastHeardProps {
  readonly guard: GuardClient;
  readonly device: Device;
  readonly now: number;
}

/** Shows when a device was last heard: at once if the list is exact about it, otherwise on demand. */
function LastHeard({ guard, device, now }: LastHeardProps) {
  const [isAsked, setAsked] = useState(false);
  const listed = lastHeardInList(device);
  if (listed !== undefined) return <Heard at={listed} now={now} />;
  if (isAsked) return <ExactLastHeard guard={guard} device={device} now={now} />;
  return (
    <button type="button" class="quiet" onClick={() => setAsked(true)}>
      {texts.askHeard}
      <span class="unseen"> {device.name}</span>
    </button>
  );
}

function ExactLastHeard({ guard, device: { id }, now }: LastHeardProps) {
  const read = useCallback((signal: AbortSignal) => guard.devices.get(id, { signal }), [guard, id]);
  const { value, error } = usePolled(read, EVERY_MS);
  // It replaces the button that had the focus.
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <span role="status" ref={place} tabIndex={-1}>
      {value ? <Heard at={value.last_seen_at} now={now} /> : error === undefined ? '…' : problemText(error)}
    </span>
  );
}

function Heard({ at, now }: { readonly at: string | null; readonly now: number }) {
  return at === null ? texts.neverHeard : <Age since={at} now={now} />;
}
