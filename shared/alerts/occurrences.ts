import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RecordedActor } from '../base/actor.ts';
import type { Reminders } from '../base/severities.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import type { TimerWork } from '../table/due-timers.ts';
import { allOf, attribute, expression, expressionInput } from '../table/expression.ts';
import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import { isOutcomeUnknown, retry } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { timerAttributes } from '../table/timer.ts';
import { updateItem } from '../table/writes.ts';
import { type ActionTime, actionTime } from './action-context.ts';
import type { Alert, StoredAlert } from './alert.ts';
import { COUNTS } from './alert-event.ts';
import type { AlertInput } from './alert-input.ts';
import type { NewEntry } from './alert-log.ts';
import { changeStored } from './change-stored.ts';
import type { Rise } from './decide-raise.ts';
import {
  type Claim,
  carryToAlert,
  isSettled,
  type OpenAlert,
  readOpenAlert,
  withOccurrences,
} from './dedup-key.ts';
import { findAlert, readAlert } from './find-alert.ts';
import { firstActionOf } from './first-action.ts';
import { acknowledgerOf, newEvent, occurrencesEntry, restEntries } from './history.ts';
import type { HeardReport, HeardReports } from './later-alarm.ts';
import { type AlertPlanState, PLAN, PLAN_STEPS } from './pinned-plan.ts';
import type { KeepEvent, RaiseContext } from './raise-context.ts';
import { REMIND_AFTER, remindAfterOf } from './reminder.ts';
import { changeAlert } from './transition.ts';
import { type Warning, withWarnings } from './warning.ts';

interface Occurrence {
  readonly key: ItemKey;
  readonly open: OpenAlert;
  /** The time at which the reported event happened: a timestamp of the API. */
  readonly at: string;
  readonly by: RecordedActor;
  readonly now: Date;
  /** A message that the next history entry of occurrences keeps. */
  readonly text?: string | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  /** The report that the claim remembers from now on. */
  readonly heard?: HeardReport | undefined;
}

/**
 * How long after an occurrence `OCCURRENCES_WORK` copies the count into the alert. One run does so for all occurrences until
 * then.
 */
const CARRIED_AFTER_MS = 30_000;

/**
 * Identifies a report, so that its repetition after a lost reply is recognized. Three sets of marks take turns and keep the
 * marks of the last 10 to 20 seconds, which is far longer than the client repeats a call.
 */
interface Mark {
  readonly set: string;
  /** The set that is used next, and is emptied now. */
  readonly oldestSet: string;
  readonly mark: string;
}

const MARK_SETS = 3;
const MARK_SET_MILLISECONDS = 10_000;
/** A mark of this length is unique within its set. */
const MARK_LENGTH = 8;

/**
 * Counts an occurrence once and returns the updated claim; `undefined` if the claim no longer belongs to the alert, or if
 * somebody has acknowledged the alert since the claim was read. The write
 * only adds to the count and costs one write unit, so parallel reports do not wait for each other.
 */
async function countOccurrence(table: Table, occurrence: Occurrence): Promise<OpenAlert | undefined> {
  const mark = newMark(table, occurrence.now);
  let isLast = occurrence.at > occurrence.open.lastAt;
  while (true) {
    try {
      return await send(table, occurrence, isLast, mark);
    } catch (error) {
      const isRefused = error instanceof ConditionalCheckFailedException;
      if (!isRefused && !isOutcomeUnknown(error)) throw error;
      const item = await getItem(table, occurrence.key);
      const found = item && readOpenAlert(item);
      const marks = item?.[mark.set];
      if (marks instanceof Set && marks.has(mark.mark)) return found;
      if (!isRefused) throw error;
      const { alertId, acknowledgedAt } = occurrence.open;
      if (found?.alertId !== alertId || found.acknowledgedAt !== acknowledgedAt) return undefined;
      isLast = occurrence.at > found.lastAt;
    }
  }
}

/** The write that counts an occurrence within a transaction, which recognizes its own repetition. */
function occurrenceWrite(table: Table, occurrence: Occurrence): GuardedWrite {
  const isLast = occurrence.at > occurrence.open.lastAt;
  return updateItem(table, occurrence.key, occurrenceUpdate(occurrence, isLast, undefined), 'stale');
}

async function send(
  table: Table,
  occurrence: Occurrence,
  isLast: boolean,
  mark: Mark,
): Promise<OpenAlert | undefined> {
  const update = {
    TableName: table.name,
    Key: { ...occurrence.key },
    ...expressionInput(occurrenceUpdate(occurrence, isLast, mark)),
    ReturnValues: 'ALL_NEW' as const,
  };
  const isConflict = (error: unknown) => error instanceof TransactionConflictException;
  const { Attributes = {} } = await retry(
    () => table.client.send(new UpdateCommand(update)),
    isConflict,
    table.pause,
  );
  return readOpenAlert(Attributes);
}

