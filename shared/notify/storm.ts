import * as z from 'zod/mini';
import { type AlertSeverity, severityRank } from '../base/severities.ts';
import { toEpochSeconds } from '../base/time.ts';
import { changeItem } from '../table/change-item.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { timerAttributes } from '../table/timer.ts';
import { readVersion, type Version } from '../table/version.ts';
import type { NotifyEvent } from './notification-rule.ts';

/**
 * A message waits for a summary if, within the window, its channel sent this many messages of its severity or higher. So
 * messages of lower severities never hold it back, and a channel sends at most five of each severity.
 */
export const MOST_SENDS = 5;
export const WINDOW_MS = 300_000;

/** The time between two summaries. The timers of one minute run a little sooner or later than those of another. */
const SUMMARY_MS = 60_000;
/**
 * The shortest pause between two summaries. It is less than a minute, so that the next minute's run of the timers sends a
 * summary.
 */
export const SHORTEST_PAUSE_MS = 50_000;

/**
 * How long after the last held message the timer of the summaries stays. It is longer than a run takes and longer than the
 * timer index lags.
 */
export const QUIET_MS = 300_000;

/** How often a storm may record the time of its last held message, so that not every message causes a write. */
const NOTED_MS = 60_000;
const KEPT_SECONDS = 86_400;

/** The prefix of the sort keys of storms. */
const PREFIX = 'STORM#';

