import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { getHealthRoute } from '../../functions/health.ts';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { createReportRoute } from '../../functions/reports.ts';
import { routes } from '../../functions/routes.ts';
import { triggers, triggersOf } from '../../functions/triggers.ts';
import { synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import { functionGroup } from '../../shared/lambda/function-group.ts';
import { METRICS, type MetricName } from '../../shared/lambda/metrics.ts';
import { API_CHECKS } from '../../shared/self-check/check-api.ts';
import { DELIVERY_OUTCOMES } from '../../shared/webhooks/attempt.ts';
import { MONTH_MINUTES, PRICES } from './prices.ts';

/**
 * The metrics that are written only in hours with a failure, a waiting critical alert, a mail, a notification or a release:
 * at 1/730 of the price for each hour.
 */
const SELDOM: ReadonlySet<string> = new Set<MetricName>([
  'DisabledWebhooks',
  'FailedTimers',
  'Failures',
  'InternalErrors',
  'Mails',
  'NobodyNotified',
  'Notifications',
  'Releases',
  'ServerErrors',
  'SuppressedAddresses',
  'TenantsNearLimit',
  'UnacknowledgedCriticalAlertAge',
]);

/** The metrics that are written only for callers. */
const FOR_CALLERS: ReadonlySet<string> = new Set<MetricName>([
  'ChangeToScreen',
  'LiveMessages',
  'RateLimited',
  'SecondsToAcknowledge',
  'SecondsToResolve',
  'SignIns',
  'SsoSignIns',
  'WebhookDeliveries',
]);

/** The functions that run without callers: schedules, and what they call. */
const UNCALLED = [...triggersOf('schedule'), authorizerTrigger, getHealthRoute, createReportRoute];

/**
 * The number of custom metrics that the functions write in every hour, with callers at most. CloudWatch counts every
 * combination of a name and its dimensions' values in each hour (AWS, "Amazon CloudWatch Pricing"). Throws for a dimension
 * without known values.
 */
function countMetricSeries({ withCallers }: { readonly withCallers: boolean }): number {
  const values: Readonly<Record<string, number>> = {
    check: API_CHECKS.length,
    // The probe presents an unknown token.
    credential: withCallers ? 3 : 1,
    group: new Set((withCallers ? [...routes, ...triggers] : UNCALLED).map(functionGroup)).size,
    outcome: DELIVERY_OUTCOMES.length,
  };
  return Object.entries(METRICS).reduce((sum, [name, { dimensions }]) => {
    if (SELDOM.has(name) || (!withCallers && FOR_CALLERS.has(name))) return sum;
    return (
      sum +
      dimensions.reduce((product: number, dimension) => {
        const count = values[dimension];
        if (count === undefined) throw new Error(`How many values has ${dimension}?`);
        return product * count;
      }, 1)
    );
  }, 0);
}

interface IdleCost {
  readonly what: string;
  readonly dollars: number;
}

/**
 * Lambda keeps five receivers for a queue (AWS, "Using Lambda with Amazon SQS"), and each asks again after 20 seconds (AWS,
 * "Amazon SQS short and long polling").
 */
const QUEUE_REQUESTS_PER_MINUTE = 5 * 3;

/** The probe's checks, and the heartbeat that Guard's own device reports. */
const REQUESTS_PER_MINUTE = API_CHECKS.length + 1;

const sourceSchema = z.object({
  Properties: z.object({ Enabled: z.boolean().default(true), StartingPosition: z.string().optional() }),
});

const alarmSchema = z.object({
  Properties: z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() }),
});

const webAclSchema = z.object({ Properties: z.object({ Rules: z.array(z.unknown()).default([]) }) });

/** The cost of a month of a `prod` stage without callers, from its templates and the price of a heartbeat. */
export async function idleBill(heartbeatPrice: number): Promise<IdleCost[]> {
  const context = { stage: 'prod', alarmEmail: 'alarms@example.com', corsOrigin: 'none' };
  const root = await synthesizeGuard(new App({ context }));
  const templates = root.node
    .findAll()
    .filter((it) => Stack.isStack(it))
    .map((stack) => Template.fromStack(stack));
  const find = (type: string) => templates.flatMap((it) => Object.values(it.findResources(type)));
  const alarms = find('AWS::CloudWatch::Alarm').map((it) => alarmSchema.parse(it).Properties);
  const alarmMetrics = sum(
    alarms,
    ({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
  );
  const compositeAlarms = find('AWS::CloudWatch::CompositeAlarm').length;
  const dashboards = find('AWS::CloudWatch::Dashboard').length;
  const keys = find('AWS::KMS::Key').length;
  const webAcls = find('AWS::WAFv2::WebACL').map((it) => webAclSchema.parse(it).Properties);
  const rules = sum(webAcls, ({ Rules }) => Rules.length);
  const series = countMetricSeries({ withCallers: false });
  const mostSeries = countMetricSeries({ withCallers: true });
  const sources = find('AWS::Lambda::EventSourceMapping').map((it) => sourceSchema.parse(it).Properties);
  // A stream has a starting position.
  const queues = sources.filter(({ Enabled, StartingPosition }) => Enabled && !StartingPosition).length;
  return [
    {
      what: `alarms: ${alarmMetrics} metrics, ${compositeAlarms} composite alarms`,
      dollars: alarmMetrics * PRICES.alarmMetric + compositeAlarms * PRICES.compositeAlarm,
    },
    {
      what: `custom metrics: ${series}, with callers at most ${mostSeries}`,
      dollars: series * PRICES.customMetric,
    },
    { what: `dashboards: ${dashboards}`, dollars: dashboards * PRICES.dashboard },
    { what: `keys: ${keys}, before rotations`, dollars: keys * PRICES.key },
    {
      what: `firewall: ${rules} rules`,
      dollars: webAcls.length * PRICES.webAcl + rules * PRICES.webAclRule,
    },
    {
      what: `queues: ${queues}, polled by Lambda`,
      dollars: queues * QUEUE_REQUESTS_PER_MINUTE * MONTH_MINUTES * PRICES.queueRequest,
    },
    {
      what: 'the requests of scheduled functions',
      dollars: MONTH_MINUTES * REQUESTS_PER_MINUTE * heartbeatPrice,
    },
  ];
}

function sum<T>(values: readonly T[], amountOf: (value: T) => number): number {
  return values.reduce((total, value) => total + amountOf(value), 0);
}