function newMark(table: Table, now: Date): Mark {
  const turn = Math.floor(now.getTime() / MARK_SET_MILLISECONDS);
  return {
    set: `marks_${turn % MARK_SETS}`,
    oldestSet: `marks_${(turn + 1) % MARK_SETS}`,
    mark: table.newWriteId().slice(0, MARK_LENGTH),
  };
}

/** An occurrence that happened before the last one does not change `last_at`. */
function occurrenceUpdate(
  { open, at, by, now, text, warnings, heard }: Occurrence,
  isLast: boolean,
  mark: Mark | undefined,
) {
  const said = text === undefined ? expression`` : expression`, #texts ${new Set([text])}`;
  const dueAt = new Date(now.getTime() + CARRIED_AFTER_MS);
  const { timer, due } = timerAttributes('occurrences', open.alertId, dueAt);
  const lastAt = isLast ? expression`, #last_at = ${at}` : expression``;
  const warned = warnings ? expression`, #warnings = ${warnings}` : expression``;
  const remembered = heard ? expression`, #heard = ${heard}` : expression``;
  const marks = mark && attribute(mark.set);
  const marked = mark
    ? expression`, ${marks} ${new Set([mark.mark])} REMOVE ${attribute(mark.oldestSet)}`
    : expression``;
  return {
    update: expression`SET #last_by = ${by}, #timer = if_not_exists(#timer, ${timer}), #due = if_not_exists(#due, ${due})${lastAt}${warned}${remembered} ADD #count ${1}${said}${marked}`,
    condition: allOf(
      expression`#alert_id = ${open.alertId}`,
      open.acknowledgedAt === undefined
        ? expression`attribute_not_exists(#acknowledged_at)`
        : expression`#acknowledged_at = ${open.acknowledgedAt}`,
      isLast ? expression`#last_at < ${at}` : expression`#last_at >= ${at}`,
      mark && expression`NOT contains(${marks}, ${mark.mark})`,
    ),
  };
}

/**
 * The alert that holds a claim. `abandoned`: it is closed, but still holds the claim. `stale`: another alert holds the claim
 * by now.
 */
export type Claimed = StoredAlert | 'abandoned' | 'stale';

/**
 * Reads the alert that holds a claim; `stale` if another alert holds it by now. Call it before the occurrence is counted: a
 * failed read afterwards would report a failure although the occurrence is counted.
 */
export async function readClaimed(table: Table, { tenantId }: RaiseContext, claim: Claim): Promise<Claimed> {
  const stored = await findAlert(table, tenantId, claim.open.alertId);
  const isClosed = stored?.entity.status === 'resolved' && claim.open.testId === undefined;
  if (stored && !isClosed) return stored;
  // A closed alert that still holds its claim will never release it, because a resolve releases it in its own transaction.
  const item = await getItem(table, claim.key);
  return item !== undefined && readOpenAlert(item).alertId === claim.open.alertId ? 'abandoned' : 'stale';
}

interface Counted {
  readonly claim: Claim;
  /** The time at which the reported event happened. */
  readonly occurred_at: string | undefined;
  /** The message of the report, if it differs from that of the alert. */
  readonly text?: string | undefined;
  /** What the claim remembers about the report. */
  readonly hearing: HeardReports;
}

/**
 * Counts an occurrence of an open alert, or of a test's trouble, exactly once. Returns the alert with the exact count;
 * `undefined` if the claim has changed since it was read.
 */
export async function addOccurrence(
  table: Table,
  { entity: alert }: StoredAlert,
  counted: Counted,
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const occurrence = occurrenceOf(counted, context);
  const expected = withOccurrences(alert, afterOne(occurrence));
  const alongside = context.alongside?.({ status: 200, alert: expected }) ?? [];
  if (!context.once && alongside.length === 0) {
    const open = await countOccurrence(table, occurrence);
    return open && withOccurrences(alert, open);
  }
  const writes = [
    occurrenceWrite(table, occurrence),
    ...keep({ status: 200, alertId: alert.id }),
    ...alongside,
  ];
  if ((await commit(table, writes)) === 'stale') return undefined;
  // The occurrence is counted, so failed reads are ignored.
  const item = await getItem(table, occurrence.key).catch(() => undefined);
  const open = item && readOpenAlert(item);
  if (open?.alertId === alert.id) return withOccurrences(alert, open);
  const now = await readAlert(table, alert.tenant_id, alert.id).catch(() => undefined);
  return now ?? expected;
}

