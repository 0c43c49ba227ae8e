import type { MetricId } from '../support/cloudwatch.ts';
import { type Context, ORDINARY, type Rates } from './alarm-cases.ts';

/** A trouble of the whole stage. It changes metrics while it lasts. */
export interface Outage {
  readonly name: string;
  /** The values of a metric meanwhile; `undefined` if they are as usual. */
  readonly change: (metric: MetricId, context: Context) => Rates | undefined;
}

const none: Rates = [];
const always = (value: number): Rates => [[value, 1]];
/** On a quiet stage people try again every four minutes. */
const shareOf = (share: number, { requests }: Context): Rates => [[1, Math.max(0.25, share * requests)]];

/** The function or queue that a metric is about. */
const isAbout = ({ dimensions }: MetricId, ...parts: readonly string[]) =>
  parts.some((part) => Object.values(dimensions).some((value) => value.startsWith(`{${part}`)));
/** As many failures as runs; on a quiet stage, people try again. */
const everyRun = (metric: MetricId, context: Context): Rates => {
  const runs = ORDINARY['Runs']?.(context, metric.dimensions).rates ?? [];
  return runs.map(([, perMinute]) => [1, Math.max(0.25, perMinute)]);
};
const some = (share: number, rates: Rates): Rates =>
  rates.map(([value, perMinute]) => [value, share * perMinute]);

/** Metrics that only requests write. */
const ABOUT_REQUESTS = [
  ...['Count', '4XXError', '5XXError', 'Latency', 'Runs', 'ServerErrors', 'SignIns', 'SsoSignIns'],
  ...['AuthenticationFailures', 'RateLimited', 'Errors', 'Throttles'],
];
/** Metrics that functions measure every minute. */
const MEASURED = ['ProbeFailures', 'OldestUnacknowledgedCriticalAlertAge', 'OldestTimerAge', 'AuditSealAge'];

/** The reader of the stream, or of a queue, gets nothing done. */
const STUCK_STREAM = always(600_000);

export const OUTAGES: readonly Outage[] = [
  {
    name: 'The table fails',
    change: (metric, context) => {
      const rates: Record<string, () => Rates> = {
        '5XXError': () => shareOf(0.95, context),
        // A call is repeated, and then given up.
        Latency: () => [[6_000, context.requests]],
        Failures: () => (metric.dimensions['code'] === 'service_unavailable' ? shareOf(0.5, context) : none),
        Runs: () => everyRun(metric, context),
        ServerErrors: () => everyRun(metric, context),
        Errors: () => everyRun(metric, context),
        SystemErrors: () => shareOf(0.1, context),
        IteratorAge: () => STUCK_STREAM,
        ApproximateAgeOfOldestMessage: () => always(168),
        ApproximateNumberOfMessagesVisible: () => always(1),
        ProbeFailures: () => always(1),
        OldestUnacknowledgedCriticalAlertAge: () => none,
        UnacknowledgedCriticalAlertAge: () => none,
        OldestTimerAge: () => none,
        AuditSealAge: () => none,
      };
      return rates[metric.name]?.();
    },
  },
  {
    name: 'One endpoint crashes, as often called as one request in 50',
    change: (metric, context) => (metric.name === '5XXError' ? shareOf(0.02, context) : undefined),
  },
  {
    name: 'The key does not answer (KMS)',
    change: (metric, context) => {
      const { name, dimensions } = metric;
      // Secrets of second factors, of single sign-on and of webhooks cannot be read, and nothing is sealed.
      if (name === 'ServerErrors' && ['auth', 'webhooks'].includes(dimensions['group'] ?? ''))
        return some(0.1, everyRun(metric, context));
      if (name === 'Failures' && dimensions['code'] === 'service_unavailable') return shareOf(0.01, context);
      if (name === '5XXError') return shareOf(0.01, context);
      if (name === 'ApproximateNumberOfMessagesVisible' && isAbout(metric, 'Triggersdeliverwebhook'))
        return always(1);
      return name === 'AuditSealAge' ? always(1_200) : undefined;
    },
  },
  {
    name: 'The queue of notifications is not read',
    change: (metric) =>
      metric.name === 'ApproximateAgeOfOldestMessage' && isAbout(metric, 'Triggersnotifypeople')
        ? always(900)
        : undefined,
  },
  {
    name: 'The readers of the stream are stuck',
    change: ({ name }) => (name === 'IteratorAge' ? STUCK_STREAM : undefined),
  },
  {
    name: 'The firewall blocks everybody',
    change: ({ name }, context) => {
      const rates: Record<string, () => Rates> = {
        '4XXError': () => shareOf(1, context),
        ProbeFailures: () => always(2),
        // Without Guard's own heartbeat, silent devices are not looked for.
        OldestTimerAge: () => always(900),
      };
      return ABOUT_REQUESTS.includes(name) && name !== 'Count' ? (rates[name]?.() ?? none) : rates[name]?.();
    },
  },
  {
    name: 'SES refuses all mails',
    change: (metric) => {
      if (metric.name === 'NobodyNotified') return always(1);
      return metric.name === 'ApproximateNumberOfMessagesVisible' && isAbout(metric, 'Triggerssendmail')
        ? always(1)
        : undefined;
    },
  },
  {
    name: 'API Gateway does not answer in the region',
    change: ({ name }) => {
      if (ABOUT_REQUESTS.includes(name)) return none;
      if (name === 'OldestTimerAge') return always(900);
      return name === 'ProbeFailures' ? always(2) : undefined;
    },
  },
  {
    name: 'Guard’s clock stops (EventBridge)',
    change: ({ name }) => (MEASURED.includes(name) ? none : undefined),
  },
  {
    name: 'A bad release: one run in three fails everywhere',
    change: (metric, context) => {
      const rates: Record<string, () => Rates> = {
        '5XXError': () => shareOf(1 / 3, context),
        Failures: () => (metric.dimensions['code'] === 'internal_error' ? shareOf(1 / 3, context) : none),
        ServerErrors: () => some(1 / 3, everyRun(metric, context)),
        Errors: () => some(1 / 3, everyRun(metric, context)),
      };
      return rates[metric.name]?.();
    },
  },
];

/** An ordinary minute. */
export const usualRates = (metric: MetricId, context: Context): Rates => {
  const usual = ORDINARY[metric.name]?.(context, metric.dimensions);
  if (!usual) throw new Error(`ORDINARY has no row for ${metric.namespace} ${metric.name}`);
  return usual.rates;
};
