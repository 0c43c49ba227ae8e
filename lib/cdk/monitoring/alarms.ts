import type { AlarmDeclaration } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { callerAlarms } from './caller-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { liveAlarms } from './live-alarms.ts';
import { objectiveAlarms } from './objective-alarms.ts';
import { outsideAlarms } from './outside-alarms.ts';
import { tableAlarms } from './table-alarms.ts';
import { timerAlarms } from './timer-alarms.ts';
import { waitingAlertAlarms } from './waiting-alert-alarms.ts';
import type { Watched } from './watched.ts';
import { webhookAlarms } from './webhook-alarms.ts';

/**
 * Every alarm of a stage. Periods slide, minute by minute (AWS, "Alarm evaluation window"): a long one notices a
 * sudden outage as soon as a short one, and gathers what fails now and then, so that a quiet stage is watched as well
 * as a busy one. A count has no value while nobody calls, which is well.
 *
 * What goes wrong now and then is judged by its share, with a least number below which it is nothing: so an alarm means
 * the same at 3 requests a minute and at 5,000 a second. What clients feel is a page; what may become that, or hurts
 * nobody, is a ticket.
 *
 * Cold starts have no alarm: on a quiet stage nearly every request is one, and nothing is wrong. Where they make
 * people wait, api-latency tells; the dashboard shows them.
 */
export function declareAlarms(watched: Watched): AlarmDeclaration[] {
  return [
    ...objectiveAlarms(watched),
    ...outsideAlarms(watched),
    ...apiAlarms(watched),
    ...functionAlarms(watched),
    ...tableAlarms(watched),
    ...callerAlarms(watched),
    ...waitingAlertAlarms(watched),
    ...timerAlarms(watched),
    ...liveAlarms(watched),
    ...webhookAlarms(watched),
  ];
}
