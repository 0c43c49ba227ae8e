import { type IMetric, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fanOutTrigger } from '../../../functions/jobs/live.ts';
import { deliverWebhookTrigger } from '../../../functions/jobs/webhooks.ts';
import { NO_MAIL } from '../../../shared/lambda/settings.ts';
import { SUPPRESSION_REASONS } from '../../../shared/mail/mail-status.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { errorRate, latency, requestCount } from './api-metrics.ts';
import { auditAlarms } from './audit-alarms.ts';
import { callerAlarms } from './caller-alarms.ts';
import { functionAlarms } from './function-alarms.ts';
import { guardMetric } from './guard-metric.ts';
import { notificationAlarms } from './notification-alarms.ts';
import { objectiveAlarms } from './objective-alarms.ts';
import { outsideAlarms } from './outside-alarms.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import { queueAge } from './queue-age.ts';
import { shareOf } from './share.ts';
import { streamAge } from './stream-age.ts';
import { operationMetric, TABLE_OPERATIONS, tableSum } from './table-metrics.ts';
import { timerAlarms } from './timer-alarms.ts';
import { waitingAlertAlarms } from './waiting-alert-alarms.ts';
import type { Watched } from './watched.ts';

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

/** The alarms of live connections; none without the fan-out. */
function liveAlarms(watched: Watched): AlarmDeclaration[] {
  const age = streamAge(watched, fanOutTrigger);
  return age ? [lateAlarm(age)] : [];
}

const lateAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'live-late',
  meaning: 'Twice in 3 minutes a change had waited for more than 10 s before its fan-out to connections.',
  // Connected screens list again after 8 to 15 minutes only: a panic alert may appear that late.
  severity: 'page',
  watches,
  // The delay is normally below a second.
  wellUpTo: 10_000,
  periodMinutes: 1,
  periods: TWICE_IN_THREE,
  // Lambda measures it with each batch, so without changes there is no value.
  missing: 'well',
});

/** Events that wait before their deliveries are queued are late for people, too: see `events-late`. */
function webhookAlarms(watched: Watched): AlarmDeclaration[] {
  const age = queueAge(watched, deliverWebhookTrigger);
  return age ? [backlogAlarm(age)] : [];
}

const backlogAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'webhook-backlog',
  meaning: 'Twice in 15 minutes the oldest delivery had waited for more than an hour.',
  // The usual cause is one receiver that is slower than its events arrive. The queue keeps them for 14 days.
  severity: 'ticket',
  watches,
  // A message that always fails moves to the dead-letter queue after half an hour, so it is no backlog.
  wellUpTo: 3_600,
  periodMinutes: 5,
  // A receiver that is barely fast enough exceeds the threshold now and then.
  periods: TWICE_IN_THREE,
  // An empty queue has no oldest message.
  missing: 'well',
});

/** The alarms of mail; none if bounces are not noticed. Mails that were not sent are dead letters. */
function mailAlarms(watched: Watched): AlarmDeclaration[] {
  return watched.settings.mailConfigurationSet === NO_MAIL ? [] : [bounceAlarm(watched)];
}

const bounceAlarm = (watched: Watched): AlarmDeclaration => {
  const suppressed = SUPPRESSION_REASONS.map((reason) =>
    guardMetric(watched, 'SuppressedAddresses', { statistic: Stats.SUM, dimensions: { reason } }),
  );
  const sent = guardMetric(watched, 'Mails', { statistic: Stats.SUM, dimensions: { outcome: 'sent' } });
  return {
    name: 'mail-bounces',
    meaning: 'In a day at least 5 mails, and more than 5 %, bounced for good or led to a complaint.',
    // SES reviews an account above 5 %, and ends its sending above 10 % (AWS, "Amazon SES sending review process FAQs").
    severity: 'ticket',
    watches: shareOf({
      part: suppressed,
      whole: [sent, ...suppressed],
      minimum: 5,
      label: 'bounces and complaints (%)',
    }),
    wellUpTo: 5,
    periodMinutes: 1_440,
    periods: ONCE,
    missing: 'well',
  };
};

const apiAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-server-errors',
    meaning: 'At least 3 requests of the last 15 minutes, and more than 1 %, were answered 5xx.',
    // This is not a page, because lasting errors page as availability-burn. This alarm records the short outages.
    severity: 'ticket',
    // The client's retry may fix one error. Three errors are no accident, in 10 requests or in 10,000.
    watches: errorRate(watched, '5xx', 3),
    wellUpTo: 1,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'api-client-errors',
    meaning: 'At least 100 requests of the last 15 minutes, and more than 50 %, were answered 4xx.',
    severity: 'ticket',
    // Clients always cause some errors. If they are half of all requests, a release has broken clients, or a client probes for
    // paths.
    watches: errorRate(watched, '4xx', 100),
    wellUpTo: 50,
    periodMinutes: 15,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'api-latency',
    meaning: 'The slowest hundredth of requests took more than 3 seconds, in 10 of the last 15 minutes.',
    severity: 'ticket',
    // Cold starts and logins stay well below. A call to the table is repeated after 2 s: only a call that hangs twice comes
    // near.
    watches: latency(watched, 99),
    wellUpTo: 3_000,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
];

/**
 * The client retries throttled and failed calls. If the retries fail, too, the requests fail and page. So these tickets give
 * the cause only. They count per hundred requests to the API, most of which make several calls.
 */
const SHARED = {
  severity: 'ticket',
  wellUpTo: 0.1,
  periodMinutes: 5,
  periods: TWICE_IN_THREE,
  missing: 'well',
} as const;

const tableAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    ...SHARED,
    name: 'table-throttles',
    meaning:
      'DynamoDB throttled calls to the table or an index, at least 3 and more than 1 in 1,000 requests, twice in 15 minutes.',
    // A call counts once if the table or any index throttles it. Batches count only if each of their reads is throttled, so
    // the table's reads are added. Back-pressure of an index throttles the write of the table.
    watches: perRequest(
      watched,
      [
        ...TABLE_OPERATIONS.filter((operation) => operation !== 'BatchGetItem').map((operation) =>
          operationMetric(watched, 'ThrottledRequests', operation),
        ),
        tableSum(watched, 'ReadThrottleEvents'),
      ],
      'throttled calls',
    ),
  },
  {
    ...SHARED,
    name: 'table-system-errors',
    meaning:
      'DynamoDB itself failed, at least 3 times and more than once in 1,000 requests, twice in 15 minutes.',
    watches: perRequest(
      watched,
      TABLE_OPERATIONS.map((operation) => operationMetric(watched, 'SystemErrors', operation)),
      'system errors',
    ),
  },
];

function perRequest(watched: Watched, events: readonly IMetric[], label: string) {
  return shareOf({
    part: events,
    whole: [requestCount(watched)],
    minimum: 3,
    label: `${label}, per 100 requests`,
  });
}
