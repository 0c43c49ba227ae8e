import type { MetricId } from '../support/cloudwatch.ts';

/** Values, and how often a minute each is measured. */
export type Rates = readonly (readonly [value: number, perMinute: number])[];

/** The load of a stage, and the alarm that is tried on it. */
export interface Context {
  /** A minute. */
  readonly requests: number;
  /** The end of the alarm's name: a group of functions. */
  readonly key: string;
}

export const LOADS = { quiet: 3, busy: 5_000 * 60 } as const;

/** A trouble. Every alarm of the entry must fire during it, and end after it. */
export interface AlarmCase {
  /** The entry in docs/runbook.md. */
  readonly alarm: string;
  readonly when: string;
  /** The duration of the trouble. */
  readonly minutes: number;
  /** The metrics that differ meanwhile, by their names, or by `<name> <value of a dimension>`. */
  readonly metrics: Readonly<Record<string, (context: Context) => Rates>>;
  /** Both loads by default. */
  readonly load?: keyof typeof LOADS;
}

const isFew = ({ requests }: Context) => requests <= LOADS.quiet;
const times = (perMinute: number): Rates => [[1, perMinute]];
const always = (value: number) => (): Rates => [[value, 1]];
const none = (): Rates => [];

const groupOf = ({ key }: Context) => key.replace(/-\d+$/, '');
const GROUP_SHARES: Readonly<Record<string, number>> = { authorizer: 0.94, login: 0.005 };
/** The number of runs of a group's functions in a minute. */
function runs(context: Context, group = groupOf(context)): number {
  if (group === 'monitoring' || group === 'timers') return 2;
  return (GROUP_SHARES[group] ?? 0.05) * context.requests;
}
/** After a failure people try again: on a quiet stage every four minutes. */
const retriedRuns = (context: Context) => times(Math.max(0.25, runs(context)));
const requestShare =
  (share: number, leastPerMinute = 0) =>
  ({ requests }: Context) =>
    times(Math.max(share * requests, leastPerMinute));
const slow =
  (share: number, milliseconds: number) =>
  ({ requests }: Context): Rates => [
    [120, (1 - share) * requests],
    [milliseconds, share * requests],
  ];

/** An ordinary minute of a metric. An accident adds one more sample to a period. */
interface Ordinary {
  readonly rates: Rates;
  readonly accident?: number;
}
const noise = (perMinute: number): Ordinary => ({ rates: times(perMinute), accident: 1 });
const level = (value: number, accident: number): Ordinary => ({ rates: [[value, 1]], accident });

/** Frames of panels: supervision each minute of fifty, a few events and scanners. One frame fails, and its panel repeats it. */
const FRAMES: Readonly<Record<string, Ordinary>> = {
  supervision: { rates: times(50) },
  signal: { rates: times(0.5) },
  refused: noise(0.1),
  failed: { rates: [], accident: 1 },
};

/** The ordinary values by the names of metrics. */
export const ORDINARY: Readonly<
  Record<string, (context: Context, dimensions: MetricId['dimensions']) => Ordinary>
