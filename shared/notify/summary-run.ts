import { runInLanes } from '../base/run-in-lanes.ts';
import type { Table } from '../table/table.ts';
import type { OnUnreadable } from '../webhooks/webhook.ts';
import { type AttemptContext, reasonOfBudget, sourceOf } from './attempt-notification.ts';
import {
  changeNotification,
  closeNotification,
  isPlanWhole,
  type NotificationChanges,
  stateAfterEnd,
} from './change-notification.ts';
import type { ChannelKind } from './channel-kind.ts';
import type { Held, HeldNotification } from './find-held.ts';
import { isHeld, type Notification, type NotificationOutcome } from './notification.ts';
import type { SendResult } from './sender.ts';
import { type ChannelRef, changeStorm, maySummarize, QUIET_MS, type Storm, type Summary } from './storm.ts';

const WRITES_AT_A_TIME = 25;

/**
 * For at most this many sites a summary asks whether their share of the budget allows a message. If five sites have used up
 * their shares, the tenant has used up its budget.
 */
const MOST_SITES = 5;

/** A notification that is older than this gets no other attempt after it was refused. */
const LATEST_MS = 14 * 60_000;

export interface SummaryContext extends AttemptContext {
  readonly onUnreadable: OnUnreadable;
  /** Called immediately for each outcome, because a later failure does not undo it. */
  readonly onOutcome: (outcome: NotificationOutcome, channel: string | null) => void;
}

/** Whether no run sends or marks a summary, and the next one may go out. */
export function isFree(storm: Storm, now: Date): boolean {
  const { summary } = storm;
  if (summary && summary.until > now.getTime()) return false;
  return summary?.sent === true || maySummarize(storm, now);
}

export type Ending = NotificationChanges & Pick<Notification, 'status' | 'reason'>;
export type Endings = ReadonlyMap<HeldNotification, Ending>;

export const endingsOf = (
  all: readonly HeldNotification[],
  endingOf: (it: HeldNotification) => Ending,
): Endings => new Map(all.map((it) => [it, endingOf(it)]));

const markSent =
  (uncertain: readonly string[] = []) =>
  ({ shortId, stored }: HeldNotification): Ending => ({
    status: 'sent',
    reason: null,
    attempts: stored.entity.attempts + 1,
    in_summary: true,
    duplicate_possible: stored.state.unknowns > 0 || uncertain.includes(shortId),
  });

function withoutSummary({ summary: _, ...storm }: Storm): Storm {
  return storm;
}

function withUncertain({ uncertain: _, ...storm }: Storm, ids: readonly string[] | undefined): Storm {
  return { ...storm, ...(ids === undefined ? {} : { uncertain: [...ids] }) };
}

/** The writes of one run that sends a summary. */
export class SummaryRun {
  readonly #table: Table;
  readonly #channel: ChannelRef;
  readonly #now: Date;
  readonly #context: SummaryContext;

  constructor(table: Table, channel: ChannelRef, context: SummaryContext) {
    this.#table = table;
    this.#channel = channel;
    this.#now = context.now;
    this.#context = context;
  }

  /**
   * Records the end of these notifications if they are still held. It continues after an error, and throws the first one at the
   * end.
   */
  async mark(endings: Endings): Promise<void> {
    const failures: unknown[] = [];
    await runInLanes([...endings], WRITES_AT_A_TIME, ([it, changes]) =>
      this.#end(it, changes).catch((error: unknown) => failures.push(error)),
    );
    if (failures.length > 0) throw failures[0];
  }

