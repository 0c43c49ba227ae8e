import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Alert } from '../alerts/alert.ts';
import { sha256 } from '../base/digest.ts';
import { formatTimestamp } from '../base/time.ts';
import {
  BUDGET_REASONS,
  type BudgetContext,
  type BudgetedMessage,
  type Counting,
  spend,
} from '../limits/budget.ts';
import { SITES } from '../sites/site.ts';
import { expressionInput } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { timerAttributes } from '../table/timer.ts';
import { type AttemptFacts, readAttemptFacts, reasonToSuppress } from './attempt-facts.ts';
import {
  changeNotification,
  closeNotification,
  type LoadedNotification,
  stateAfterEnd,
} from './change-notification.ts';
import type { ChannelKind } from './channel-kind.ts';
import type { OnNobody } from './nobody-notified.ts';
import {
  heldAttributes,
  NO_ANSWER,
  type Notification,
  type NotificationOutcome,
  type NotificationState,
  needsAttempt,
  STORM,
  type StoredNotification,
} from './notification.ts';
import { notificationText } from './notification-text.ts';
import type { AttemptMessage } from './notify-message.ts';
import type { Send, SendResult } from './sender.ts';
import { rankOf, takePlace } from './storm.ts';

/** How many attempts may end with an unknown result, so that a person gets at most one duplicate. */
const MOST_UNKNOWN = 2;

export interface AttemptContext extends BudgetContext {
  readonly send: Send;
  /** The URL of the stage, without a slash at the end. Links in messages begin with it. */
  readonly publicUrl: string;
  /** The kinds of channels that the stage does not send. */
  readonly off: readonly ChannelKind[];
  /** The time for which the function may run. */
  readonly timeoutSeconds: number;
  readonly onNobody: OnNobody;
}

interface AttemptResult {
  readonly outcome: NotificationOutcome | 'skipped';
  readonly channel: string | null;
  readonly reason?: string | null;
}

const SKIPPED: AttemptResult = { outcome: 'skipped', channel: null };

/**
 * Makes one attempt to send a notification and records its result. Does nothing if another attempt was made since this
 * attempt was queued. Reads every reason not to send right before sending.
 */
export async function attemptNotification(
  table: Table,
  message: AttemptMessage,
  context: AttemptContext,
): Promise<AttemptResult> {
  const { now, send, publicUrl, off } = context;
  const facts = await readAttemptFacts(table, message);
  const { stored, channel } = facts;
  if (!stored) return SKIPPED;
  const { entity, state } = stored;
  if (!isNext(stored, message, now)) return SKIPPED;
  const unknowns = unknownsOf(state);
  const end = (changes: Ending) => endAttempt(table, facts, message, { changes, context });
  if (unknowns >= MOST_UNKNOWN) return end({ status: 'failed', reason: NO_ANSWER });
  const reason = reasonToSuppress(facts, entity, message.site_id, off);
  if (reason !== undefined || !channel) return end({ status: 'suppressed', reason: reason ?? 'no_channel' });
  // A message that may have been sent still counts as one of the channel's recent messages; sending it again counts as
  // another one.
  const place = `${entity.id} ${unknowns}`;
  const channelRef = { tenantId: message.tenant_id, userId: message.user_id, channelId: message.channel_id };
  const rank = rankOf(entity.event, facts.alert?.severity);
  if (!(await takePlace(table, channelRef, facts.storm, { id: place, rank, now })))
    return hold(table, facts, message, { rank, now });
  const about = sourceOf(message, facts.alert);
  const beyond = await reasonOfBudget(table, message.tenant_id, {
    kind: channel.kind,
    id: place,
    about,
    context,
  });
  if (beyond !== undefined) return end({ status: 'suppressed', reason: beyond });
  const leaseId = table.newWriteId();
  const begun = await begin(table, facts, message, { leaseId, context });
  if (!begun) return SKIPPED;
  const text = notificationText(channel.kind, facts.event, publicUrl, facts.person.language);
  const { kind, address, subscription } = channel;
  const receiptContext = { tenant_id: entity.tenant_id, subject_id: entity.subject_id, id: entity.id };
  const result = await send({ kind, address, subscription }, text, receiptContext);
  const recording = { leaseId, result, context };
  // If recording the result fails, it is tried again, because without a record the message would be sent again.
  return record(table, message, { stored: begun, version: begun.version }, recording).catch(() =>
    record(table, message, undefined, recording),
  );
}

