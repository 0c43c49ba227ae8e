import { runInLanes } from '../base/run-in-lanes.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { commit } from '../table/commit.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type TimerAttributes, timerAttributes } from '../table/timer.ts';
import { putEntity } from '../table/writes.ts';
import { type OnUnreadable, readable } from '../webhooks/webhook.ts';
import { attemptMessage } from './attempt-facts.ts';
import { PLANNED_MS } from './change-notification.ts';
import type { ChannelKind } from './channel-kind.ts';
import {
  heldAttributes,
  isHeld,
  type Notification,
  needsAttempt,
  newNotification,
  notificationItem,
  STORM,
} from './notification.ts';
import type { EventMessage } from './notify-message.ts';
import { type FoundRecipient, findRecipients, waysTo } from './recipients.ts';
import { changeStorm, holding, isHolding, rankOf, readStorm, stormKey } from './storm.ts';

const WRITES_AT_A_TIME = 25;

export interface PlanContext {
  readonly now: Date;
  /** The kinds of channels to which the stage does not send. */
  readonly off: readonly ChannelKind[];
  /** Sends messages to the queue of this function. */
  readonly queue: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly onUnreadable: OnUnreadable;
}

/**
 * Stores which people are notified of an event through which channels, and why others are not. Then queues the first
 * attempts. It is safe to repeat, because the ids follow from the event, and an existing notification does not change.
 * Resolves to the planned notifications.
 */
export async function planNotifications(
  table: Table,
  message: EventMessage,
  { now, off, queue, onUnreadable }: PlanContext,
): Promise<readonly Notification[]> {
  const { recipients, gaps } = await findRecipients(table, message, onUnreadable);
  const all = [
    ...gaps.map((scheduleId) => gapNotification(message, scheduleId, now)),
    ...recipients.flatMap((it) => notificationsOf(message, it, { now, off })),
  ];
  const { site_id, severity } = message;
  const rank = rankOf(message.event, severity);
  const planned =
    message.event === 'alert.reminded'
      ? await holdReminders(table, all, now)
      : await holdInStorms(table, all, rank, { now, onUnreadable });
  const state = { site_id, ...(severity === null ? {} : { severity }) };
  await runInLanes(planned, WRITES_AT_A_TIME, (it) => {
    const item = notificationItem(it, { ...state, unknowns: 0, ...timerOf(it, rank, now) });
    return commit(table, [putEntity(table, item)]);
  });
  const messages = planned.filter(needsAttempt).map((it) => attemptMessage(it, state));
  // Attempts that an earlier run should have queued are queued, too, because that run may have ended before. Each is made
  // only once.
  if (messages.length > 0) await queue(messages);
  return planned;
}

/**
 * Holds notifications back if their channel has already sent too many messages of this rank: in a storm, an attempt costs
 * more than all else about a notification. A repetition may decide otherwise, but does not change a notification that is
 * stored.
 */
async function holdInStorms(
  table: Table,
  planned: readonly Notification[],
  rank: number,
  { now, onUnreadable }: Pick<PlanContext, 'now' | 'onUnreadable'>,
): Promise<readonly Notification[]> {
  const queued = planned.flatMap((it) => {
    const { tenant_id, channel_id } = it;
    return needsAttempt(it) && channel_id !== null ? [{ it, key: stormKey(tenant_id, channel_id) }] : [];
  });
  const storms = await batchGet(
    table,
    queued.map(({ key }) => key),
  );
  const held = new Set<Notification>();
  for (const [place, { it, key }] of queued.entries()) {
    // A notification whose storm cannot be read is not held, so that it still gets an attempt and the others are planned.
    const read = () => isHolding(readStorm(storms[place]).storm, rank, now);
    if (readable(key, read, onUnreadable)) held.add(it);
  }
  return planned.map((it) => (held.has(it) ? { ...it, reason: STORM } : it));
}

/**
 * Holds reminders back for the next summary of their channel, whatever else it sends: alerts that are forgotten together are one
 * message to whoever acknowledged them.
 */
async function holdReminders(
  table: Table,
  planned: readonly Notification[],
  now: Date,
): Promise<readonly Notification[]> {
  return Promise.all(
    planned.map(async (it) => {
      const { tenant_id: tenantId, user_id: userId, channel_id: channelId } = it;
      if (!needsAttempt(it) || userId === null || channelId === null) return it;
      await changeStorm(table, { tenantId, userId, channelId }, undefined, now, (storm) => ({
        after: holding(storm, channelId, now),
        result: undefined,
      }));
      return { ...it, reason: STORM };
    }),
  );
}

/**
 * The timer that makes the first attempt if its message gets lost. For a held notification it is instead what lists it for
 * the summary.
 */
function timerOf(it: Notification, rank: number, now: Date): Partial<TimerAttributes> {
  if (needsAttempt(it)) return timerAttributes('notification', it.id, new Date(now.getTime() + PLANNED_MS));
  return isHeld(it) && it.channel_id !== null ? heldAttributes(it.channel_id, rank, now) : {};
}

function notificationsOf(
  message: EventMessage,
  { userId, scheduleId, kinds, person }: FoundRecipient,
  { now, off }: Pick<PlanContext, 'now' | 'off'>,
): Notification[] {
  const whom = { user_id: userId, user_name: person.user?.name ?? null, schedule_id: scheduleId };
  return waysTo(person, message.site_id, kinds, off).map(({ channel, reason }) => ({
    ...newNotification(message, channel ? `${userId} ${channel.id}` : userId, now),
    ...whom,
    ...(channel ? { channel: channel.kind, channel_id: channel.id } : {}),
    ...(reason === undefined ? {} : { status: 'suppressed' as const, reason }),
  }));
}

function gapNotification(message: EventMessage, scheduleId: string, now: Date): Notification {
  return {
    ...newNotification(message, scheduleId, now),
    schedule_id: scheduleId,
    status: 'suppressed',
    reason: 'nobody_on_call',
  };
}
