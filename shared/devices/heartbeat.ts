import * as z from 'zod/mini';
import { formatTimestamp } from '../base/time.ts';
import { type ItemKey, tenantIdOf, tenantPartition } from '../table/keys.ts';
import { timerAttributes } from '../table/timer.ts';
import { readVersion, type Version } from '../table/version.ts';

/** The time of the last heartbeat. It is the only field of a watch that a heartbeat changes. */
const lastSeen = z.string();
/** After how many seconds without a heartbeat a device is offline. */
const seconds = z.int();

/**
 * The watch of a device, which has its heartbeats. It is an item next to the device's own, in no list, so that a heartbeat
 * changes only this item. A watched device is `unheard` until its first heartbeat, and then `online` or `offline`. Only an
 * online device has a timer.
 */
const watchSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unwatched'), last_seen: z.optional(lastSeen) }),
  z.object({ state: z.literal('unheard'), last_seen: z.optional(lastSeen), seconds }),
  z.object({
    state: z.literal('online'),
    last_seen: lastSeen,
    seconds,
    /** When `seconds` was last changed. The deadline is counted from this time at the earliest. */
    counts_from: z.optional(z.string()),
    timer: z.string(),
    due: z.string(),
  }),
  /** `alert_id` is the offline alert; it is missing if the tenant was not active. */
  z.object({ state: z.literal('offline'), last_seen: lastSeen, seconds, alert_id: z.optional(z.string()) }),
]);

export type Watch = z.infer<typeof watchSchema>;
export type OnlineWatch = Extract<Watch, { state: 'online' }>;

export interface StoredWatch<W extends Watch = Watch> {
  readonly watch: W;
  readonly version: Version;
}

interface WatchedDevice {
  readonly id: string;
  readonly heartbeat_seconds: number | null;
}

const PREFIX = 'WATCH#';

export const watchKey = (tenantId: string, deviceId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${PREFIX}${deviceId}`,
});

/** The device of a watch, by its key. */
export function deviceOfWatch(key: ItemKey): { readonly tenantId: string; readonly deviceId: string } {
  return { tenantId: tenantIdOf(key), deviceId: key.sk.slice(PREFIX.length) };
}

/** The item of a device's watch; without a watch, only the key of that item. */
export function watchItem(
  { tenant_id, id }: { readonly tenant_id: string; readonly id: string },
  watch?: Watch,
): ItemKey & Readonly<Record<string, unknown>> {
  return { ...watchKey(tenant_id, id), ...watch };
}

/** Reads a watch; `undefined` for a device that was never watched and has never sent a heartbeat. */
export function readWatch(item: Readonly<Record<string, unknown>> | undefined): StoredWatch | undefined {
  return item && { watch: watchSchema.parse(item), version: readVersion(item) };
}

/** A path of a panel: how its frames arrived, and their account prefix. */
export interface Path {
  readonly transport: 'tcp' | 'udp';
  readonly line: string;
}

/** A path, and the time of the last sign of life on it. */
export interface HeardPath extends Path {
  readonly last_seen_at: string;
}

/** The attribute of a watch with the last sign of life on a path. A heartbeat writes it without another write unit. */
export const pathAttribute = ({ transport, line }: Path) => `path_${transport}_${line}`;

export function readPaths(item: Readonly<Record<string, unknown>> = {}): HeardPath[] {
  return Object.entries(item).flatMap(([name, at]) => {
    const [, transport, line] = /^path_(tcp|udp)_([0-9A-F]+)$/.exec(name) ?? [];
    if ((transport !== 'tcp' && transport !== 'udp') || line === undefined) return [];
    return [{ transport, line, last_seen_at: String(at) }];
  });
}

export const isOnline = (stored: StoredWatch | undefined): stored is StoredWatch<OnlineWatch> =>
  stored?.watch.state === 'online';

/** The id of the offline alert of a device that is offline, if one was raised. */
export function offlineAlertId(stored: StoredWatch | undefined): string | undefined {
  return stored?.watch.state === 'offline' ? stored.watch.alert_id : undefined;
}

/** How long a heartbeat may be in transit. The timer includes this time, so it delays no alert any further. */
const GRACE_MILLISECONDS = 10_000;

/** The deadline for a heartbeat that is due `seconds` after a time, in milliseconds since the epoch. */
function deadlineAfter(beginsAt: number, seconds: number): number {
  return beginsAt + seconds * 1_000 + GRACE_MILLISECONDS;
}

type Counted = Pick<OnlineWatch, 'last_seen' | 'seconds' | 'counts_from'>;

/**
 * The time at which an online device becomes offline if it sends no other heartbeat. If Guard could not receive heartbeats
 * before `resumedAt`, it is counted from then.
 */
export function heartbeatDeadline({ last_seen, seconds, counts_from }: Counted, resumedAt?: Date): Date {
  const begin = Math.max(
    Date.parse(last_seen),
    Date.parse(counts_from ?? last_seen),
    resumedAt?.getTime() ?? 0,
  );
  return new Date(deadlineAfter(begin, seconds));
}

export function watchAfterHeartbeat({ id, heartbeat_seconds: seconds }: WatchedDevice, now: Date): Watch {
  const last_seen = formatTimestamp(now);
  return seconds === null ? { state: 'unwatched', last_seen } : onlineWatch(id, { last_seen, seconds });
}

export function offlineWatch({ last_seen, seconds }: OnlineWatch, alertId: string | undefined): Watch {
  return { state: 'offline', last_seen, seconds, ...(alertId === undefined ? {} : { alert_id: alertId }) };
}

/**
 * The watch of a device after `heartbeat_seconds` was changed. An online device stays online and gets the whole new period. A
 * device that becomes watched is `unheard`.
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
