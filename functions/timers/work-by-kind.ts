import { OCCURRENCES_WORK } from '../../shared/alerts/carry-occurrences.ts';
import { ESCALATION_WORK } from '../../shared/alerts/escalate.ts';
import { retainAlert } from '../../shared/alerts/retain-alert.ts';
import { heartbeatWork } from '../../shared/heartbeats/check-heartbeat.ts';
import type { OutgoingMessage } from '../../shared/lambda/send-messages.ts';
import type { Settings } from '../../shared/lambda/settings.ts';
import type { Sockets } from '../../shared/lambda/sockets.ts';
import { endConnectionWork } from '../../shared/live/end-connection.ts';
import { notificationWork, summaryWork } from '../../shared/notifications/notification-work.ts';
import type { OnNobody } from '../../shared/notifications/publish-nobody.ts';
import { STATISTICS_WORK } from '../../shared/statistics/recompute.ts';
import type { TimerKind } from '../../shared/timers/timer.ts';
import type { TimerWork } from '../../shared/timers/timer-work.ts';
import { TEST_WORK } from '../../shared/troubles/run-test.ts';
import { deliveryWork } from '../../shared/webhooks/delivery-work.ts';

interface TimerContext {
  readonly sockets: Sockets;
  readonly sendDelivery: (message: OutgoingMessage) => Promise<void>;
  /** Sends to the queue of the function that notifies people. */
  readonly sendNotification: (message: OutgoingMessage) => Promise<void>;
  readonly onNobody: OnNobody;
}

export function workByKind(
  settings: Pick<Settings, 'alertRetentionDays'>,
  { sockets, sendDelivery, sendNotification, onNobody }: TimerContext,
): Readonly<Record<TimerKind, TimerWork>> {
  return {
    watch: heartbeatWork(settings.alertRetentionDays),
    occurrences: OCCURRENCES_WORK,
    escalation: ESCALATION_WORK,
    retention: {
      run: (item, { table, now }) =>
        retainAlert(table, item, { now, retentionDays: settings.alertRetentionDays }),
    },
    live: endConnectionWork(sockets),
    delivery: deliveryWork(sendDelivery),
    statistics: STATISTICS_WORK,
    test: TEST_WORK,
    notification: notificationWork(sendNotification, onNobody),
    summary: summaryWork(sendNotification),
  };
}
