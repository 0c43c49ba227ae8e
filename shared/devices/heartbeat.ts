import * as z from 'zod/mini';
import { type ItemKey, tenantIdOf, tenantPartition } from '../table/keys.ts';
import { readVersion, type Version } from '../table/version.ts';
import { formatTimestamp } from '../time.ts';
import { timerAttributes } from '../timers/timer.ts';

/** The last sign of life. Heartbeats move it, and nothing else of a watch. */
const lastSeen = z.string();
/** After how long without a sign of life a device is silent. */
const seconds = z.int();

/**
 * What is known of a device's signs of life, in an item beside the device: a heartbeat changes this one, which is in no
 * list. A device that is watched is `unheard` until its first sign of life, and then `online` or `offline`; only one that is
 * online can fall silent, and so has a timer.
 */
const watchSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unwatched'), last_seen: z.optional(lastSeen) }),
  z.object({ state: z.literal('unheard'), last_seen: z.optional(lastSeen), seconds }),
  z.object({
    state: z.literal('online'),
    last_seen: lastSeen,
    seconds,
    /** When `seconds` was changed: the time counts from there at the earliest. */
    counts_from: z.optional(z.string()),
    timer: z.string(),
    due: z.string(),
  }),
  /** With the alert that its silence raised; none where nobody could see one. */
  z.object({ state: z.literal('offline'), last_seen: lastSeen, seconds, alert_id: z.optional(z.string()) }),
]);

export type Watch = z.infer<typeof watchSchema>;
export type OnlineWatch = Extract<Watch, { state: 'online' }>;

export interface StoredWatch<W extends Watch = Watch> {
  readonly watch: W;
  readonly version: Version;
}

/** What of a device its watch follows from. */
interface WatchedDevice {
  readonly id: string;
  readonly heartbeat_seconds: number | null;
}

const PREFIX = 'WATCH#';

export const watchKey = (tenantId: string, deviceId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${PREFIX}${deviceId}`,
});

/** Whose watch stands at a key. */
export function deviceOfWatch(key: ItemKey): { readonly tenantId: string; readonly deviceId: string } {
  return { tenantId: tenantIdOf(key), deviceId: key.sk.slice(PREFIX.length) };
}

/** The item of a device's watch; nothing but its key where there is none. */
export function watchItem(
  { tenant_id, id }: { readonly tenant_id: string; readonly id: string },
  watch?: Watch,
): ItemKey & Readonly<Record<string, unknown>> {
  return { ...watchKey(tenant_id, id), ...watch };
}

/** Reads the item of a device's watch. A device that nobody has watched or heard has none. */
export function readWatch(item: Readonly<Record<string, unknown>> | undefined): StoredWatch | undefined {
  return item && { watch: watchSchema.parse(item), version: readVersion(item) };
}

export const isOnline = (stored: StoredWatch | undefined): stored is StoredWatch<OnlineWatch> =>
  stored?.watch.state === 'online';

/** The alert that the silence of a device raised, if it was ever raised and the device is not back. */
export function offlineAlertId(stored: StoredWatch | undefined): string | undefined {
  return stored?.watch.state === 'offline' ? stored.watch.alert_id : undefined;
}

/**
 * How long after its time a device is judged silent: what it sent in time may still be under way. Its timer waits as long,
 * so that this makes no alert later.
 */
const GRACE_MILLISECONDS = 10_000;

/** When a device is silent whose time of so many seconds begins then; all in milliseconds since the epoch. */
function deadlineAfter(beginsAt: number, seconds: number): number {
  return beginsAt + seconds * 1_000 + GRACE_MILLISECONDS;
}

type Counted = Pick<OnlineWatch, 'last_seen' | 'seconds' | 'counts_from'>;

/**
 * When a device that is online is silent, unless it is heard before. Where nobody could have heard it until `resumedAt`, its
 * time counts from there.
 */
export function heartbeatDeadline({ last_seen, seconds, counts_from }: Counted, resumedAt?: Date): Date {
  const begin = Math.max(
    Date.parse(last_seen),
    Date.parse(counts_from ?? last_seen),
    resumedAt?.getTime() ?? 0,
  );
  return new Date(deadlineAfter(begin, seconds));
}

/** The watch of a device that was heard at a time. */
export function watchAfterHeartbeat({ id, heartbeat_seconds: seconds }: WatchedDevice, now: Date): Watch {
  const last_seen = formatTimestamp(now);
  return seconds === null ? { state: 'unwatched', last_seen } : onlineWatch(id, { last_seen, seconds });
}

/** The watch of a device that fell silent. */
export function offlineWatch({ last_seen, seconds }: OnlineWatch, alertId: string | undefined): Watch {
  return { state: 'offline', last_seen, seconds, ...(alertId === undefined ? {} : { alert_id: alertId }) };
}

/**
 * The watch of a device whose `heartbeat_seconds` are changed. Where it is online it stays so, and has the whole of the new
 * time. Where it was not watched, it must be heard first.
 */
export function watchAfterChange(
  { id, heartbeat_seconds: seconds }: WatchedDevice,
  before: Watch | undefined,
  now: Date,
): Watch {
  if (before && seconds !== null) {
    if (before.state === 'offline') return { ...before, seconds };
    if (before.state === 'online') {
      return onlineWatch(id, { last_seen: before.last_seen, seconds, counts_from: formatTimestamp(now) });
    }
  }
  const known = before?.last_seen === undefined ? {} : { last_seen: before.last_seen };
  return seconds === null ? { state: 'unwatched', ...known } : { state: 'unheard', ...known, seconds };
}

function onlineWatch(deviceId: string, counted: Counted): OnlineWatch {
  return { state: 'online', ...counted, ...timerAttributes('watch', deviceId, heartbeatDeadline(counted)) };
}

/** The later of two timestamps of the API. */
export function laterOf(one: string | null, other: string | undefined): string | null {
  if (one === null || other === undefined) return one ?? other ?? null;
  return one > other ? one : other;
}
