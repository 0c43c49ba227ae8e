import { BOTH, counted, countIn, isNamed, type Moment, type Scenario } from './scenario.ts';

/** A share of all requests that are answered 5xx. */
const serverErrors = (share: number) => (moment: Moment) =>
  isNamed(moment, 'AWS/ApiGateway', '5XXError')
    ? counted(countIn(moment.minute, share * moment.load.requestsPerMinute))
    : undefined;

/** A share of all requests that take so long. */
export const slowRequests = (share: number, milliseconds: number) => (moment: Moment) => {
  const { minute, load } = moment;
  if (!isNamed(moment, 'AWS/ApiGateway', 'Latency')) return undefined;
  return [
    [120, countIn(minute, (1 - share) * load.requestsPerMinute)],
    [milliseconds, countIn(minute, share * load.requestsPerMinute)],
  ] as const;
};

/** On a quiet stage latency is not judged by its objective: nearly every request meets a cold start. */
export const OBJECTIVE_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'availability-burn-1h',
    what: 'one request in ten is answered 5xx',
    loads: BOTH,
    minutes: 60,
    change: serverErrors(0.1),
  },
  {
    entry: 'availability-burn-6h',
    what: 'one request in a hundred is answered 5xx',
    loads: BOTH,
    minutes: 360,
    change: serverErrors(0.01),
  },
  {
    entry: 'availability-burn-1d',
    what: 'one request in two hundred is answered 5xx',
    loads: BOTH,
    minutes: 1_440,
    change: serverErrors(0.005),
  },
  {
    entry: 'latency-burn-1h',
    what: 'one request in five is slow',
    loads: ['busy'],
    minutes: 60,
    change: slowRequests(0.2, 1_500),
  },
  {
    entry: 'latency-burn-6h',
    what: 'eight requests in a hundred are slow',
    loads: ['busy'],
    minutes: 360,
    change: slowRequests(0.08, 1_500),
  },
  {
    entry: 'latency-burn-1d',
    what: 'four requests in a hundred are slow',
    loads: ['busy'],
    minutes: 1_440,
    change: slowRequests(0.04, 1_500),
  },
];
