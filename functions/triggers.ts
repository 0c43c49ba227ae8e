import { exportedBy } from '../shared/lambda/function-group.ts';
import { declaredTriggers, type Trigger, type TriggeredFunction } from '../shared/lambda/trigger.ts';
import * as audit from './jobs/audit.ts';
import * as authorizer from './jobs/authorizer.ts';
import * as live from './jobs/live.ts';
import * as mail from './jobs/mail.ts';
import * as mailIn from './jobs/mail-in.ts';
import * as monitoring from './jobs/monitoring.ts';
import * as mqtt from './jobs/mqtt.ts';
import * as notifications from './jobs/notifications.ts';
import * as pictures from './jobs/pictures.ts';
import * as release from './jobs/release.ts';
import * as timers from './jobs/timers.ts';
import * as webhooks from './jobs/webhooks.ts';

/** Every function that no client calls over HTTP, with its trigger: all that these modules declare and export. */
export const triggers: readonly TriggeredFunction[] = exportedBy(
  [
    ...[authorizer, monitoring, release, timers, live, audit, webhooks, mail, notifications, mailIn, mqtt],
    pictures,
  ],
  declaredTriggers,
);

export function triggersOf<K extends Trigger['kind']>(
  kind: K,
  all: readonly TriggeredFunction[] = triggers,
): TriggeredFunction<Extract<Trigger, { kind: K }>>[] {
  return all.filter((it): it is TriggeredFunction<Extract<Trigger, { kind: K }>> => it.trigger.kind === kind);
}