/**
 * Whether no attempt was made since this one was queued, and none is running. A held notification is sent only by a summary.
 */
function isNext({ entity, state }: StoredNotification, { attempts }: AttemptMessage, now: Date): boolean {
  if (!needsAttempt(entity) || entity.attempts !== attempts) return false;
  return state.lease === undefined || state.lease.until <= now.getTime();
}

/** A run that ended without a result has left its lease, so its attempt counts as unknown. */
const unknownsOf = ({ lease, unknowns }: NotificationState) => unknowns + (lease ? 1 : 0);

const ID_LENGTH = 8;

/** The site, device and severity of an event, on which budgets depend. */
type Source = Pick<BudgetedMessage, 'siteId' | 'deviceId' | 'isCritical'>;

export const sourceOf = (
  { site_id: siteId, subject_id, event }: Pick<AttemptMessage, 'site_id' | 'subject_id' | 'event'>,
  alert: Pick<Alert, 'device_id' | 'severity'> | undefined,
): Source => ({
  siteId,
  deviceId: event.startsWith('device.') ? subject_id : (alert?.device_id ?? undefined),
  isCritical: alert?.severity === 'critical',
});

interface CountedMessage {
  readonly kind: ChannelKind;
  /** Identifies the message, so that it is counted once. */
  readonly id: string;
  readonly about: Source;
  readonly context: BudgetContext;
  /** By default, the message is counted in the table. */
  readonly counting?: Counting;
}

/** Counts a message in the budget of its tenant. Resolves to a reason if the budget does not allow another message today. */
export async function reasonOfBudget(
  table: Table,
  tenantId: string,
  { kind, id, about, context: { now, perDay, onNearEnd }, counting }: CountedMessage,
): Promise<string | undefined> {
  if (kind === 'push') return undefined;
  const budget = { kind, tenantId, perDay: perDay[kind], now };
  const counted = {
    ...about,
    id: sha256(id).slice(0, ID_LENGTH),
    isOnlySite: () => hasOneSite(table, tenantId),
  };
  const { allowed, isNearEnd } = await spend(table, budget, counted, counting);
  if (isNearEnd) onNearEnd(budget);
  return allowed ? undefined : BUDGET_REASONS[kind];
}

async function hasOneSite(table: Table, tenantId: string): Promise<boolean> {
  const { Count = 0 } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(tenantPartition(tenantId), SITES.prefix()) }),
      Select: 'COUNT',
      Limit: 2,
    }),
  );
  return Count < 2;
}

/**
 * Takes the lease of the notification until the function must have ended. If no result is recorded by then, the timer makes
 * the next attempt.
 */
async function begin(
  table: Table,
  facts: AttemptFacts,
  message: AttemptMessage,
  { leaseId, context }: { readonly leaseId: string; readonly context: AttemptContext },
): Promise<StoredNotification | undefined> {
  const { now, timeoutSeconds } = context;
  const until = now.getTime() + timeoutSeconds * 1_000;
  return changeNotification(table, message, facts, now, (current) => {
    if (!isNext(current, message, now)) return undefined;
    const { entity, state } = current;
    const unknowns = unknownsOf(state);
    // A timer that is due later stays, because moving it would cost writes to the index.
    const isLater = state.due !== undefined && state.due >= formatTimestamp(new Date(until));
    const timer = isLater ? {} : timerAttributes('notification', entity.id, new Date(until));
    return {
      changes: { attempts: entity.attempts + 1, reason: null, duplicate_possible: unknowns > 0 },
      state: { ...state, unknowns, lease: { id: leaseId, until }, ...timer },
    };
  });
}

type Ending = Pick<Notification, 'status' | 'reason'>;

/** Ends a notification for good, without another attempt. */
async function endAttempt(
  table: Table,
  facts: AttemptFacts,
  message: AttemptMessage,
  { changes, context }: { readonly changes: Ending; readonly context: AttemptContext },
): Promise<AttemptResult> {
  const { now } = context;
  const ended = await changeNotification(table, message, facts, now, (current) => {
    if (!isNext(current, message, now)) return undefined;
    const { entity, state } = current;
    const unknowns = unknownsOf(state);
    return { changes, state: stateAfterEnd({ ...state, unknowns }, { ...entity, ...changes }, now) };
  });
  if (!ended) return SKIPPED;
  await closeNotification(table, ended.entity, message, context);
  const outcome = changes.status === 'failed' ? 'given_up' : 'suppressed';
  return { outcome, channel: ended.entity.channel, reason: changes.reason };
}

