import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type SendMessages, sendMessages } from '../../shared/lambda/send-messages.ts';
import { apiBaseUrl, defineTrigger, NOTIFY_PEOPLE, queueUrlOf } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { type Budget, perDayOf } from '../../shared/limits/budget.ts';
import { SEND_MAIL } from '../../shared/mail/mail-message.ts';
import { warnMasters } from '../../shared/mail/warn-masters.ts';
import { attemptNotification } from '../../shared/notify/attempt-notification.ts';
import { noteIfNobody, type OnNobody, publishNobody } from '../../shared/notify/nobody-notified.ts';
import { isHeld, type NotificationOutcome } from '../../shared/notify/notification.ts';
import {
  type AttemptMessage,
  type EventMessage,
  readNotifyMessage,
  type SummaryMessage,
} from '../../shared/notify/notify-message.ts';
import { planNotifications } from '../../shared/notify/plan-notifications.ts';
import { noteReceipt, readReceiptEvent, receiptOf } from '../../shared/notify/receipt.ts';
import { watchPush } from '../../shared/notify/send-push.ts';
import { sendSummary } from '../../shared/notify/send-summary.ts';
import type { Send } from '../../shared/notify/sender.ts';
import { BUDGET_SETTINGS, channelsOff, SENDER_SETTINGS } from '../../shared/notify/sender-settings.ts';
import { type ConnectSenders, connectOnce } from '../../shared/notify/senders.ts';
import type { OnUnreadable } from '../../shared/webhooks/webhook.ts';

export const notifyPeopleTrigger = defineTrigger('jobs/notifications/notify-people', {
  description: 'Notifies people of events',
  trigger: {
    kind: 'queue',
    isFifo: false,
    // In a larger batch, a provider that does not answer would delay other messages.
    batchSize: 1,
    attempts: 10,
    maxConcurrency: 50,
  },
  settings: [...SENDER_SETTINGS, ...BUDGET_SETTINGS],
  // It also sends to its own queue, because one event becomes an attempt for each person and channel.
  sendsTo: [NOTIFY_PEOPLE, SEND_MAIL],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'], indexes: ['timer'] },
  callsApi: true,
  sendsMessages: true,
  // If a run does not finish a message, the message is delivered again after six times this timeout.
  timeoutSeconds: 14,
});

interface Outside {
  readonly environment: Environment;
  /** Sends messages to queues. */
  readonly queue: SendMessages;
}

const LAMBDA: Outside = { environment: process.env, queue: sendMessages };

/**
 * Makes the handler for the messages about notifications. Each message asks for one thing: to plan who is notified of an
 * event, to make an attempt, to send a summary, or to record an SMS receipt.
 */