/**
 * Counts an occurrence that raises the severity of its alert, makes it active again, or follows its restore. The alert and its
 * indexes change at once, and a history entry records what the report said.
 */
export async function recordRise(
  table: Table,
  { stored, noted, alert: worse, pending, planState, action }: Rise,
  { said, reminders, ...counted }: Counted & { readonly said: AlertInput; readonly reminders: Reminders },
  context: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const { entity } = stored;
  const occurrence = occurrenceOf(counted, context);
  const open = { ...afterOne(occurrence), ...counted.hearing, severity: worse.severity };
  const alert = withOccurrences(worse, open);
  const report = {
    severity: alert.severity,
    ...(action === 'severity_raised' ? { former_severity: entity.severity } : {}),
    type: said.type,
    ...(said.metadata && Object.keys(said.metadata).length > 0 ? { metadata: said.metadata } : {}),
    ...(alert.status === 'active' ? acknowledgerOf(entity) : {}),
  };
  const isOnTest = entity.test_id !== undefined;
  const event = newEvent(alert, action, context, said.message, action === 'reoccurred' ? {} : report);
  const isSamePlan = planState === stored.planState;
  const beside = {
    ...(stored.reminding?.remindAfter === undefined ? {} : { [REMIND_AFTER]: stored.reminding.remindAfter }),
    ...(isSamePlan ? {} : planAttributes(stored.planState)),
  };
  const besideAfter = {
    ...remindAfterOf(reminders, alert.severity),
    ...firstActionOf({ ...entity, firstAction: stored.firstAction }, alert, context.actor),
    ...(isSamePlan ? {} : planAttributes(planState)),
  };
  const entries: NewEntry[] = [
    ...restEntries(noted, occurrence.open, context),
    { event, mark: isOnTest ? COUNTS : undefined },
  ];
  const change = { alert, timer: pending, entries, beside, besideAfter };
  const writes = [
    ...changeStored(table, stored, change, table.newWriteId()),
    carryToAlert(table, occurrence, open),
    ...keep({ status: 200, alertId: alert.id }),
    ...(context.alongside?.({ status: 200, alert }) ?? []),
  ];
  return (await commit(table, writes)) === 'written' ? alert : undefined;
}

function planAttributes({ plan, steps }: AlertPlanState) {
  return { ...(plan ? { [PLAN]: plan } : {}), ...(steps.length > 0 ? { [PLAN_STEPS]: steps } : {}) };
}

function occurrenceOf(
  { claim, occurred_at, text, hearing: { heard } }: Counted,
  context: RaiseContext,
): Occurrence {
  const { at, actor: by, now, warnings } = context;
  return { ...claim, at: occurred_at ?? at, by, now, text, heard, ...withWarnings(warnings) };
}

function afterOne({ open, at, by }: Occurrence) {
  return { ...open, count: open.count + 1, lastAt: at > open.lastAt ? at : open.lastAt, lastBy: by };
}

/**
 * Copies the count of a claim into its alert some time after an occurrence, with one history entry for all occurrences since.
 * So lists lag a little, but a sensor that reports all the time costs the indexes only one write a minute.
 */
export const OCCURRENCES_WORK: TimerWork = {
  run({ pk, sk }, { table, now, randomBytes }) {
    return carryOccurrences(table, { pk: String(pk), sk: String(sk) }, actionTime(now, randomBytes));
  },
};

function carryOccurrences(table: Table, key: ItemKey, time: ActionTime): Promise<void> {
  const writeId = table.newWriteId();
  const tenantId = tenantIdOf(key);
  return untilSettled<void>(table, async () => {
    const item = await getItem(table, key);
    if (!item) return SETTLED; // the alert is resolved and has the final count
    const open = readOpenAlert(item);
    const carry = carryToAlert(table, { key, open }, open);
    const stored = await findAlert(table, tenantId, open.alertId);
    if (!stored || isSettled(stored.entity) || stored.entity.occurrences === open.count) {
      return (await commit(table, [carry])) === 'written' ? SETTLED : undefined;
    }
    const alert = changeAlert(withOccurrences(stored.entity, open), {}, time.at);
    const change = { alert, timer: stored.pending, entries: [occurrencesEntry(alert, open, time)] };
    const writes = [...changeStored(table, stored, change, writeId), carry];
    return (await commit(table, writes)) === 'written' ? SETTLED : undefined;
  });
}

const SETTLED = { result: undefined };