> = {
  Count: ({ requests }) => ({ rates: times(requests) }),
  '5XXError': ({ requests }) => noise(0.000_2 * requests),
  '4XXError': ({ requests }) => noise(0.06 * requests),
  // On a quiet stage most requests meet a cold start.
  Latency: (context) => ({ rates: slow(isFew(context) ? 0.5 : 0.003, 1_400)(context), accident: 1_400 }),
  Errors: (context) => noise(0.000_05 * runs(context)),
  Throttles: (context) => noise(0.000_1 * runs(context)),
  ConcurrentExecutions: (context) => level(isFew(context) ? 2 : 400, 500),
  // A batch that failed once and succeeded in its second attempt.
  IteratorAge: () => level(300, 12_000),
  // A message that failed until it moved to the dead-letter queue.
  ApproximateAgeOfOldestMessage: () => ({ rates: [], accident: 1_800 }),
  ApproximateNumberOfMessagesVisible: () => ({ rates: [[0, 1]] }),
  ReadThrottleEvents: ({ requests }) => noise(0.000_01 * requests),
  ThrottledRequests: ({ requests }) => noise(0.000_01 * requests),
  SystemErrors: ({ requests }) => noise(0.000_01 * requests),
  DaysToExpiry: () => ({ rates: [[60, 2 / 1_440]] }),
  Runs: (context, { group }) => ({ rates: times(runs(context, group)) }),
  Failures: () => ({ rates: [] }),
  ServerErrors: (context, { group }) => noise(0.000_2 * runs(context, group)),
  AuthenticationFailures: (context, { credential = '' }) => {
    if (credential === 'token') return noise(0.003 * runs(context, 'authorizer'));
    return noise((credential === 'sso' ? 0.02 : 0.09) * runs(context, 'login'));
  },
  SignIns: (context) => ({ rates: times(0.91 * runs(context, 'login')) }),
  SsoSignIns: (context) => ({ rates: times(0.3 * runs(context, 'login')) }),
  RateLimited: ({ requests }) => noise(0.005 * requests),
  ProbeFailures: () => level(0, 1),
  OldestUnacknowledgedCriticalAlertAge: () => level(120, 240),
  UnacknowledgedCriticalAlertAge: () => level(20, 240),
  OldestTimerAge: () => level(55, 130),
  FailedTimers: () => noise(1 / 60),
  Mails: () => ({ rates: times(0.1) }),
  SuppressedAddresses: () => noise(0.001),
  // A receiver is well in each of two zones.
  HealthyHostCount: () => ({ rates: [[1, 2]] }),
  // Two receivers report once a minute.
  PanelConnections: () => ({ rates: [[40, 2]] }),
  PanelFrames: (_, { outcome = '' }) => FRAMES[outcome] ?? { rates: [] },
  // Two receivers report twenty tenants twice a minute. The only panel of a tenant has a wrong key.
  PanelTenants: (_, { state }) =>
    state === 'heard' ? { rates: [[20, 4]] } : { rates: [[1, 0.5]], accident: 1 },
  AuditSealAge: () => level(60, 130),
  AuditTampering: () => ({ rates: [] }),
  NobodyNotified: () => ({ rates: [] }),
  // One copy of the backup a day.
  TriggeredRules: () => ({ rates: [[1, 1 / 1_440]] }),
};

const wrongPasswords = (context: Context) => Math.max(40, 0.5 * runs(context, 'login'));
const deadTokens = (context: Context) => Math.max(100, 0.1 * runs(context, 'authorizer'));
const impatient = ({ requests }: Context) => Math.max(100, 0.1 * requests);
/** A number of requests a minute that nobody makes ordinarily. */
const probing = ({ requests }: Context) => Math.max(20, 2 * requests);

