import * as z from 'zod';
import { getHealthRoute } from '../../functions/health.ts';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { createReportRoute } from '../../functions/reports.ts';
import { routes } from '../../functions/routes.ts';
import { triggers, triggersOf } from '../../functions/triggers.ts';
import { functionGroup } from '../../shared/lambda/function-group.ts';
import { METRICS, type MetricName } from '../../shared/lambda/metrics.ts';
import { API_CHECKS } from '../../shared/self-check/check-api.ts';
import { PLATFORM_SHARDS } from '../../shared/table/index-keys.ts';
import { TIMER_KINDS, TIMER_SHARDS } from '../../shared/table/timer.ts';
import { DELIVERY_OUTCOMES } from '../../shared/webhooks/attempt.ts';
import { UNIT_BUDGETS } from '../budgets.ts';
import { MONTH_MINUTES, PRICES } from './prices.ts';
import { requestPrice, scheduledRunPrice } from './request-price.ts';

/**
 * The metrics that are written only in hours with a failure, a waiting critical alert, a mail, a notification or a release:
 * at 1/730 of the price for each hour.
 */
const SELDOM: ReadonlySet<string> = new Set<MetricName>([
  'AuditTampering',
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

/** The metrics of the receiver, which only a stage with panels has. */
const OF_PANELS: ReadonlySet<string> = new Set<MetricName>([
  'PanelConnections',
  'PanelFrames',
  'PanelTenants',
]);
/** The connections, the tenants that are heard, and frames by what became of them, but not those that are not carried out. */
const PANEL_SERIES = 1 + 1 + 6;
/** A receiver reads every 5 seconds which accounts are new: half a read unit, if there are none. */
const ACCOUNT_READ_UNITS_A_MINUTE = 12 * 0.5;

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
    if (SELDOM.has(name) || OF_PANELS.has(name) || (!withCallers && FOR_CALLERS.has(name))) return sum;
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
  /** How many of them are paid for, in words. */
  readonly count: string;
}

/**
 * Lambda keeps five receivers for a queue (AWS, "Configuring scaling behavior for SQS event source mappings"), and each asks
 * again after 20 seconds (AWS, "Amazon SQS short and long polling").
 */
const QUEUE_REQUESTS_PER_MINUTE = 5 * 3;

/** How many metrics a dashboard may have at no charge, if the account has at most three such (AWS, "Amazon CloudWatch Pricing"). */
const FREE_DASHBOARD_METRICS = 50;

/** The units of the table that schedules read in a minute: a query of each timer partition and of each platform shard takes half. */
const READ_UNITS_PER_MINUTE = (TIMER_KINDS.length * TIMER_SHARDS + PLATFORM_SHARDS) / 2;

/** The requests that the probe and Guard's own device send in a minute. They are not traced (shared/self-check/check-api.ts). */
const OWN_REQUESTS = [
  ...API_CHECKS.map((check) => ({ readUnits: check === 'token' ? 1 : 0, writeUnits: 0 })),
  UNIT_BUDGETS.heartbeat,
];

const sourceSchema = z.object({
  Enabled: z.boolean().default(true),
  StartingPosition: z.string().optional(),
});

const alarmSchema = z.object({
  Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional(),
});

const webAclSchema = z.object({ Rules: z.array(z.unknown()).default([]) });

/** The templates of a stage. */
interface Stage {
  /** Parses the properties of the resources of a type. */
  readonly properties: <S extends z.ZodType>(type: string, schema: S) => ReadonlyMap<string, z.infer<S>>;
  /** How many metrics the stage's dashboard shows, if it has one. */
  readonly dashboardMetrics: number;
}

/** The cost of a month of a stage without callers, from its templates. */
export function idleBill({ properties, dashboardMetrics }: Stage): IdleCost[] {
  const find = <S extends z.ZodType>(type: string, schema: S) => [...properties(type, schema).values()];
  const count = (type: string) => properties(type, z.unknown()).size;
  const alarmMetrics = sum(
    find('AWS::CloudWatch::Alarm', alarmSchema),
    ({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
  );
  const composites = count('AWS::CloudWatch::CompositeAlarm');
  const dashboards = dashboardMetrics > FREE_DASHBOARD_METRICS ? count('AWS::CloudWatch::Dashboard') : 0;
  const keys = count('AWS::KMS::Key');
  const webAcls = find('AWS::WAFv2::WebACL', webAclSchema);
  const rules = sum(webAcls, ({ Rules }) => Rules.length);
  const series = countMetricSeries({ withCallers: false });
  // A stream has a starting position.
  const queues = find('AWS::Lambda::EventSourceMapping', sourceSchema).filter(
    ({ Enabled, StartingPosition }) => Enabled && StartingPosition === undefined,
  ).length;
  const schedules = triggersOf('schedule').length;
  return [
    {
      what: 'alarms',
      count: `${alarmMetrics} metrics, ${composites} composites`,
      dollars: alarmMetrics * PRICES.alarmMetric + composites * PRICES.compositeAlarm,
    },
    {
      what: 'firewall',
      count: `${rules} rules`,
      dollars: webAcls.length * PRICES.webAcl + rules * PRICES.webAclRule,
    },
    { what: 'custom metrics', count: String(series), dollars: series * PRICES.customMetric },
    {
      what: 'dashboard',
      count: `${dashboardMetrics} metrics`,
      dollars: dashboards * PRICES.dashboard,
    },
    {
      what: 'the requests of the probe and of Guard’s own device',
      count: `${OWN_REQUESTS.length} a minute`,
      dollars: MONTH_MINUTES * sum(OWN_REQUESTS, (units) => requestPrice({ isLogin: false, ...units }, 0)),
    },
    {
      what: 'scheduled functions, and what they read',
      count: `${schedules} a minute`,
      dollars: MONTH_MINUTES * (schedules * scheduledRunPrice() + READ_UNITS_PER_MINUTE * PRICES.readUnit),
    },
    { what: 'the stage’s key', count: String(keys), dollars: keys * PRICES.key },
    {
      what: 'queues that Lambda polls',
      count: String(queues),
      dollars: queues * QUEUE_REQUESTS_PER_MINUTE * MONTH_MINUTES * PRICES.queueRequest,
    },
  ];
}

const taskSchema = z.object({ Cpu: z.coerce.number(), Memory: z.coerce.number() });
const scalingSchema = z.object({ MinCapacity: z.number() });

/** What the receiver of panels adds to the bill of a month, from the templates of a stage with it. */
export function panelsBill({ properties }: Pick<Stage, 'properties'>, alarmMetrics: number): IdleCost[] {
  const find = <S extends z.ZodType>(type: string, schema: S) => [...properties(type, schema).values()];
  const balancers = properties('AWS::ElasticLoadBalancingV2::LoadBalancer', z.unknown()).size;
  const addresses = properties('AWS::EC2::EIP', z.unknown()).size;
  const tasks = sum(
    find('AWS::ApplicationAutoScaling::ScalableTarget', scalingSchema),
    (it) => it.MinCapacity,
  );
  const taskHour = sum(
    find('AWS::ECS::TaskDefinition', taskSchema),
    ({ Cpu, Memory }) => (Cpu / 1_024) * PRICES.taskCpuHour + (Memory / 1_024) * PRICES.taskGbHour,
  );
  // Application Auto Scaling makes two alarms of each policy that tracks a target.
  const scalingAlarms = 2 * properties('AWS::ApplicationAutoScaling::ScalingPolicy', z.unknown()).size;
  const hours = MONTH_MINUTES / 60;
  return [
    { what: 'load balancer', count: String(balancers), dollars: hours * balancers * PRICES.loadBalancerHour },
    { what: 'tasks', count: String(tasks), dollars: hours * tasks * taskHour },
    {
      what: 'addresses, fixed ones and those of tasks',
      count: String(addresses + tasks),
      dollars: hours * (addresses + tasks) * PRICES.addressHour,
    },
    {
      what: 'reading which accounts are new',
      count: String(tasks),
      dollars: MONTH_MINUTES * tasks * ACCOUNT_READ_UNITS_A_MINUTE * PRICES.readUnit,
    },
    {
      what: 'alarms',
      count: `${alarmMetrics + scalingAlarms} metrics`,
      dollars: (alarmMetrics + scalingAlarms) * PRICES.alarmMetric,
    },
    {
      what: 'custom metrics',
      count: String(PANEL_SERIES),
      dollars: PANEL_SERIES * PRICES.customMetric,
    },
  ];
}

/** What callers can add to the bill of custom metrics. */
export const callerMetricsDollars = (): number =>
  (countMetricSeries({ withCallers: true }) - countMetricSeries({ withCallers: false })) *
  PRICES.customMetric;

function sum<T>(values: readonly T[], amountOf: (value: T) => number): number {
  return values.reduce((total, value) => total + amountOf(value), 0);
}
