import type { Trigger, TriggeredFunction } from '../shared/lambda/trigger.ts';
import { sealAuditTrigger } from './audit/seal-audit.trigger.ts';
import { authorizerTrigger } from './authorizer/authorizer.trigger.ts';
import { answerMessageTrigger } from './live/answer-message.trigger.ts';
import { endConnectionTrigger } from './live/end-connection.trigger.ts';
import { fanOutTrigger } from './live/fan-out.trigger.ts';
import { openConnectionTrigger } from './live/open-connection.trigger.ts';
import { noteMailFeedbackTrigger } from './mail/note-mail-feedback.trigger.ts';
import { sendMailTrigger } from './mail/send-mail.trigger.ts';
import { measureAlertAgesTrigger } from './monitoring/measure-alert-ages.trigger.ts';
import { probeApiTrigger } from './monitoring/probe-api.trigger.ts';
import { notifyPeopleTrigger } from './notifications/notify-people.trigger.ts';
import { smokeTestTrigger } from './release/smoke-test.trigger.ts';
import { runTimersTrigger } from './timers/run-timers.trigger.ts';
import { tickTimersTrigger } from './timers/tick-timers.trigger.ts';
import { deliverWebhookTrigger } from './webhooks/deliver-webhook.trigger.ts';
import { queueWebhooksTrigger } from './webhooks/queue-webhooks.trigger.ts';

/** Every function that no client calls over HTTP, with its trigger. */
export const triggers: readonly TriggeredFunction[] = [
  authorizerTrigger,
  measureAlertAgesTrigger,
  probeApiTrigger,
  smokeTestTrigger,
  tickTimersTrigger,
  runTimersTrigger,
  openConnectionTrigger,
  answerMessageTrigger,
  endConnectionTrigger,
  fanOutTrigger,
  sealAuditTrigger,
  queueWebhooksTrigger,
  deliverWebhookTrigger,
  sendMailTrigger,
  noteMailFeedbackTrigger,
  notifyPeopleTrigger,
];

export function triggersOf<K extends Trigger['kind']>(
  kind: K,
  all: readonly TriggeredFunction[] = triggers,
): TriggeredFunction<Extract<Trigger, { kind: K }>>[] {
  return all.filter((it): it is TriggeredFunction<Extract<Trigger, { kind: K }>> => it.trigger.kind === kind);
}
