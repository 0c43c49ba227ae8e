import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { reasonToSuppress } from './attempt-facts.ts';
import type { ChannelKind } from './channel-kind.ts';
import { findHeld, type Held, type HeldNotification } from './find-held.ts';
import { NO_ANSWER } from './notification.ts';
import { summaryText } from './notification-text.ts';
import type { SummaryMessage } from './notify-message.ts';
import type { Person } from './recipients.ts';
import { type ChannelRef, readStorm, type Storm, type Summary, stormKey } from './storm.ts';
import {
  type Ending,
  type Endings,
  endingsOf,
  isFree,
  type SummaryContext,
  SummaryRun,
} from './summary-run.ts';

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
  const { now, off, send, timeoutSeconds } = context;
  const { tenant_id: tenantId, user_id: userId, channel_id: channelId } = message;
  const { storm } = readStorm(await getItem(table, stormKey(tenantId, channelId)));
  if (storm.timer === undefined || !isFree(storm, now)) return;
  const channelRef: ChannelRef = { tenantId, userId, channelId };
  const held = await findHeld(table, channelRef, context.onUnreadable);
  const run = new SummaryRun(table, channelRef, context);
  const before = storm.summary;
  if (before?.sent) return run.finish(before, held, storm.uncertain);

  const { endings, needed, channel, uncertain } = decideSummary({ storm, held, channelId, off });
  await run.mark(endings);
  const rest = () => run.rest({ uncertain, before, isEmpty: !held.hasMore });
  const [worst] = needed;
  if (!channel || !worst) return rest();
  const beyond = await run.reasonOfBudget(channel.kind, `${channelId} ${worst.stored.entity.id}`, needed);
  if (beyond !== undefined) {
    await run.mark(endingsOf(needed, () => ({ status: 'suppressed', reason: beyond })));
    return rest();
  }
  const { text, covered } = textOf(needed, worst, channel.kind, held.person.language, context);
  const summary: Summary = {
    id: table.newWriteId(),
    until: now.getTime() + timeoutSeconds * 1_000,
    ids: covered.map((it) => it.shortId),
    sent: false,
  };
  if (!(await run.begin(before, summary, uncertain))) return;
  const { kind, address, subscription } = channel;
  const result = await send({ kind, address, subscription }, text);
  await run.record(summary, result, covered, uncertain);
}

/** Makes the text of a summary, and says which notifications it covers. */
function textOf(
  needed: readonly HeldNotification[],
  worst: HeldNotification,
  kind: ChannelKind,
  language: Person['language'],
  { publicUrl }: SummaryContext,
) {
  const events = needed.map((it) => {
    const { entity, state } = it.stored;
    return { it, event: entity.event, siteId: state.site_id, site: it.site, alert: it.alert };
  });
  // A later summary must not replace this one on the screen, or it would hide what this one names.
  const tag = `summary-${worst.stored.entity.id}`;
  const { text, covered } = summaryText(kind, events, tag, publicUrl, language);
  return { text, covered: covered.map(({ it }) => it) };
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
