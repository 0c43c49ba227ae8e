import type { AlarmDeclaration } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { auditAlarms } from './audit-alarms.ts';
import { callerAlarms } from './caller-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { liveAlarms } from './live-alarms.ts';
import { mailAlarms } from './mail-alarms.ts';
import { notificationAlarms } from './notification-alarms.ts';
import { objectiveAlarms } from './objective-alarms.ts';
import { outsideAlarms } from './outside-alarms.ts';
import { tableAlarms } from './table-alarms.ts';
import { timerAlarms } from './timer-alarms.ts';
import { waitingAlertAlarms } from './waiting-alert-alarms.ts';
import type { Watched } from './watched.ts';
import { webhookAlarms } from './webhook-alarms.ts';

/**
 * Every alarm of a stage. Periods slide by the minute (AWS, "Alarm evaluation window"). So a long period notices an outage
 * as soon as a short one does, and also adds up rare failures on a quiet stage. Without requests a count has no value, which
 * is good.
 *
 * Alarms watch the share of failures, with a minimum count. So they mean the same at 3 requests a minute and at 5,000 a
 * second. An alarm is a page if clients are affected, and otherwise a ticket.
 *
 * Cold starts have no alarm: on a quiet stage nearly every request has one. api-latency notices those that clients feel.
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
    ...mailAlarms(watched),
    ...notificationAlarms(watched),
    ...auditAlarms(watched),
  ];
}
