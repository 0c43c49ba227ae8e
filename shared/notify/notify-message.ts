import * as z from 'zod/mini';
import { alertSeverityField } from '../base/severities.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { ruleEventField } from './notification-rule.ts';

/** An event that rules are about. The receiver decides who is notified, and through which channels. */
const eventSchema = z.object({
  kind: z.literal('event'),
  tenant_id: z.string(),
  /** The alert, device or test of the event. */
  subject_id: z.string(),
  /** The history entry of the event. */
  entry_id: z.string(),
  event: ruleEventField,
  site_id: z.string(),
  /** The time of the event. */
  at: z.string(),
  /** The severity of the alert; null if the event is about a device or test. */
  severity: z.nullable(alertSeverityField),
  /** The active rules that matched the event, at least one. */
  rule_ids: z.array(z.string()),
});

/** Asks for one attempt to send a notification. The stored notification decides whether the attempt is made. */
const attemptSchema = z.object({
  kind: z.literal('attempt'),
  tenant_id: z.string(),
  subject_id: z.string(),
  entry_id: z.string(),
  /** The notification. */
  id: z.string(),
  event: ruleEventField,
  site_id: z.string(),
  user_id: z.string(),
  channel_id: z.string(),
  /** The severity of the alert when the notification was planned; missing if there is none. */
  severity: z.optional(alertSeverityField),
  /** The number of attempts before this message. */
  attempts: z.int(),
});

/** Asks for one summary of the messages that a channel did not get during a storm. */
const summarySchema = z.object({
  kind: z.literal('summary'),
  tenant_id: z.string(),
  user_id: z.string(),
  channel_id: z.string(),
  /** The time at which the summary was due: one message for each due time. */
  due: z.string(),
});

const messageSchema = z.discriminatedUnion('kind', [eventSchema, attemptSchema, summarySchema]);

/** A message of the queue that notifies people. It may arrive late or twice. It holds no address and no text. */
export type NotifyMessage = z.infer<typeof messageSchema>;

export type EventMessage = z.infer<typeof eventSchema>;
export type AttemptMessage = z.infer<typeof attemptSchema>;
export type SummaryMessage = z.infer<typeof summarySchema>;

/**
 * Ids, names and times only, so SQS rejects no character of them. Each tenant is a group, so that the storm of one does not delay
 * the others (AWS, "Amazon SQS fair queues"). Its critical messages are another group, as are its few summaries, so that a storm
 * of lower ones does not delay them either. A standard queue keeps no order in a group.
 */
export function writeNotifyMessage(message: NotifyMessage): OutgoingMessage {
  const { tenant_id: tenantId } = message;
  const isFirst = message.kind === 'summary' || message.severity === 'critical';
  return { body: JSON.stringify(message), groupId: isFirst ? `${tenantId}-critical` : tenantId };
}

/** Ignores fields of a newer release. Throws if this release does not know the kind of the message. */
export function readNotifyMessage(body: string): NotifyMessage {
  return messageSchema.parse(JSON.parse(body));
}