export const ALARM_CASES: readonly AlarmCase[] = [
  {
    alarm: 'availability-burn-1h',
    when: 'one request in ten is answered 5xx',
    minutes: 60,
    metrics: { '5XXError': requestShare(0.1) },
  },
  {
    alarm: 'availability-burn-6h',
    when: 'one request in a hundred is answered 5xx',
    minutes: 360,
    metrics: { '5XXError': requestShare(0.01) },
  },
  {
    alarm: 'availability-burn-1d',
    when: 'one request in two hundred is answered 5xx',
    minutes: 1_440,
    metrics: { '5XXError': requestShare(0.005) },
  },
  // On a quiet stage latency is not judged by its objective: most requests meet a cold start.
  {
    alarm: 'latency-burn-1h',
    when: 'one request in five is slow',
    minutes: 60,
    metrics: { Latency: slow(0.2, 1_500) },
    load: 'busy',
  },
  {
    alarm: 'latency-burn-6h',
    when: 'eight requests in a hundred are slow',
    minutes: 360,
    metrics: { Latency: slow(0.08, 1_500) },
    load: 'busy',
  },
  {
    alarm: 'latency-burn-1d',
    when: 'four requests in a hundred are slow',
    minutes: 1_440,
    metrics: { Latency: slow(0.04, 1_500) },
    load: 'busy',
  },
  { alarm: 'api-unreachable', when: 'both checks fail', minutes: 3, metrics: { ProbeFailures: always(2) } },
  { alarm: 'api-unreachable', when: 'the probe does not run', minutes: 3, metrics: { ProbeFailures: none } },
  {
    alarm: 'certificate-expiry',
    when: 'the certificate is not renewed',
    minutes: 2_880,
    metrics: { DaysToExpiry: () => [[20, 2 / 1_440]] },
  },
  {
    alarm: 'api-server-errors',
    when: 'one request in ten is answered 5xx',
    minutes: 15,
    metrics: { '5XXError': requestShare(0.1) },
  },
  {
    alarm: 'api-client-errors',
    when: 'a client probes for paths that do not exist, more often than all others call',
    minutes: 15,
    metrics: {
      '4XXError': (context) => times(probing(context)),
      Count: (context) => times(context.requests + probing(context)),
    },
  },
  {
    alarm: 'api-latency',
    when: 'one request in five takes 5 s',
    minutes: 15,
    metrics: { Latency: slow(0.2, 5_000) },
  },
  {
    alarm: 'function-errors',
    when: 'every run answers 5xx',
    minutes: 15,
    metrics: { Runs: retriedRuns, ServerErrors: retriedRuns },
  },
  {
    alarm: 'unanswered-requests',
    when: 'every login crashes or is throttled',
    minutes: 15,
    metrics: { '5XXError': (context) => retriedRuns({ ...context, key: 'login' }) },
  },
  {
    alarm: 'unanswered-requests',
    when: 'every login crashes among other requests that answer 5xx',
    minutes: 15,
    metrics: {
      '5XXError': ({ requests }) => times(Math.max(0.25, 0.005 * requests) + 0.1 * requests),
      'Failures service_unavailable': requestShare(0.1),
    },
  },
  {
    alarm: 'function-crashes',
    when: 'every run crashes, so that Guard measures none',
    minutes: 15,
    metrics: { Errors: retriedRuns, Runs: none },
  },
  {
    alarm: 'function-crashes',
    when: 'Lambda throttles every run',
    minutes: 15,
    metrics: { Throttles: retriedRuns, Runs: none },
  },
  {
    alarm: 'function-concurrency',
    when: 'nine tenths of the quota run at once',
    minutes: 15,
    metrics: { ConcurrentExecutions: always(900) },
  },
  {
    alarm: 'dead-letters',
    when: 'a dead-letter queue holds a message',
    minutes: 5,
    metrics: { ApproximateNumberOfMessagesVisible: always(1) },
  },
  {
    alarm: 'mqtt-messages-failed',
    when: 'the dead-letter queue of MQTT holds a message',
    minutes: 1,
    metrics: { ApproximateNumberOfMessagesVisible: always(1) },
  },
  {
    alarm: 'table-throttles',
    when: 'writes to the table or to one index are throttled',
    minutes: 15,
    metrics: { 'ThrottledRequests UpdateItem': requestShare(0.01, 1) },
  },
  {
    alarm: 'table-throttles',
    when: 'some reads of each batch are throttled',
    minutes: 15,
    metrics: { ReadThrottleEvents: requestShare(0.01, 1) },
  },
  {
    alarm: 'table-system-errors',
    when: 'DynamoDB fails some queries',
    minutes: 15,
    metrics: { 'SystemErrors Query': requestShare(0.01, 1) },
  },
  {
    alarm: 'login-failures',
    when: 'passwords are guessed, on a busy stage from many addresses',
    minutes: 5,
    metrics: {
      'AuthenticationFailures password': (context) => times(wrongPasswords(context)),
    },
  },
  {
    alarm: 'login-failures',
    when: 'passwords are guessed within a flood of logins beyond the limits',
    minutes: 5,
    metrics: {
      'AuthenticationFailures password': (context) => times(wrongPasswords(context)),
      Runs: (context) => times(100 * wrongPasswords(context)),
      RateLimited: (context) => times(99 * wrongPasswords(context)),
    },
  },
  {
    alarm: 'sso-failures',
    when: 'the provider of a large tenant has another client secret',
    minutes: 60,
    metrics: {
      'AuthenticationFailures sso': (context) => times(Math.max(0.25, 0.1 * runs(context, 'login'))),
    },
  },
  {
    alarm: 'refused-tokens',
    when: 'clients keep using expired tokens',
    minutes: 5,
    metrics: {
      'AuthenticationFailures token': (context) => times(deadTokens(context)),
      Runs: (context) => times(runs(context, 'authorizer') + deadTokens(context)),
    },
  },
  {
    alarm: 'rate-limited-requests',
    when: 'clients ignore Retry-After',
    minutes: 15,
    metrics: {
      RateLimited: (context) => times(impatient(context)),
      Count: (context) => times(context.requests + impatient(context)),
    },
  },
  {
    alarm: 'unacknowledged-critical-alert',
    when: 'nobody acknowledges an alert of one tenant',
    minutes: 1,
    metrics: { UnacknowledgedCriticalAlertAge: always(400) },
  },
  {
    alarm: 'alert-ages-not-measured',
    when: 'no function measures the ages of alerts',
    minutes: 5,
    metrics: { OldestUnacknowledgedCriticalAlertAge: none },
  },
  {
    alarm: 'late-timers',
    when: 'due timers do not run',
    minutes: 5,
    metrics: { OldestTimerAge: always(180) },
  },
  {
    alarm: 'late-timers',
    when: 'no function looks for due timers',
    minutes: 4,
    metrics: { OldestTimerAge: none },
  },
  {
    alarm: 'failing-timers',
    when: 'one timer always fails, with an attempt every 5 minutes in the end',
    minutes: 60,
    metrics: { FailedTimers: () => times(1 / 5) },
  },
  {
    alarm: 'live-late',
    when: 'the fan-out fails, and changes wait in the stream',
    minutes: 3,
    metrics: { IteratorAge: always(20_000) },
  },
  {
    alarm: 'events-late',
    when: 'no messages are queued, and events wait in the stream',
    minutes: 10,
    metrics: { IteratorAge: always(400_000) },
  },
  {
    alarm: 'webhook-backlog',
    when: 'one receiver is slower than its events arrive',
    minutes: 15,
    metrics: { ApproximateAgeOfOldestMessage: always(7_200) },
  },
  {
    alarm: 'notifications-late',
    when: 'every run fails, so that SQS no longer counts a message after 168 seconds',
    minutes: 15,
    metrics: { ApproximateAgeOfOldestMessage: always(168) },
  },
  {
    alarm: 'mail-bounces',
    when: 'one mail in ten bounces',
    minutes: 1_440,
    metrics: { 'SuppressedAddresses bounce': () => times(0.01) },
  },
  {
    alarm: 'nobody-notified',
    when: 'one alert reaches nobody',
    minutes: 1,
    metrics: { NobodyNotified: always(1) },
  },
  {
    alarm: 'audit-seal-late',
    when: 'the key does not answer',
    minutes: 10,
    metrics: { AuditSealAge: always(700) },
  },
  { alarm: 'audit-seal-late', when: 'no function seals', minutes: 12, metrics: { AuditSealAge: none } },
  {
    alarm: 'audit-tampered',
    when: 'somebody edits one audit event',
    minutes: 1,
    metrics: { AuditTampering: always(1) },
  },
  {
    alarm: 'backup-missing',
    when: 'no backup is copied, because a job fails or never begins',
    minutes: 2_880,
    metrics: { TriggeredRules: none },
  },
  {
    alarm: 'panels-unreachable',
    when: 'no receiver is well',
    minutes: 3,
    metrics: { HealthyHostCount: always(0) },
  },
  {
    alarm: 'panels-unreachable',
    when: 'no receiver runs',
    minutes: 3,
    metrics: { HealthyHostCount: none },
  },
  {
    alarm: 'nobody-heard',
    when: 'receivers answer nobody any more',
    minutes: 2,
    metrics: { 'PanelTenants heard': none, 'PanelTenants unheard': () => [[20, 4]] },
  },
  {
    alarm: 'nobody-heard',
    when: 'one of two receivers answers nobody, and the other all its panels',
    minutes: 2,
    metrics: {
      'PanelTenants heard': () => [[20, 2]],
      'PanelTenants unheard': () => [[20, 2]],
    },
  },
  {
    alarm: 'panel-frames-failing',
    when: 'one write of ten fails',
    minutes: 5,
    metrics: { 'PanelFrames failed': () => times(5) },
  },
  {
    alarm: 'panel-frames-refused',
    when: 'the clocks of a third of all panels are wrong',
    minutes: 60,
    metrics: { 'PanelFrames refused': () => times(17), 'PanelFrames supervision': () => times(33) },
  },
  {
    alarm: 'panel-receivers-missing',
    when: 'one of two receivers does not start',
    minutes: 15,
    metrics: { PanelConnections: always(80) },
  },
];
