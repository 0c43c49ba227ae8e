import type { AlarmDeclaration } from './alarm.ts';
import { errorRate, latency } from './api-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

export const apiAlarms = (watched: Watched): AlarmDeclaration[] => [
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
    // Clients always cause some errors. With half of all requests, a release broke clients, or a client probes for paths.
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
