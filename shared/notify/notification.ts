import * as z from 'zod/mini';
import { derivedId } from '../base/digest.ts';
import { idField, timestampField, wordOf } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { ALERT_SEVERITIES, alertSeverityField } from '../base/severities.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../base/time.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import type { TimerAttributes } from '../table/timer.ts';
import { CHANNEL_KINDS } from './channel-kind.ts';
import { eventOfStored, notifiedEventField, storedEvent } from './notification-rule.ts';

const NOTIFICATION_STATUSES = ['queued', 'sent', 'delivered', 'failed', 'suppressed'] as const;

/** A message to a person about an event, or the reason why there is none. */
const notificationSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    subject_id: withMeta(idField, { description: 'The alert, device or test of the event.' }),
    entry_id: withMeta(idField, { description: 'The history entry of the event.' }),
    event: notifiedEventField,
    user_id: withMeta(z.nullable(idField), { description: 'The person; null if there is none.' }),
    user_name: z.nullable(z.string()),
    schedule_id: withMeta(z.nullable(idField), {
      description: 'The schedule in which the person is on call; null if the rule names the person.',
    }),
    // This is not an enumeration: client generators lose the null of a nullable enumeration.
    channel: withMeta(z.nullable(wordOf(CHANNEL_KINDS)), {
      description: 'The kind of the channel: `email`, `sms` or `push`; null if there is no channel.',
    }),
    channel_id: z.nullable(idField),
    status: withMeta(z.enum(NOTIFICATION_STATUSES), { id: 'NotificationStatus' }),
    reason: withMeta(z.nullable(z.string()), {
      description: 'Why it was not sent, or waits.',
      examples: ['no_channel'],
    }),
    attempts: z.int(),
    duplicate_possible: withMeta(z.boolean(), {
      description: 'Whether the person may have the message twice: the result of an attempt is not known.',
    }),
    in_summary: withMeta(z.boolean(), {
      description: 'Whether the message was part of a summary, because there were too many.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Notification',
    examples: [
      {
        id: EXAMPLE_IDS.notification,
        tenant_id: EXAMPLE_IDS.tenant,
        subject_id: EXAMPLE_IDS.alert,
        entry_id: EXAMPLE_IDS.entry,
        event: 'alert.raised',
        user_id: EXAMPLE_IDS.user,
        user_name: 'Olga Operator',
        schedule_id: EXAMPLE_IDS.schedule,
        channel: 'sms',
        channel_id: EXAMPLE_IDS.channel,
        status: 'delivered',
        reason: null,
        attempts: 1,
        duplicate_possible: false,
        in_summary: false,
        created_at: '2026-11-20T12:00:30.000+00:00',
        updated_at: '2026-11-20T12:00:33.000+00:00',
      },
    ],
  },
);

export type Notification = z.infer<typeof notificationSchema>;

export const notificationPageSchema = pageOf(notificationSchema, 'NotificationPage');

/**
 * The lease of a running attempt. After the time `until`, its function must have ended; if the lease is still there, the
 * result is unknown.
 */
const leaseSchema = z.object({ id: z.string(), until: z.number() });

const stateSchema = z.object({
  site_id: z.string(),
  /**
   * The severity that the alert had when the notification was planned. Missing if the event is not about an alert, and after
   * the notification has ended.
   */
  severity: z.optional(alertSeverityField),
  /** Missing if no attempt is running. */
  lease: z.optional(leaseSchema),
  /** The number of attempts with an unknown result. */
  unknowns: z._default(z.int(), 0),
  timer: z.optional(z.string()),
  due: z.optional(z.string()),
});

/**
 * The stored state of a notification, besides its fields. Its timer makes the next attempt, or finds out that nobody was
 * reached.
 */
export type NotificationState = z.infer<typeof stateSchema>;

export interface StoredNotification extends Stored<Notification> {
  readonly state: NotificationState;
}

/** The notifications of an alert, device or test. No index contains them. */
export const NOTIFICATIONS = defineKind<Notification, StoredNotification>({
  name: 'NOTIFICATION',
  schema: notificationSchema,
  under: ({ subject_id }) => subject_id,
  store: (notification) => ({ ...notification, ...storedEvent(notification.event) }),
  load: (data) => ({ ...data, event: eventOfStored(data) }),
  read: (item, stored) => ({ ...stored, state: stateSchema.parse(item) }),
});

const RETENTION_DAYS = 90;

/** Makes the item of a notification, which expires 90 days after its creation. */
export function notificationItem(notification: Notification, state: NotificationState) {
  const { unknowns, ...others } = state;
  return {
    ...NOTIFICATIONS.item(notification),
    ...others,
    ...(unknowns === 0 ? {} : { unknowns }),
    [TTL_ATTRIBUTE]: epochSecondsAfterDays(notification.created_at, RETENTION_DAYS),
  };
}

/** What may become of a message to a channel of a person, as the metric `Notifications` counts it. */
export const NOTIFICATION_OUTCOMES = [
  'sent',
  'delivered', // an SMS receipt says so
  'failed', // another attempt follows
  'given_up', // no other attempt follows
  'unknown', // the provider did not answer
  'suppressed', // not sent, for a reason that is shown in the delivery log
  'held', // held for a summary, because there were too many messages
] as const;

export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** The reason of a notification that failed because the results of its attempts are unknown. */
export const NO_ANSWER = 'no_answer';

/** The reason of a notification that waits for a summary. */
export const STORM = 'storm';

type Waiting = Pick<Notification, 'status' | 'reason'>;

/** Whether a notification waits for a summary. */
export const isHeld = ({ status, reason }: Waiting): boolean => status === 'queued' && reason === STORM;

/** Whether a notification waits for its next attempt. */
export const needsAttempt = ({ status, reason }: Waiting): boolean => status === 'queued' && reason !== STORM;

/**
 * The partition of the timer index that lists the notifications which a channel holds, the highest severity first, then the
 * oldest.
 */
export const heldPartition = (channelId: string) => `held#${channelId}`;

/**
 * The attributes that list a held notification in the partition of its channel. No timer runs there, because only a summary
 * sends a held notification.
 */
export function heldAttributes(channelId: string, rank: number, now: Date): TimerAttributes {
  const place = ALERT_SEVERITIES.length - 1 - rank;
  return { [TIMER_INDEX]: heldPartition(channelId), [DUE_ATTRIBUTE]: `${place} ${formatTimestamp(now)}` };
}

/** Makes a notification of an event. `whom` identifies the recipient and makes the id unique. */
export function newNotification(
  {
    tenant_id,
    subject_id,
    entry_id,
    event,
  }: Pick<Notification, 'tenant_id' | 'subject_id' | 'entry_id' | 'event'>,
  whom: string,
  now: Date,
): Notification {
  const at = formatTimestamp(now);
  return {
    id: derivedId(entry_id, `${entry_id} ${whom}`),
    tenant_id,
    subject_id,
    entry_id,
    event,
    user_id: null,
    user_name: null,
    schedule_id: null,
    channel: null,
    channel_id: null,
    status: 'queued',
    reason: null,
    attempts: 0,
    duplicate_possible: false,
    in_summary: false,
    created_at: at,
    updated_at: at,
  };
}
