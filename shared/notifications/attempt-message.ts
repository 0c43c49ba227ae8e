import type { OutgoingMessage } from '../lambda/send-messages.ts';
import type { Notification, NotificationState } from './notification.ts';
import { writeNotifyMessage } from './notify-message.ts';

/** The message that asks for the next attempt of a notification. */
export function attemptMessage(
  { tenant_id, subject_id, entry_id, event, id, user_id, channel_id, attempts }: Notification,
  { site_id, severity }: Pick<NotificationState, 'site_id' | 'severity'>,
): OutgoingMessage {
  return writeNotifyMessage({
    kind: 'attempt',
    tenant_id,
    subject_id,
    entry_id,
    event,
    id,
    // A notification without them is never sent.
    user_id: user_id ?? '',
    channel_id: channel_id ?? '',
    site_id,
    severity,
    attempts,
  });
}