export const stormKey = (tenantId: string, channelId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${PREFIX}${channelId}`,
});

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** Reads the key of a storm's item and the channel in that key. */
export function storedStormKey(item: Readonly<Record<string, unknown>>): {
  readonly key: ItemKey;
  readonly channelId: string;
} {
  const key = keySchema.parse(item);
  return { key, channelId: key.sk.slice(PREFIX.length) };
}

/** A message that was sent, or may have been. `at` is in milliseconds. */
const slotSchema = z.object({ id: z.string(), at: z.number(), rank: z.int() });

/** A summary that is being sent, or whose notifications are not all marked yet. */
const summarySchema = z.object({
  id: z.string(),
  /** The time by which the run that sends the summary must have ended. */
  until: z.number(),
  /** The short ids of the summary's notifications. */
  ids: z.array(z.string()),
  /** Whether it was certainly sent. */
  sent: z.boolean(),
});

export type Summary = z.infer<typeof summarySchema>;

const ID_LENGTH = 12;

/** The random end of a notification's id. It is short because a storm stores up to 500 of them. */
export const shortId = (id: string) => id.slice(-ID_LENGTH);

const stormSchema = z.object({
  user_id: z.optional(z.string()),
  slots: z._default(z.array(slotSchema), []),
  /** When a message was last held, or up to a minute earlier. */
  held_at: z.optional(z.number()),
  /** The time at which the last summary was sent. */
  summary_at: z.optional(z.number()),
  summary: z.optional(summarySchema),
  /** The short ids of notifications that may have been sent, because the result of their summary is unknown. */
  uncertain: z.optional(z.array(z.string())),
  timer: z.optional(z.string()),
  due: z.optional(z.string()),
});

/** A channel's recent messages, and its state while it holds messages. */
export type Storm = z.infer<typeof stormSchema>;

export interface StoredStorm {
  readonly storm: Storm;
  readonly version: Version;
}

export function readStorm(item: Readonly<Record<string, unknown>> | undefined): StoredStorm {
  return { storm: stormSchema.parse(item ?? {}), version: readVersion(item) };
}

/** A channel of a person. */
export interface ChannelRef {
  readonly tenantId: string;
  readonly userId: string;
  readonly channelId: string;
}

/** Changes the storm of a channel, unless `decide` leaves it unchanged. */
export async function changeStorm<R>(
  table: Table,
  { tenantId, userId, channelId }: ChannelRef,
  loaded: StoredStorm | undefined,
  now: Date,
  change: (storm: Storm) => { readonly after: Storm | undefined; readonly result: R },
): Promise<R> {
  const key = stormKey(tenantId, channelId);
  const load = async () => readStorm(await getItem(table, key));
  const decide = ({ storm, version }: StoredStorm, writeId: string): Decision<R> => {
    const { after, result } = change(storm);
    if (!after) return { writes: [], result };
    const ttl = toEpochSeconds(now) + KEPT_SECONDS;
    const item = { ...key, ...after, user_id: userId, [TTL_ATTRIBUTE]: ttl };
    return { writes: [changeItem(table, { ...key, ...storm }, item, { version, writeId })], result };
  };
  return decideAndWrite(table, loaded ?? (await load()), load, decide);
}

/**
 * Takes one of the channel's places for recent messages. `false` if none is left for this rank, so that the message is held.
 * A message that was certainly not sent keeps its place, which gets the time of its next attempt.
 */
export function takePlace(
  table: Table,
  channel: ChannelRef,
  loaded: StoredStorm,
  { id, rank, now }: { readonly id: string; readonly rank: number; readonly now: Date },
): Promise<boolean> {
  return changeStorm(table, channel, loaded, now, (storm) => {
    const slots = placesWith(storm.slots, { id, rank, at: now.getTime() });
    if (slots) return { after: { ...storm, slots }, result: true };
    return { after: holding(storm, channel.channelId, now), result: false };
  });
}

type Place = z.infer<typeof slotSchema>;

/** The recent messages of a channel with one more; `undefined` if messages of its rank or higher have taken all places. */
export function placesWith(slots: readonly Place[], place: Place): Place[] | undefined {
  const others = slots.filter((it) => it.id !== place.id && it.at > place.at - WINDOW_MS);
  return others.filter(({ rank }) => rank >= place.rank).length < MOST_SENDS ? [...others, place] : undefined;
}

const QUIET_EVENTS: readonly NotifyEvent[] = ['alert.acknowledged', 'alert.resolved', 'alert.reminded'];

/**
 * The severity that a message reports; `undefined` if it is not urgent: it is about a device, a test, or what people did with
 * an alert, or did not do.
 */
export function reportedSeverity(
  event: NotifyEvent,
  severity: AlertSeverity | null | undefined,
): AlertSeverity | undefined {
  return QUIET_EVENTS.includes(event) ? undefined : (severity ?? undefined);
}

/** The rank of a message: that of its severity, from 0. */
export function rankOf(event: NotifyEvent, severity: AlertSeverity | null | undefined): number {
  const reported = reportedSeverity(event, severity);
  return reported === undefined ? 0 : severityRank(reported);
}

/**
 * Returns the storm after it has held a message, with the timer of its summary; `undefined` if the storm already shows that.
 */
export function holding(storm: Storm, channelId: string, now: Date): Storm | undefined {
  const at = now.getTime();
  const { held_at = 0, timer } = storm;
  if (timer !== undefined && at - held_at < NOTED_MS) return undefined;
  const first = timerAttributes('summary', channelId, new Date(at + SUMMARY_MS));
  return { ...storm, held_at: at, ...(timer === undefined ? first : {}) };
}

/**
 * Whether a new message of a rank is held without an attempt: other messages have taken all its places, and a message was
 * held so recently that the timer of the summaries will stay for minutes.
 */
export function isHolding({ slots, held_at: heldAt = 0, timer }: Storm, rank: number, now: Date): boolean {
  const at = now.getTime();
  return (
    timer !== undefined && at - heldAt < NOTED_MS && placesWith(slots, { id: '', at, rank }) === undefined
  );
}

/** Whether another summary may be sent. There is one in each minute of the clock, but never one right after another. */
export function maySummarize({ summary_at: last }: Pick<Storm, 'summary_at'>, now: Date): boolean {
  if (last === undefined) return true;
  const at = now.getTime();
  return at - last >= SHORTEST_PAUSE_MS && Math.floor(at / SUMMARY_MS) > Math.floor(last / SUMMARY_MS);
}
