import type { AlarmDeclaration } from './alarm.ts';
import { errorRate, latency } from './api-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

export const apiAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-server-errors',
    meaning: 'At least 3 requests of the last 15 minutes, and more than 1 %, were answered 5xx.',
    // Not a page: what lasts burns the budget and pages as availability-burn. This keeps what was over before.
    severity: 'ticket',
    // One may be an accident that the client's retry made good. Three are not, whether 10 called or 10,000.
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
    // Clients err all the time. Half of all requests means that a release broke clients, or that somebody probes.
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
    // Cold starts and logins stay well below. A call to the table that hangs is given up after 2 s and repeated: only
    // one that hangs twice comes near.
    watches: latency(watched, 99),
    wellUpTo: 3_000,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
];
