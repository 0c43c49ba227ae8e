import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Device, GuardClient } from '../../../client/index.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { Age } from '../../parts/instant.tsx';
import { problemText } from '../../services/problem.ts';
import { lastHeardInList } from '../../state/devices.ts';
import { texts } from './devices-texts.ts';

const EVERY_MS = 30_000;

interface LastHeardProps {
  readonly guard: GuardClient;
  readonly device: Device;
  readonly now: number;
}

/** Shows when a device was last heard: at once if the list is exact about it, otherwise on demand. */
export function LastHeard({ guard, device, now }: LastHeardProps) {
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
