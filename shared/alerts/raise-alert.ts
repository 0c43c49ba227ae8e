import { untilSettled } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { isConflict } from '../table/transaction.ts';
import type { Alert, StoredAlert } from './alert.ts';
import type { RaisedInput } from './alert-input.ts';
import { createAlert } from './create-alert.ts';
import {
  acknowledgementOf,
  chooseSubject,
  decideRaise,
  laterAlarmOf,
  type RaiseDecision,
  type Subject,
} from './decide-raise.ts';
import type { Claim } from './dedup-key.ts';
import { dependsOnOpening } from './later-alarm.ts';
import { addOccurrence, type Claimed, readClaimed, recordRise } from './occurrences.ts';
import type { KeepEvent, RaiseContext, RaiseResult } from './raise-context.ts';
import { type RaiseFacts, readReport } from './raise-facts.ts';
import { EVENT_ID_REUSED, keepEvent, type ReplayResult, replay } from './reported-event.ts';
import { prolongRunaway, tallyWrites } from './runaway.ts';
import type { Warning } from './warning.ts';

/** How many conflicts of transactions a report survives. With the pauses between them, they take up to 7 seconds. */
const MOST_CONFLICTS = 8;

/**
 * Raises an alert, or counts an occurrence of the open alert with the same dedup key. It does exactly one of the two, even if
 * requests are concurrent. The site, zone and device must exist in the tenant and belong together at that time, unless the
 * context allows repairs; the alert outlives them. Leaves no alert in a tenant that is deleted meanwhile.
 */
export async function raiseAlert(
  table: Table,
  input: RaisedInput,
  raising: Omit<RaiseContext, 'once'>,
): Promise<RaiseResult> {
  const result = await raiseOnce(table, input, raising);
  if ('alert' in result) return result;
  throw new Error('An event without an id was replayed');
}

/** Like `raiseAlert`, but a repeated event with the same id has no further effect. */
export function raiseOnce(
  table: Table,
  sent: RaisedInput,
  given: RaiseContext,
): Promise<RaiseResult | ReplayResult> {
  const { tenantId, now } = given;
  const writeId = table.newWriteId();
  let input = sent;
  let warnings = given.warnings ?? [];
  /** The resolved or deleted alerts that were found to still hold a claim, by the sort key of the claim. */
  const abandoned = new Map<string, string>();
  const isAbandoned = ({ key, open }: Claim) => abandoned.get(key.sk) === open.alertId;
  let conflicts = 0;
  /**
   * Concurrent reports of one device write the same items, so conflicts may persist. After a conflict, the report is decided
   * again.
   */
  const unlessInConflict = async <R>(writing: Promise<R>): Promise<R | undefined> =>
    writing.catch((error: unknown) => {
      conflicts += 1;
      if (conflicts > MOST_CONFLICTS || !isConflict(error)) throw error;
      return undefined;
    });
  return untilSettled<RaiseResult | ReplayResult>(table, async () => {
    const { known, siteId, repair, facts: readFacts } = await readReport(table, input, given);
    const raising = withWarnings(given, [...warnings, ...(known?.isReused ? [EVENT_ID_REUSED] : [])]);
    const said = { warnings: raising.warnings };
    if (known?.before) {
      const replayed = await replay(table, tenantId, known.before);
      const isOwn = known.before.writeId === writeId && replayed.replayed;
      const result = isOwn ? { status: replayed.status, alert: isOwn } : replayed;
      return { result: { ...result, ...said } };
    }
    if (siteId !== input.site_id) {
      input = { ...input, site_id: siteId };
      return undefined;
    }
    if (repair) {
      input = { ...input, ...repair.place };
      warnings = [...warnings, ...repair.warnings];
      return undefined;
    }
    const facts = await readFacts();
    raising.onValid?.();
    const subject = chooseSubject(facts, input, raising, isAbandoned);
    abandoned.clear(); // may be out of date in the next attempt
    const claimed = await readSubject(table, raising, subject);
    if (claimed === 'stale') return undefined;
    if (claimed === 'abandoned') {
      if (subject.claim) abandoned.set(subject.claim.key.sk, subject.claim.open.alertId);
      return undefined;
    }
    const keep: KeepEvent = (outcome) =>
      known ? keepEvent(table, known.once, outcome, { writeId, now }) : [];
    const openedOrClosedAt = await readOpening(raising, { subject, claimed, said: input });
    const decision = decideRaise(subject, claimed, facts, { ...raising, said: input, openedOrClosedAt });
    const alert = await unlessInConflict(
      writeDecision(table, decision, { subject, facts, said: input }, raising, keep),
    );
    return alert && { result: { status: decision.kind === 'create' ? 201 : 200, alert, ...said } };
  });
}

