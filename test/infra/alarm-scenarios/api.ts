import { slowRequests } from './objectives.ts';
import { BOTH, counted, countIn, isNamed, type Scenario } from './scenario.ts';

export const API_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'api-server-errors',
    what: 'one request in ten is answered 5xx',
    loads: BOTH,
    minutes: 15,
    change: (moment) =>
      isNamed(moment, 'AWS/ApiGateway', '5XXError')
        ? counted(countIn(moment.minute, 0.1 * moment.load.requestsPerMinute))
        : undefined,
  },
  {
    entry: 'api-client-errors',
    what: 'somebody looks for addresses that do not exist, more often than all others call',
    loads: BOTH,
    minutes: 15,
    change: (moment) => {
      const { minute, load } = moment;
      const probing = countIn(minute, Math.max(20, 2 * load.requestsPerMinute));
      if (!isNamed(moment, 'AWS/ApiGateway', 'Count', '4XXError')) return undefined;
      return [...moment.ordinary, [1, probing]];
    },
  },
  {
    entry: 'api-latency',
    what: 'one request in five takes 5 s',
    loads: BOTH,
    minutes: 15,
    change: slowRequests(0.2, 5_000),
  },
];
