import { functionGroup } from '../../../shared/lambda/function-group.ts';
import type { MetricId, Samples } from '../../support/cloudwatch/metric.ts';
import { lambdaFunctions } from '../../support/table-use/lambda-functions.ts';
import { TRIAL_TRIGGERS } from '../../support/trial-triggers.ts';
import { counted, countIn, type Load } from './scenario.ts';

/** What of all requests goes to a group of functions. */
const GROUP_SHARES: Readonly<Record<string, number>> = {
  authorizer: 0.94,
  alerts: 0.5,
  reports: 0.1,
  sites: 0.15,
  devices: 0.1,
  zones: 0.05,
  users: 0.02,
  tenants: 0.005,
  auth: 0.02,
  keys: 0.005,
  escalation: 0.005,
  live: 0.1,
  webhooks: 0.1,
  login: 0.005,
  public: 0.05,
};
/** Functions that a schedule runs, whoever calls. */
const RUNS_PER_MINUTE: Readonly<Record<string, number>> = { monitoring: 2, timers: 4, trials: 1 };

/** What goes wrong in any traffic, as a share of it. */
const NOISE = {
  serverErrors: 0.0002,
  clientErrors: 0.06,
  crashes: 0.000_05,
  throttles: 0.000_1,
  slowRuns: 0.000_1,
  refusedPasswords: 0.09,
  refusedTokens: 0.003,
  rateLimited: 0.005,
  tableThrottles: 0.000_2,
  systemErrors: 0.000_1,
};

/** In this minute one accident of each kind happens, at any load: to one function of each group. */
export const ACCIDENT_MINUTE = 2_000;

const groups = new Map(
  [...lambdaFunctions, ...TRIAL_TRIGGERS].map((it) => [it.name.replaceAll('-', ''), functionGroup(it)]),
);

/** One function of each group, the one that accidents happen to. */
const unlucky = new Set(
  [...Map.groupBy(groups.keys(), (name) => groups.get(name)).values()].map(([first]) => first),
);

const functionOf = (id: string | undefined) => /^\{(\w+?)Function\w+\}$/.exec(id ?? '')?.[1] ?? '';

/** The group of the function that a dimension's value is the logical id of. */
export function groupOf(functionId: string | undefined): string {
  const group = groups.get(functionOf(functionId));
  if (group === undefined) throw new Error(`Of no group: ${functionId}`);
  return group;
}

export function runsPerMinute(group: string, { requestsPerMinute }: Load): number {
  const share = GROUP_SHARES[group];
  const runs = RUNS_PER_MINUTE[group] ?? (share === undefined ? undefined : share * requestsPerMinute);
  if (runs === undefined) throw new Error(`How often runs ${group}?`);
  return runs;
}

/** What is measured in an ordinary minute, accidents included. Throws at a metric that it does not know. */
export function ordinarySamples(metric: MetricId, minute: number, load: Load): Samples {
  const { dimensions } = metric;
  const total = load.requestsPerMinute;
  const { FunctionName: functionId } = dimensions;
  const isLucky = functionId !== undefined && !unlucky.has(functionOf(functionId));
  const accident = minute === ACCIDENT_MINUTE && !isLucky ? 1 : 0;
  const requests = countIn(minute, total);
  const now = (perMinute: number): Samples => counted(countIn(minute, perMinute) + accident);
  const noise = (share: number, of = total) => now(share * of);
  /** Of functions: the value 0 in every minute in which one ran. */
  const ofFunctions = (share: number): Samples => {
    const runs = runsPerMinute(groupOf(functionId), load);
    return [...counted(countIn(minute, share * runs) + accident), [0, countIn(minute, runs)]];
  };
  switch (`${metric.namespace} ${metric.name}`) {
    case 'AWS/ApiGateway Count':
      return counted(requests);
    case 'AWS/ApiGateway 5XXError':
      return [...noise(NOISE.serverErrors), [0, requests]];
    case 'AWS/ApiGateway 4XXError':
      return [...noise(NOISE.clientErrors), [0, requests]];
    case 'AWS/ApiGateway Latency': {
      // Where few call, most meet a cold start.
      const slow = load.name === 'quiet' ? 0.5 : 0.003;
      return [
        [120, countIn(minute, (1 - slow) * total)],
        [1_400, countIn(minute, slow * total) + accident],
      ];
    }
    case 'AWS/Lambda Errors':
      return ofFunctions(NOISE.crashes);
    case 'AWS/Lambda Throttles':
      return ofFunctions(NOISE.throttles);
    case 'AWS/Lambda Duration': {
      const runs = runsPerMinute(groupOf(functionId), load);
      return [
        [60, countIn(minute, runs)],
        [14_000, countIn(minute, NOISE.slowRuns * runs) + accident],
      ];
    }
    case 'AWS/Lambda ConcurrentExecutions':
      return [[load.name === 'quiet' ? 2 : 400, 1]];
    case 'AWS/Lambda IteratorAge':
      // A batch that failed once, and came again.
      return [[minute === ACCIDENT_MINUTE ? 12_000 : 300, 1]];
    case 'AWS/SQS ApproximateAgeOfOldestMessage':
      // Nothing waits, but what failed until it was a dead letter.
      return minute === ACCIDENT_MINUTE ? [[1_800, 1]] : [];
    case 'AWS/SQS ApproximateNumberOfMessagesVisible':
      return [[0, 1]];
    case 'AWS/DynamoDB ReadThrottleEvents':
    case 'AWS/DynamoDB WriteThrottleEvents':
      return noise(NOISE.tableThrottles / 15);
    case 'AWS/DynamoDB SystemErrors':
      return noise(NOISE.systemErrors / 7);
    case 'AWS/CertificateManager DaysToExpiry':
      return minute % 720 === 0 ? [[60, 1]] : [];
    case 'Guard Runs':
      return counted(countIn(minute, runsPerMinute(dimensions['group'] ?? '', load)));
    case 'Guard ServerErrors':
      return noise(NOISE.serverErrors, runsPerMinute(dimensions['group'] ?? '', load));
    case 'Guard AuthenticationFailures':
      return dimensions['credential'] === 'password'
        ? noise(NOISE.refusedPasswords, runsPerMinute('login', load))
        : noise(NOISE.refusedTokens, runsPerMinute('authorizer', load));
    case 'Guard SignIns':
      return counted(countIn(minute, (1 - NOISE.refusedPasswords) * runsPerMinute('login', load)));
    case 'Guard RateLimited':
      return noise(NOISE.rateLimited);
    case 'Guard ProbeFailures':
      return [[minute % 30 === 0 ? 1 : accident, 1]];
    case 'Guard OldestUnacknowledgedCriticalAlertAge':
      return [[120, 1]];
    case 'Guard OldestTimerAge':
      // Now and then a run is late by a minute.
      return [[minute % 30 === 0 ? 130 : 55, 1]];
    case 'Guard FailedTimers':
      return counted(accident + Number(minute % 60 === 0));
    case 'Guard UnacknowledgedCriticalAlertAge':
      return [[dimensions['tenant_id'] === 'patient' ? 240 : 20, 1]];
    default:
      throw new Error(`What is ${metric.namespace} ${metric.name}?`);
  }
}

/** The series that a metric has on an ordinary day. */
export const ORDINARY_SERIES: Readonly<Record<string, readonly MetricId['dimensions'][]>> = {
  UnacknowledgedCriticalAlertAge: [
    { service: 'guard-test', tenant_id: 'patient' },
    { service: 'guard-another', tenant_id: 'of-another-stage' },
  ],
};
