import { runInLanes } from '../base/run-in-lanes.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { OnUnreadable } from '../webhooks/webhook.ts';
import { reasonToSuppress } from './attempt-facts.ts';
import { type AttemptContext, reasonOfBudget, sourceOf } from './attempt-notification.ts';
import {
  changeNotification,
  closeNotification,
  isPlanWhole,
  type NotificationChanges,
  stateAfterEnd,
} from './change-notification.ts';
import type { ChannelKind } from './channel-kind.ts';
import { findHeld, type Held, type HeldNotification } from './find-held.ts';
import { isHeld, NO_ANSWER, type Notification, type NotificationOutcome } from './notification.ts';
import { summaryText } from './notification-text.ts';
import type { SummaryMessage } from './notify-message.ts';
import type { Person } from './recipients.ts';
import type { SendResult } from './sender.ts';
import {
  type ChannelRef,
  changeStorm,
  maySummarize,
  QUIET_MS,
  readStorm,
  type Storm,
  type Summary,
  stormKey,
} from './storm.ts';

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

/**
 * Sends one message in place of all that a channel holds, and marks the notifications that it covers. Critical alerts for
 * whose names it has no room wait for the next summary. Does nothing while another run sends a summary, or within the same
 * minute; so the message of the queue may arrive repeatedly. If an earlier run ended early, this run continues it: it marks
 * the notifications that were sent; those that may have been sent are sent once more and marked as possible duplicates.
 */
export async function sendSummary(
  table: Table,
  message: SummaryMessage,
  context: SummaryContext,
): Promise<void> {
  const { now, off, send, publicUrl, timeoutSeconds } = context;
  const channelRef: ChannelRef = {
    tenantId: message.tenant_id,
    userId: message.user_id,
    channelId: message.channel_id,
  };
  const loaded = readStorm(await getItem(table, stormKey(channelRef.tenantId, channelRef.channelId)));
  if (loaded.storm.timer === undefined || !isFree(loaded.storm, now)) return;
  const held = await findHeld(table, channelRef, context.onUnreadable);
  const run = new Run(table, channelRef, context);
  const { storm } = loaded;
  const before = storm.summary;
  if (before?.sent) {
    // The run that sent it did not mark everything.
    const sent = held.notifications.filter((it) => before.ids.includes(it.shortId));
    await run.mark(endingsOf(sent, markSent(storm)));
    await run.settle(before, withoutSummary);
    return;
  }
  const { endings, needed, channel, uncertain } = decideSummary({
    storm,
    held,
    channelId: channelRef.channelId,
    off,
  });
  await run.mark(endings);
  const [worst] = needed;
  if (!channel || !worst) {
    await run.rest({ uncertain, before, isEmpty: !held.hasMore });
    return;
  }
  const id = `${channelRef.channelId} ${worst.stored.entity.id}`;
  const beyond = await run.reasonOfBudget(channel.kind, id, needed);
  if (beyond !== undefined) {
    await run.mark(endingsOf(needed, () => ({ status: 'suppressed', reason: beyond })));
    await run.rest({ uncertain, before, isEmpty: !held.hasMore });
    return;
  }
  const { kind, address, subscription } = channel;
  const events = needed.map((it) => {
    const { entity, state } = it.stored;
    return { it, event: entity.event, siteId: state.site_id, site: it.site, alert: it.alert };
  });
  // A later summary must not replace this one on the screen, or it would hide what this one names.
  const tag = `summary-${worst.stored.entity.id}`;
  const { text, covered } = summaryText(kind, events, tag, publicUrl, held.person.language);
  const summarized = covered.map(({ it }) => it);
  const summary: Summary = {
    id: table.newWriteId(),
    until: now.getTime() + timeoutSeconds * 1_000,
    ids: summarized.map((it) => it.shortId),
    sent: false,
  };
  if (!(await run.begin(before, summary, uncertain))) return;
  const result = await send({ kind, address, subscription }, text);
  await run.record(summary, result, summarized, uncertain);
}

/** Whether no run sends or marks a summary, and the next one may go out. */
function isFree(storm: Storm, now: Date): boolean {
  const { summary } = storm;
  if (summary && summary.until > now.getTime()) return false;
  return summary?.sent === true || maySummarize(storm, now);
}

