import * as z from 'zod/mini';
import { canonicalJson, sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { toEpochSeconds } from '../base/time.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { ABSENT, anyOf, expression } from '../table/expression.ts';
import { type ItemKey, reportedEventKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';
import type { Alert } from './alert.ts';
import { readAlert } from './find-alert.ts';
import type { Warning } from './warning.ts';

/** How long after an event its repetition is recognized. */
const KEPT_SECONDS = 24 * 3_600;

/** Identifies an event that must not happen twice. */
export interface EventIdentity {
  readonly key: ItemKey;
  /** The hash of the event's content: an event with the same id but other content is a different one. */
  readonly hash: string;
  /** For how many seconds a repetition is recognized; by default a day. */
  readonly keptSeconds?: number | undefined;
  /** Whether the id contains the content: whatever is recorded under it is this event. */
  readonly isWhole?: boolean | undefined;
  /** Where the release before records the event. Each release recognizes what the other has recorded. */
  readonly former?: ItemKey | undefined;
  /** The identity to use instead if a different event has this id; `undefined` if that is an error. */
  readonly own?: EventIdentity | undefined;
}

export interface EventOutcome {
  readonly status: 200 | 201;
  readonly alertId: string | undefined;
}

const reportedEventSchema = z.object({
  hash: z.string(),
  status: z.union([z.literal(200), z.literal(201)]),
  alert_id: z.optional(z.string()),
  write_id: z.string(),
  ttl: z.int(),
});

export interface ReportedEvent extends EventOutcome {
  readonly hash: string;
  readonly writeId: string;
}

/** How a repetition of an event is recognized. */
export interface Recognition extends Pick<EventIdentity, 'keptSeconds' | 'isWhole'> {
  /** The id that the release before gives to the event. */
  readonly formerId?: string | undefined;
}

/** Makes the identity of a reporter's event, of its id and its content. */
export function identifyEvent(
  reporter: { readonly tenantId: string; readonly id: string },
  eventId: string,
  sent: unknown,
  { formerId, ...recognition }: Recognition = {},
): EventIdentity {
  const keyOf = (id: string) => reportedEventKey(reporter.tenantId, reporter.id, sha256(id));
  return {
    ...recognition,
    key: keyOf(eventId),
    hash: sha256(canonicalJson(sent)),
    ...(formerId === undefined ? {} : { former: keyOf(formerId) }),
  };
}

/** The recorded result of a repeated event, which had no effect. */
export interface ReplayResult {
  readonly status: 200 | 201;
  /** The current alert, if it still exists. */
  readonly replayed: Alert | undefined;
  readonly warnings?: readonly Warning[] | undefined;
}

/** The recorded result of a repeated event, with its current alert. */
export async function replay(
  table: Table,
  tenantId: string,
  { status, alertId }: ReportedEvent,
): Promise<ReplayResult> {
  return { status, replayed: alertId === undefined ? undefined : await readAlert(table, tenantId, alertId) };
}

/** Adds a second identity, whose key is made of the id and the content, so that no different event shares it. */
export function withOwnIdentity(
  reporter: { readonly tenantId: string; readonly id: string },
  eventId: string,
  identity: EventIdentity,
): EventIdentity {
  const key = reportedEventKey(reporter.tenantId, reporter.id, sha256(`${eventId} ${identity.hash}`));
  return { ...identity, own: { ...identity, key } };
}

export interface KnownEvent {
  /** The identity under which the event is recorded. */
  readonly once: EventIdentity;
  /** The recorded result, if this event is a repetition. */
  readonly before: ReportedEvent | undefined;
  /** Whether a different event already has this id. */
  readonly isReused: boolean;
}

/** The keys of the items that `recall` needs, in this order. */
export const keysOfEvent = ({ key, own, former }: EventIdentity): readonly ItemKey[] => [
  key,
  own?.key ?? key,
  former ?? key,
];

/**
 * Finds out what is recorded about an event. Throws `event_id_reused` if a different event has its id, unless the event has a
 * second identity.
 */
export function recall(
  once: EventIdentity,
  [item, ownItem, formerItem]: readonly (Readonly<Record<string, unknown>> | undefined)[],
  now: Date,
): KnownEvent {
  const former = once.former && readReportedEvent(formerItem, now);
  if (former) return { once, before: former, isReused: false };
  // An event that was recorded under its second identity keeps it, even if its id is free again.
  const own = once.own && readReportedEvent(ownItem, now);
  if (once.own && own) return { once: once.own, before: own, isReused: true };
  const before = readReportedEvent(item, now);
  if (!before || once.isWhole || before.hash === once.hash) return { once, before, isReused: false };
  if (!once.own) throw new ApiError('event_id_reused');
  return { once: once.own, before: undefined, isReused: true };
}

export const EVENT_ID_REUSED: Warning = {
  field: 'id',
  code: 'event_id_reused',
  message: 'The id was used for another event. This event was carried out, too.',
};

/** The recorded result of an event; `undefined` if there is none or it has expired. */
function readReportedEvent(
  item: Readonly<Record<string, unknown>> | undefined,
  now: Date,
): ReportedEvent | undefined {
  if (!item) return undefined;
  const { hash, status, alert_id, write_id, ttl } = reportedEventSchema.parse(item);
  if (ttl <= toEpochSeconds(now)) return undefined;
  return { hash, status, alertId: alert_id, writeId: write_id };
}

/** Records the result of an event, in the same transaction. Refused if the event has happened before. */
export function keepEvent(
  table: Table,
  { key, hash, keptSeconds = KEPT_SECONDS, former }: EventIdentity,
  { status, alertId }: EventOutcome,
  { writeId, now }: { readonly writeId: string; readonly now: Date },
): GuardedWrite[] {
  const seconds = toEpochSeconds(now);
  const result = {
    hash,
    status,
    ...(alertId === undefined ? {} : { alert_id: alertId }),
    write_id: writeId,
    ttl: seconds + keptSeconds,
  };
  const isNew = anyOf(ABSENT, expression`#ttl <= ${seconds}`);
  return [key, ...(former ? [former] : [])].map((it) => ({
    ...putIf(table, { ...it, ...result }, isNew, 'stale'),
    hasHappened: (found) => found?.['write_id'] === writeId,
  }));
}