  async #end(it: HeldNotification, changes: Ending): Promise<void> {
    const { stored } = it;
    const ended = await changeNotification(this.#table, stored.entity, it, this.#now, ({ entity, state }) => {
      if (!isHeld(entity)) return undefined;
      return { changes, state: stateAfterEnd(state, { ...entity, ...changes }, this.#now) };
    });
    if (!ended) return;
    const outcome = OUTCOMES[ended.entity.status];
    if (outcome) this.#context.onOutcome(outcome, ended.entity.channel);
    // A storm may end a notification before all notifications of its event are stored. Then the timer closes it.
    if (!isPlanWhole(ended.entity, this.#now)) return;
    await closeNotification(this.#table, ended.entity, stored.state, this.#context);
  }

  /**
   * Counts a summary in the budget share of one of its sites, those with critical alerts first. Resolves to a reason if none
   * of these sites has anything left of its share.
   */
  async reasonOfBudget(
    kind: ChannelKind,
    id: string,
    needed: readonly HeldNotification[],
  ): Promise<string | undefined> {
    const bySite = new Map<string, ReturnType<typeof sourceOf>>();
    for (const { stored, alert } of needed) {
      const about = sourceOf({ ...stored.entity, site_id: stored.state.site_id }, alert);
      if (about.isCritical || !bySite.has(about.siteId)) bySite.set(about.siteId, about);
    }
    const sources = [...bySite.values()].sort((a, b) => Number(b.isCritical) - Number(a.isCritical));
    let reason: string | undefined;
    for (const about of sources.slice(0, MOST_SITES)) {
      const counted = { kind, id, about, context: this.#context };
      reason = await reasonOfBudget(this.#table, this.#channel.tenantId, counted);
      if (reason === undefined) break;
    }
    return reason;
  }

  /** Takes the lease of a summary; `false` if another run has taken it. */
  begin(
    before: Summary | undefined,
    summary: Summary,
    uncertain: readonly string[] | undefined,
  ): Promise<boolean> {
    return changeStorm(this.#table, this.#channel, undefined, this.#now, (storm) => {
      if (storm.summary?.id !== before?.id || !isFree(storm, this.#now))
        return { after: undefined, result: false };
      const after = { ...withUncertain(storm, uncertain), summary, summary_at: this.#now.getTime() };
      return { after, result: true };
    });
  }

  /** Records the result of a summary, then marks the notifications that it covers. */
  record(
    summary: Summary,
    result: SendResult,
    covered: readonly HeldNotification[],
    uncertain: readonly string[] | undefined,
  ): Promise<void> {
    if (result.outcome === 'sent') return this.#recordSent(summary, covered, uncertain);
    const { channel = null } = covered[0]?.stored.entity ?? {};
    this.#context.onOutcome(result.outcome === 'unknown' ? 'unknown' : 'failed', channel);
    return result.outcome === 'refused'
      ? this.#recordRefused(summary, result, covered)
      : this.#recordUnknown(summary);
  }

  async #recordSent(
    summary: Summary,
    covered: readonly HeldNotification[],
    uncertain: readonly string[] | undefined,
  ): Promise<void> {
    const noteSent = () =>
      this.settle(summary, (storm) => ({ ...storm, summary: { ...summary, sent: true } }));
    // If recording fails, it is tried again, because without a record the summary would be sent again.
    if (!(await noteSent().catch(noteSent))) return;
    await this.mark(endingsOf(covered, markSent(uncertain)));
    await this.settle(summary, withoutSummary);
  }

  async #recordRefused(
    summary: Summary,
    { isFinal, reason }: Extract<SendResult, { readonly outcome: 'refused' }>,
    covered: readonly HeldNotification[],
  ): Promise<void> {
    const isOver = ({ stored }: HeldNotification) =>
      isFinal || this.#now.getTime() - Date.parse(stored.entity.created_at) >= LATEST_MS;
    if (!(await this.settle(summary, withoutSummary))) return;
    await this.mark(endingsOf(covered.filter(isOver), () => ({ status: 'failed', reason })));
  }

  /** Keeps the lease, which shows that the result is unknown. The next run continues from there. */
  async #recordUnknown(summary: Summary): Promise<void> {
    const until = this.#now.getTime();
    await this.settle(summary, (storm) => ({ ...storm, summary: { ...summary, until } }));
  }

  /** Marks what an earlier run sent and did not mark. */
  async finish(summary: Summary, held: Held, uncertain: readonly string[] | undefined): Promise<void> {
    const sent = held.notifications.filter((it) => summary.ids.includes(it.shortId));
    await this.mark(endingsOf(sent, markSent(uncertain)));
    await this.settle(summary, withoutSummary);
  }

  /** Changes the storm if this is still its summary; `false` if it is not. */
  settle(summary: Summary, change: (storm: Storm) => Storm): Promise<boolean> {
    return changeStorm(this.#table, this.#channel, undefined, this.#now, (storm) => {
      const isSame = storm.summary?.id === summary.id;
      return { after: isSame ? change(storm) : undefined, result: isSame };
    });
  }

  /** Ends a run that sends no summary: forgets the previous summary, and removes the timer if nothing is held any more. */
  async rest({
    uncertain,
    before,
    isEmpty,
  }: {
    readonly uncertain: readonly string[] | undefined;
    readonly before: Summary | undefined;
    readonly isEmpty: boolean;
  }): Promise<void> {
    await changeStorm(this.#table, this.#channel, undefined, this.#now, (storm) => {
      if (storm.summary?.id !== before?.id) return { after: undefined, result: undefined };
      const isQuiet = this.#now.getTime() - (storm.held_at ?? 0) >= QUIET_MS;
      const isOver = isEmpty && isQuiet;
      if (!isOver && !before) return { after: undefined, result: undefined };
      const kept = withUncertain(withoutSummary(storm), isOver ? undefined : uncertain);
      const { timer: _, due: __, ...ended } = kept;
      return { after: isOver ? ended : kept, result: undefined };
    });
  }
}

const OUTCOMES: Readonly<Partial<Record<Notification['status'], NotificationOutcome>>> = {
  sent: 'sent',
  failed: 'given_up',
  suppressed: 'suppressed',
};