/** Holds a notification back for a summary. */
async function hold(
  table: Table,
  facts: AttemptFacts,
  message: AttemptMessage,
  { rank, now }: { readonly rank: number; readonly now: Date },
): Promise<AttemptResult> {
  const held = await changeNotification(table, message, facts, now, (current) => {
    if (!isNext(current, message, now)) return undefined;
    const { lease: _, ...state } = current.state;
    const unknowns = unknownsOf(current.state);
    return {
      changes: { reason: STORM },
      state: { ...state, unknowns, ...heldAttributes(message.channel_id, rank, now) },
    };
  });
  return held ? { outcome: 'held', channel: held.entity.channel } : SKIPPED;
}

interface Recording {
  readonly leaseId: string;
  readonly result: SendResult;
  readonly context: AttemptContext;
}

/**
 * Records the result of an attempt. Does nothing if the lease ended and another attempt began, or if an SMS receipt has
 * already arrived.
 */
async function record(
  table: Table,
  message: AttemptMessage,
  begun: LoadedNotification | undefined,
  { leaseId, result, context }: Recording,
): Promise<AttemptResult> {
  const { now } = context;
  const after = await changeNotification(table, message, begun, now, (current) => {
    const { entity, state } = current;
    if (entity.status !== 'queued' || state.lease?.id !== leaseId) return undefined;
    const unknowns = state.unknowns + (result.outcome === 'unknown' ? 1 : 0);
    const { changes, next } = afterResult(entity, result, unknowns, now);
    const { lease: _, ...others } = state;
    const ended = stateAfterEnd({ ...others, unknowns }, { ...entity, ...changes }, now);
    const timer = next && timerAttributes('notification', entity.id, next);
    return { changes, state: timer ? { ...others, unknowns, ...timer } : ended };
  });
  if (!after) return SKIPPED;
  const { entity } = after;
  await closeNotification(table, entity, message, context);
  return { outcome: outcomeOf(entity, result), channel: entity.channel, reason: entity.reason };
}

/** Decides how a result changes a notification, and when the next attempt is made. */
function afterResult(
  { attempts, created_at }: Notification,
  result: SendResult,
  unknowns: number,
  now: Date,
): { readonly changes: Ending; readonly next: Date | undefined } {
  if (result.outcome === 'sent') return { changes: { status: 'sent', reason: null }, next: undefined };
  const { reason } = result;
  const isOver = result.outcome === 'refused' ? result.isFinal : unknowns >= MOST_UNKNOWN;
  const next = isOver ? undefined : nextAttemptAt(attempts, created_at, now);
  if (next) return { changes: { status: 'queued', reason }, next };
  return { changes: { status: 'failed', reason: result.outcome === 'unknown' ? NO_ANSWER : reason }, next };
}

function outcomeOf({ status }: Notification, { outcome }: SendResult): NotificationOutcome {
  if (status === 'sent') return 'sent';
  if (status === 'failed') return 'given_up';
  return outcome === 'unknown' ? 'unknown' : 'failed';
}

const MINUTE_MS = 60_000;

/** When the attempts after the first are made, counted from the event. The pauses are 1, 2, 4 and 7 minutes. */
const ATTEMPTS_AFTER_MS = [1 * MINUTE_MS, 3 * MINUTE_MS, 7 * MINUTE_MS, 14 * MINUTE_MS] as const;

/** The shortest pause before an attempt, for when the one before was late. */
const SHORTEST_PAUSE_MS = 30_000;

/** Returns the time of the next attempt after this number of failed ones; `undefined` if there is none. */
function nextAttemptAt(attempts: number, createdAt: string, now: Date): Date | undefined {
  const after = ATTEMPTS_AFTER_MS[attempts - 1];
  if (after === undefined) return undefined;
  return new Date(Math.max(Date.parse(createdAt) + after, now.getTime() + SHORTEST_PAUSE_MS));
}