interface SummaryFacts {
  readonly storm: Storm;
  /** All notifications that the channel holds, and the person who owns the channel. */
  readonly held: Pick<Held, 'notifications' | 'person' | 'isTenantActive'>;
  readonly channelId: string;
  /** The kinds of channels to which the stage does not send. */
  readonly off: readonly ChannelKind[];
}

interface SummaryDecision {
  /** The notifications that end without a message, with the result of each. */
  readonly endings: Endings;
  /** The notifications to send, the worst first. */
  readonly needed: readonly HeldNotification[];
  /** `undefined` if the person has deleted the channel. */
  readonly channel: Person['channels'][number] | undefined;
  /** The short ids of notifications that an earlier summary may have sent. */
  readonly uncertain: readonly string[] | undefined;
}

/** Decides which of the held notifications must still be sent to the channel; pure. */
export function decideSummary({ storm, held, channelId, off }: SummaryFacts): SummaryDecision {
  const before = storm.summary;
  const channel = held.person.channels.find(({ id }) => id === channelId);
  const endings = new Map<HeldNotification, Ending>();
  const needed: HeldNotification[] = [];
  for (const it of held.notifications) {
    const { entity, state } = it.stored;
    const reason = reasonToSuppress({ ...held, alert: it.alert, channel }, entity, state.site_id, off);
    if (before && mayBeSentTwice(it, storm, before)) endings.set(it, { status: 'failed', reason: NO_ANSWER });
    else if (reason !== undefined) endings.set(it, { status: 'suppressed', reason });
    else needed.push(it);
  }
  return { endings, needed, channel, uncertain: afterUnknown(storm, before) };
}

/** The short ids of notifications that may have been sent, because a summary with them ended without a result. */
function afterUnknown({ uncertain }: Storm, before: Summary | undefined): readonly string[] | undefined {
  return before ? before.ids : uncertain;
}

/** Whether a notification was already in an earlier message whose result is unknown. */
function mayBeSentTwice({ shortId, stored }: HeldNotification, storm: Storm, { ids }: Summary): boolean {
  return ids.includes(shortId) && (stored.state.unknowns > 0 || storm.uncertain?.includes(shortId) === true);
}

type Ending = NotificationChanges & Pick<Notification, 'status' | 'reason'>;
type Endings = ReadonlyMap<HeldNotification, Ending>;

const endingsOf = (all: readonly HeldNotification[], endingOf: (it: HeldNotification) => Ending): Endings =>
  new Map(all.map((it) => [it, endingOf(it)]));

const markSent =
  ({ uncertain = [] }: Pick<Storm, 'uncertain'>) =>
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

/** One run of the function, for one channel. */
class Run {
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

  /** Records the result of a summary, then marks its notifications. */
  async record(
    summary: Summary,
    result: SendResult,
    needed: readonly HeldNotification[],
    uncertain: readonly string[] | undefined,
  ): Promise<void> {
    if (result.outcome === 'sent') {
      const noteSent = () =>
        this.settle(summary, (storm) => ({
          ...storm,
          summary: { ...summary, sent: true },
        }));
      // If recording fails, it is tried again, because without a record the summary would be sent again.
      if (!(await noteSent().catch(noteSent))) return;
      await this.mark(endingsOf(needed, markSent(uncertain ? { uncertain: [...uncertain] } : {})));
      await this.settle(summary, withoutSummary);
      return;
    }
    const { channel = null } = needed[0]?.stored.entity ?? {};
    this.#context.onOutcome(result.outcome === 'unknown' ? 'unknown' : 'failed', channel);
    const { reason } = result;
    if (result.outcome === 'refused') {
      const isOver = ({ stored }: HeldNotification) =>
        result.isFinal || this.#now.getTime() - Date.parse(stored.entity.created_at) >= LATEST_MS;
      if (!(await this.settle(summary, withoutSummary))) return;
      await this.mark(endingsOf(needed.filter(isOver), () => ({ status: 'failed', reason })));
      return;
    }
    // The lease stays, which shows that the result is unknown. The next run continues from there.
    await this.settle(summary, (storm) => ({
      ...storm,
      summary: { ...summary, until: this.#now.getTime() },
    }));
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
