import * as z from 'zod/mini';
import { alertSeverityField } from '../base/severities.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { eventOfStored, notifiedEventField, storedEvent } from './notification-rule.ts';

/**
 * The message about an event for which rules exist. Its receiver decides which people are notified through which channels.
 */
const eventSchema = z.object({
  kind: z.literal('event'),
  tenant_id: z.string(),
  /** The alert, device or test of the event. */
  subject_id: z.string(),
  /** The history entry of the event. */
  entry_id: z.string(),
  event: notifiedEventField,
  site_id: z.string(),
  /** The time of the event. */
  at: z.string(),
  /** The severity of the alert; null if the event is about a device or test. */
  severity: z.nullable(alertSeverityField),
  /** The active rules that matched the event. A reminder has none. */
  rule_ids: z.array(z.string()),
  /** The person whom a reminder is for: who acknowledged the alert. */
  user_id: z.optional(z.string()),
});

/**
 * The message that asks for one attempt to send a notification. Whether the attempt is made depends on the stored
 * notification.
 */
const attemptSchema = z.object({
  kind: z.literal('attempt'),
  tenant_id: z.string(),
  subject_id: z.string(),
  entry_id: z.string(),
  /** The id of the notification. */
  id: z.string(),
  event: notifiedEventField,
  site_id: z.string(),
  user_id: z.string(),
  channel_id: z.string(),
  /** The severity that the alert had when the notification was planned; missing if the event is not about an alert. */
  severity: z.optional(alertSeverityField),
  /** How many attempts had been made before this message was queued. */
  attempts: z.int(),
});

/** The message that asks for one summary of what a channel held back during a storm. */
const summarySchema = z.object({
  kind: z.literal('summary'),
  tenant_id: z.string(),
  user_id: z.string(),
  channel_id: z.string(),
  /** The time at which the summary was due. There is one message for each such time. */
  due: z.string(),
});

const messageSchema = z.discriminatedUnion('kind', [eventSchema, attemptSchema, summarySchema]);

/**
 * A message of the queue that notifies people. It may arrive late or twice. It contains no address and no text of an alert.
 */
export type NotifyMessage = z.infer<typeof messageSchema>;

export type EventMessage = z.infer<typeof eventSchema>;
export type AttemptMessage = z.infer<typeof attemptSchema>;
export type SummaryMessage = z.infer<typeof summarySchema>;

/**
 * Writes a message of ids, names and times only, so that SQS rejects none of its characters. Each tenant is a message group,
 * so that a storm in one does not delay the others (AWS, "Amazon SQS fair queues"). A tenant's critical messages and
 * summaries, which are few, are a second group, so that a storm of lower severities does not delay them either. In a standard
 * queue, groups do not imply an order.
 */
export function writeNotifyMessage(message: NotifyMessage): OutgoingMessage {
  const { tenant_id: tenantId } = message;
  const isFirst = message.kind === 'summary' || message.severity === 'critical';
  const sent = 'event' in message ? { ...message, ...storedEvent(message.event) } : message;
  return { body: JSON.stringify(sent), groupId: isFirst ? `${tenantId}-critical` : tenantId };
}

/** Parses a message, ignoring fields of a newer release. Throws if this release does not know the kind of the message. */
export function readNotifyMessage(body: string): NotifyMessage {
  const sent = JSON.parse(body);
  return messageSchema.parse({ ...sent, event: eventOfStored(sent) });
}