/** Adds the warnings to the history entries, and to the recorded result of the event. */
function withWarnings(raising: RaiseContext, warnings: readonly Warning[]): RaiseContext {
  const { alongside } = raising;
  return { ...raising, warnings, alongside: alongside && ((it) => alongside({ ...it, warnings })) };
}

/** Reads the alert of which a report would be an occurrence; `undefined` if the report raises its own alert. */
async function readSubject(
  table: Table,
  raising: RaiseContext,
  { claim, isSurfacing, abandoned }: Subject,
): Promise<Claimed | undefined> {
  return claim && !isSurfacing && abandoned === undefined ? readClaimed(table, raising, claim) : undefined;
}

/** Reads when the area of an alarm was last opened or closed, if that decides whether the alarm is heard. */
async function readOpening(
  raising: RaiseContext,
  given: { readonly subject: Subject; readonly claimed: StoredAlert | undefined; readonly said: RaisedInput },
): Promise<string | undefined> {
  const { subject, claimed, said } = given;
  const acknowledgement = claimed && subject.claim && acknowledgementOf(claimed, subject.claim);
  if (!acknowledgement || !dependsOnOpening(laterAlarmOf(said, raising), acknowledgement)) return undefined;
  return raising.openedOrClosedAt?.();
}

interface Basis {
  readonly subject: Subject;
  readonly facts: Pick<RaiseFacts, 'runaway' | 'reminders'>;
  /** The report itself, even if it becomes an occurrence of a runaway alert. */
  readonly said: RaisedInput;
}

/** Writes a decision. Returns its alert, or `undefined` if the facts behind the decision have changed. */
async function writeDecision(
  table: Table,
  decision: RaiseDecision,
  { subject, facts: { runaway, reminders }, said }: Basis,
  raising: RaiseContext,
  keep: KeepEvent,
): Promise<Alert | undefined> {
  const { claim, actor, dedupScope, tallyChange } = subject;
  const { now } = raising;
  const writes = runaway && tallyChange ? tallyWrites(table, runaway.tally, tallyChange, now) : [];
  // An ordinary occurrence needs no transaction, unless it has further writes.
  const writing: RaiseContext =
    writes.length === 0
      ? raising
      : { ...raising, alongside: (it) => [...writes, ...(raising.alongside?.(it) ?? [])] };
  const write = async () => {
    if (decision.kind === 'create') {
      const { alert, pending, plan, hearing } = decision.creation;
      const surfacing = subject.isSurfacing ? claim : undefined;
      const { heard } = hearing;
      const { abandoned } = subject;
      const begin = { pending, plan, reminders, abandoned, dedupScope, surfacing, heard };
      const isCreated = await createAlert(table, alert, { ...writing, actor }, keep, begin);
      return isCreated ? alert : undefined;
    }
    if (!claim) throw new Error('An occurrence without a claim');
    const counted = { claim, occurred_at: subject.input.occurred_at };
    if (decision.kind === 'rise') {
      const { rise } = decision;
      const risen = { ...counted, hearing: rise.hearing, said, reminders };
      return recordRise(table, rise, risen, writing, keep);
    }
    const { stored, text, hearing } = decision;
    return addOccurrence(table, stored, { ...counted, text, hearing }, writing, keep);
  };
  const isProlonged = runaway && tallyChange?.kind === 'prolong';
  const [alert] = await Promise.all([
    write(),
    isProlonged ? prolongRunaway(table, runaway.tally, now.getTime()) : undefined,
  ]);
  return alert;
}
