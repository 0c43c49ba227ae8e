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
import type { RuleEvent } from './notification-rule.ts';

/**
 * A message waits for a summary if a channel sent this many of its severity or of higher ones within the window. So lower ones
 * never hold it, and a channel sends at most five of each severity.
 */
export const MOST_SENDS = 5;
export const WINDOW_MS = 300_000;

/** The time between two summaries. The timers of one minute run a little sooner or later than those of another. */
const SUMMARY_MS = 60_000;
/** The shortest pause between two summaries. It is less than a minute, so that the next run of timers includes a summary. */
export const SHORTEST_PAUSE_MS = 50_000;

/**
 * The timer of the summaries stays for this time after the last message was held: longer than a run takes, and than the timer
 * index lags.
 */
export const QUIET_MS = 300_000;

/** A storm notes the time at which it last held a message at most once in this time. */
const NOTED_MS = 60_000;
const KEPT_SECONDS = 86_400;

/** The prefix of the sort keys of storms. */
const PREFIX = 'STORM#';

export const stormKey = (tenantId: string, channelId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${PREFIX}${channelId}`,
});

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** The key of the item of a storm, and the channel that it names. */
export function storedStormKey(item: Readonly<Record<string, unknown>>): {
  readonly key: ItemKey;
  readonly channelId: string;
} {
  const key = keySchema.parse(item);
  return { key, channelId: key.sk.slice(PREFIX.length) };
}

/** A message that was sent, or may have been. Its time is in milliseconds. */
const slotSchema = z.object({ id: z.string(), at: z.number(), rank: z.int() });

/** A summary that is being sent, or has notifications that are not marked yet. */
const summarySchema = z.object({
  id: z.string(),
  /** The time after which the run that sends it has ended. */
  until: z.number(),
  /** The ends of the ids of its notifications. */
  ids: z.array(z.string()),
  /** Whether it was certainly sent. */
  sent: z.boolean(),
});

export type Summary = z.infer<typeof summarySchema>;

const ID_LENGTH = 12;

/** The end of the id of a notification, which is random: a storm stores up to 500. */
export const shortId = (id: string) => id.slice(-ID_LENGTH);

const stormSchema = z.object({
  user_id: z.optional(z.string()),
  slots: z._default(z.array(slotSchema), []),
  /** The time at which a message was last held, or a little earlier. */
  held_at: z.optional(z.number()),
  /** The time at which the last summary was sent. */
  summary_at: z.optional(z.number()),
  summary: z.optional(summarySchema),
  /** The notifications of a summary with an unknown result. */
  uncertain: z.optional(z.array(z.string())),
  timer: z.optional(z.string()),
  due: z.optional(z.string()),
});

/** The recent messages of a channel, and its state while it holds messages. */
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

/** Changes the storm of a channel, unless the decision is not to. */
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
 * Takes one of the places of a channel for a message; `false` if none is left, so that the message is held. A message that
 * was certainly not sent keeps its place, at the time of its next attempt.
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

/** The places of a window, including one for a message; `undefined` if messages of its rank or a higher one have taken all. */
export function placesWith(slots: readonly Place[], place: Place): Place[] | undefined {
  const others = slots.filter((it) => it.id !== place.id && it.at > place.at - WINDOW_MS);
  return others.filter(({ rank }) => rank >= place.rank).length < MOST_SENDS ? [...others, place] : undefined;
}

/**
 * The severity that a message reports; `undefined` if nobody waits for it: it is about a device, a test, or what people did with an
 * alert.
 */
export function reportedSeverity(
  event: RuleEvent,
  severity: AlertSeverity | null | undefined,
): AlertSeverity | undefined {
  return event === 'alert.acknowledged' || event === 'alert.resolved' ? undefined : (severity ?? undefined);
}

/** The rank of a message, from 0: that of its severity. */
export function rankOf(event: RuleEvent, severity: AlertSeverity | null | undefined): number {
  const reported = reportedSeverity(event, severity);
  return reported === undefined ? 0 : severityRank(reported);
}

/** A storm that holds messages, with the timer of its summary; `undefined` if it notes that already. */
export function holding(storm: Storm, channelId: string, now: Date): Storm | undefined {
  const at = now.getTime();
  const { held_at = 0, timer } = storm;
  if (timer !== undefined && at - held_at < NOTED_MS) return undefined;
  const first = timerAttributes('summary', channelId, new Date(at + SUMMARY_MS));
  return { ...storm, held_at: at, ...(timer === undefined ? first : {}) };
}

/**
 * Whether a new message of a rank waits for a summary without an attempt: other messages have all its places, and a message was
 * held so lately that the timer of the summaries stays for minutes.
 */
export function isHolding({ slots, held_at: heldAt = 0, timer }: Storm, rank: number, now: Date): boolean {
  const at = now.getTime();
  return (
    timer !== undefined && at - heldAt < NOTED_MS && placesWith(slots, { id: '', at, rank }) === undefined
  );
}

/** Whether another summary may be sent: one in each minute of the clock, and none right after another. */
export function maySummarize({ summary_at: last }: Pick<Storm, 'summary_at'>, now: Date): boolean {
  if (last === undefined) return true;
  const at = now.getTime();
  return at - last >= SHORTEST_PAUSE_MS && Math.floor(at / SUMMARY_MS) > Math.floor(last / SUMMARY_MS);
}
