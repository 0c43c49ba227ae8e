import type { Trigger, TriggeredFunction } from '../shared/lambda/trigger.ts';
import { sealAuditTrigger } from './jobs/audit.ts';
import { authorizerTrigger } from './jobs/authorizer.ts';
import {
  answerMessageTrigger,
  endConnectionTrigger,
  fanOutTrigger,
  openConnectionTrigger,
} from './jobs/live.ts';
import { noteMailFeedbackTrigger, sendMailTrigger } from './jobs/mail.ts';
import { receiveMailTrigger } from './jobs/mail-in.ts';
import { measureAlertAgesTrigger, probeApiTrigger } from './jobs/monitoring.ts';
import { authorizeClientTrigger, findBrokerTrigger, receivePublicationTrigger } from './jobs/mqtt.ts';
import { notifyPeopleTrigger } from './jobs/notifications.ts';
import { keepPicturesTrigger } from './jobs/pictures.ts';
import { smokeTestTrigger } from './jobs/release.ts';
import { runTimersTrigger, tickTimersTrigger } from './jobs/timers.ts';
import { deliverWebhookTrigger, queueWebhooksTrigger } from './jobs/webhooks.ts';

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
  receiveMailTrigger,
  authorizeClientTrigger,
  findBrokerTrigger,
  receivePublicationTrigger,
  keepPicturesTrigger,
];

export function triggersOf<K extends Trigger['kind']>(
  kind: K,
  all: readonly TriggeredFunction[] = triggers,
): TriggeredFunction<Extract<Trigger, { kind: K }>>[] {
  return all.filter((it): it is TriggeredFunction<Extract<Trigger, { kind: K }>> => it.trigger.kind === kind);
}
