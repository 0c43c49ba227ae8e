import * as z from 'zod/mini';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../sha256.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { type ItemKey, reportedEventKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { toEpochSeconds } from '../time.ts';

/** For so long the repetition of an event is known. */
const KEPT_SECONDS = 24 * 3_600;

/** An event that must not happen twice: where that is kept, and what it says. */
export interface EventIdentity {
  readonly key: ItemKey;
  /** Of the whole event as it was said: another one must not have its id. */
  readonly saidHash: string;
  /** Of the event with its place, which may change: the release 0.8.0 and those before know an event by this. */
  readonly contentHash: string;
}

/** What became of an event. */
export interface EventOutcome {
  readonly status: 200 | 201;
  readonly alertId: string | undefined;
}

const reportedEventSchema = z.object({
  hash: z.string(),
  said: z.optional(z.string()),
  status: z.union([z.literal(200), z.literal(201)]),
  alert_id: z.optional(z.string()),
  write_id: z.string(),
  ttl: z.int(),
});

export interface ReportedEvent extends EventOutcome {
  readonly contentHash: string;
  /** Of what was kept by a release before 0.9.0 there is none. */
  readonly saidHash: string | undefined;
  readonly writeId: string;
}

/** The identity of an event that names an id, by who reported it: of what was said, and of what that comes to. */
export function identifyEvent(
  reporter: { readonly tenantId: string; readonly id: string },
  eventId: string,
  said: unknown,
  content: unknown,
): EventIdentity {
  return {
    key: reportedEventKey(reporter.tenantId, reporter.id, sha256(eventId)),
    saidHash: sha256(canonicalJson(said)),
    contentHash: sha256(JSON.stringify(content)),
  };
}

/** Whether it is the same event that came before under this id. */
export function isRepetition(once: EventIdentity, before: ReportedEvent): boolean {
  return before.saidHash === once.saidHash || before.contentHash === once.contentHash;
}

/** What became of an event before; `undefined` where it is not known, or not any more. */
export function readReportedEvent(
  item: Readonly<Record<string, unknown>> | undefined,
  now: Date,
): ReportedEvent | undefined {
  if (!item) return undefined;
  const { hash: contentHash, said: saidHash, ...kept } = reportedEventSchema.parse(item);
  const { status, alert_id, write_id, ttl } = kept;
  if (ttl <= toEpochSeconds(now)) return undefined;
  return { contentHash, saidHash, status, alertId: alert_id, writeId: write_id };
}

/** Keeps what becomes of an event, in the transaction that does it, unless the event has happened already. */
export function keepEvent(
  table: Table,
  { key, contentHash, saidHash }: EventIdentity,
  { status, alertId }: EventOutcome,
  { writeId, now }: { readonly writeId: string; readonly now: Date },
): GuardedWrite {
  const seconds = toEpochSeconds(now);
  const item = {
    ...key,
    hash: contentHash,
    said: saidHash,
    status,
    ...(alertId === undefined ? {} : { alert_id: alertId }),
    write_id: writeId,
    ttl: seconds + KEPT_SECONDS,
  };
  const write = {
    Put: {
      TableName: table.name,
      Item: item,
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': seconds },
    },
  };
  return { write, refused: 'stale', hasHappened: (found) => found?.['write_id'] === writeId };
}