export function notifyPeopleHandler(
  source: RuntimeSource,
  connect?: ConnectSenders,
  outside: Outside = LAMBDA,
) {
  const send = connectOnce(source, connect);
  return createTriggeredHandler(
    source,
    notifyPeopleTrigger,
    async ({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> => {
      const failed: string[] = [];
      for (const { messageId, body } of Records) {
        try {
          await work(body, new Work(state, outside, send));
        } catch (error) {
          // The log line leaves out the message, because an SMS receipt contains a phone number.
          state.runtime.logger.error('Not notified', { messageId, error: state.runtime.nameSources(error) });
          failed.push(messageId);
        }
      }
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
}

async function work(body: string, it: Work): Promise<void> {
  const event = readReceiptEvent(body);
  if (event) return it.receipt(event);
  const message = readNotifyMessage(body);
  switch (message.kind) {
    case 'event':
      return it.plan(message);
    case 'attempt':
      return it.attempt(message);
    case 'summary':
      return it.summary(message);
  }
}

/** Handles each kind of message, with its metrics and log lines. */
class Work {
  readonly #state: InvocationState;
  readonly #outside: Outside;
  readonly #send: Send;
  readonly #onNobody: OnNobody;
  readonly #nearEnd: Budget[] = [];

  constructor(state: InvocationState, outside: Outside, send: Send) {
    this.#state = state;
    this.#outside = outside;
    this.#send = send;
    this.#onNobody = publishNobody(state.runtime);
  }

  async plan(message: EventMessage): Promise<void> {
    const { runtime, now } = this.#state;
    const { environment, queue } = this.#outside;
    const planned = await planNotifications(runtime.table, message, {
      now,
      off: channelsOff(runtime.settings),
      queue: (messages) => queue(queueUrlOf(environment, NOTIFY_PEOPLE), messages),
      onUnreadable: this.#onUnreadable,
    });
    for (const it of planned) {
      if (it.status === 'suppressed') this.#count('suppressed', it.channel);
      if (isHeld(it)) this.#count('held', it.channel);
    }
    const isOver = planned.length > 0 && planned.every(({ status }) => status === 'suppressed');
    // Reports it even if an earlier run has noted it, because that run may have ended before it reported it.
    if (isOver && (await noteIfNobody(runtime.table, message, now)) !== 'no') this.#onNobody(message);
  }

  async attempt(message: AttemptMessage): Promise<void> {
    const { table } = this.#state.runtime;
    const push = watchPush(this.#send);
    const { outcome, channel, reason } = await attemptNotification(table, message, this.#sending(push.send));
    if (outcome !== 'skipped') {
      const { tenant_id: tenantId, id } = message;
      this.#count(outcome, channel);
      if (outcome !== 'sent') {
        this.#state.runtime.logger.info('Notification not sent', { tenantId, id, channel, outcome, reason });
      }
    }
    await push.removeGone(table, ownerOf(message), message.channel_id);
    await this.#warn();
  }

  async summary(message: SummaryMessage): Promise<void> {
    const { table } = this.#state.runtime;
    const push = watchPush(this.#send);
    const counts = new Map<NotificationOutcome, number>();
    let kind: string | null = null;
    const onOutcome = (outcome: NotificationOutcome, channel: string | null) => {
      kind = channel;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    };
    try {
      await sendSummary(table, message, {
        ...this.#sending(push.send),
        onOutcome,
        onUnreadable: this.#onUnreadable,
      });
    } finally {
      for (const [outcome, count] of counts) this.#count(outcome, kind, count);
    }
    await push.removeGone(table, ownerOf(message), message.channel_id);
    await this.#warn();
  }

  async receipt(event: Parameters<typeof receiptOf>[0]): Promise<void> {
    const receipt = receiptOf(event);
    if (!receipt) return;
    const { runtime, now } = this.#state;
    const isNew = await noteReceipt(runtime.table, receipt, { now, onNobody: this.#onNobody });
    if (isNew) this.#count(receipt.status === 'delivered' ? 'delivered' : 'given_up', 'sms');
  }

  /** Warns the masters only after the message is sent, because the message must not wait. */
  async #warn(): Promise<void> {
    const { environment, queue: send } = this.#outside;
    for (const budget of this.#nearEnd) await warnMasters(this.#state.runtime, budget, { environment, send });
  }

  readonly #onUnreadable: OnUnreadable = ({ pk, sk }, error) => {
    const { logger, nameSources } = this.#state.runtime;
    logger.error('Item not readable', { pk, sk, error: nameSources(error) });
  };

  #sending(send: Send) {
    const { runtime, now } = this.#state;
    return {
      now,
      send,
      publicUrl: apiBaseUrl(this.#outside.environment),
      off: channelsOff(runtime.settings),
      perDay: perDayOf(runtime.settings),
      onNearEnd: (budget: Budget) => this.#nearEnd.push(budget),
      timeoutSeconds: notifyPeopleTrigger.timeoutSeconds,
      onNobody: this.#onNobody,
    };
  }

  #count(outcome: NotificationOutcome, channel: string | null, value = 1): void {
    const dimensions = { outcome, channel: channel ?? 'none' };
    this.#state.metrics.push({ name: 'Notifications', value, dimensions });
  }
}

const ownerOf = ({ tenant_id: tenantId, user_id: userId }: AttemptMessage | SummaryMessage) => ({
  tenantId,
  userId,
});
