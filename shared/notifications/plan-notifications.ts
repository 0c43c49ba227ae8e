import type { ChannelKind } from '../channels/channel-kind.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { timerAttributes } from '../timers/timer.ts';
import type { OnUnreadable } from '../webhooks/readable.ts';
import { attemptMessage } from './attempt-message.ts';
import { type FoundRecipient, findRecipients } from './find-recipients.ts';
import { newNotification } from './new-notification.ts';
import { type Notification, notificationItem } from './notification.ts';
import type { EventMessage } from './notify-message.ts';
import { reasonAgainst } from './person.ts';

const WRITES_AT_A_TIME = 25;

/**
 * A message that gets lost is sent again by the timer of its notification after this time. The time is longer than the pause
 * after which the queue repeats an event (84 s). So a plan that was written in part is whole before one of its notifications
 * can be the last.
 */
const SAFETY_MS = 120_000;

export interface PlanContext {
  readonly now: Date;
  /** The kinds of channels that the stage does not send. */
  readonly off: readonly ChannelKind[];
  /** Sends messages to the queue of this function. */
  readonly queue: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly onUnreadable: OnUnreadable;
}

/**
 * Stores who is notified of an event through which channels, and why others are not; then queues the first attempts. Safe to
 * repeat: the ids follow from the event, and an existing notification does not change. Resolves to the planned
 * notifications.
 */
export async function planNotifications(
  table: Table,
  message: EventMessage,
  { now, off, queue, onUnreadable }: PlanContext,
): Promise<readonly Notification[]> {
  const { recipients, gaps } = await findRecipients(table, message, onUnreadable);
  const planned = [
    ...gaps.map((scheduleId) => gapNotification(message, scheduleId, now)),
    ...recipients.flatMap((it) => notificationsOf(message, it, { now, off })),
  ];
  const { site_id } = message;
  await runInLanes(planned, WRITES_AT_A_TIME, (it) => {
    const isWaiting = it.status === 'queued';
    const timer = isWaiting
      ? timerAttributes('notification', it.id, new Date(now.getTime() + SAFETY_MS))
      : {};
    return commit(table, [putEntity(table, notificationItem(it, { site_id, unknowns: 0, ...timer }))]);
  });
  const messages = planned
    .filter(({ status }) => status === 'queued')
    .map((it) => attemptMessage(it, { site_id }));
  // These include messages of an earlier run, which may have ended before it sent them. The attempt is made once.
  if (messages.length > 0) await queue(messages);
  return planned;
}

function notificationsOf(
  message: EventMessage,
  { userId, scheduleId, kinds, person }: FoundRecipient,
  { now, off }: Pick<PlanContext, 'now' | 'off'>,
): Notification[] {
  const whom = { user_id: userId, user_name: person.user?.name ?? null, schedule_id: scheduleId };
  const suppressed = (reason: string): Notification => ({
    ...newNotification(message, userId, now),
    ...whom,
    status: 'suppressed',
    reason,
  });
  const reason = reasonAgainst(person, message.site_id);
  if (reason) return [suppressed(reason)];
  const channels = person.channels.filter(({ kind }) => kinds.has(kind));
  if (channels.length === 0) return [suppressed('no_channel')];
  return channels.map(({ id, kind }) => ({
    ...newNotification(message, `${userId} ${id}`, now),
    ...whom,
    channel: kind,
    channel_id: id,
    ...(off.includes(kind) ? { status: 'suppressed', reason: 'channel_off' } : {}),
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
