import { SETTINGS } from '../cost/baseline.ts';
import { TRIP_MILLISECONDS } from '../cost/duration.ts';
import { grouped, percent } from '../cost/format.ts';
import type { Row } from '../print-table.ts';
import { seededRandom } from '../random.ts';
import { pollArrivals } from './arrivals.ts';
import { retryPauses, simulateContention } from './contention.ts';
import { POLL_SECONDS } from './scenarios.ts';
import { refusedShare } from './throttle.ts';

/** Within how many seconds all clients begin to poll: by themselves, or because something made them. */
const SPREADS = [POLL_SECONDS, 10, 2];
const POLLING_CLIENTS = [1_000, 3_000, 10_000, 15_000];
const POLLED_PERIODS = 20;

/** What the stage's throttle makes of clients that poll. */
export function pollingRows(): Row[] {
  const random = seededRandom('guard scale polling');
  const throttle = { rate: SETTINGS.gatewayRequestsPerSecond, burst: SETTINGS.gatewayBurst };
  return POLLING_CLIENTS.map((clients) => ({
    users: grouped(clients),
    ...Object.fromEntries(
      SPREADS.flatMap((spread) => {
        const arrivals = pollArrivals(clients, { period: POLL_SECONDS, spread }, random);
        return [
          [`busiest second, within ${spread} s`, grouped(Math.max(...arrivals))],
          [`refused, ${spread} s`, percent(refusedShare(arrivals, throttle, POLLED_PERIODS))],
        ];
      }),
    ),
  }));
}

const CREATIONS_PER_SECOND = [1, 2, 5, 10, 20, 50];
const CREATED_SECONDS = 600;

/** What becomes of creations that count at one parent. */
export async function contentionRows(): Promise<Row[]> {
  const random = seededRandom('guard scale contention');
  const options = {
    seconds: CREATED_SECONDS,
    transactionMilliseconds: TRIP_MILLISECONDS,
    pauses: await retryPauses(),
  };
  return CREATIONS_PER_SECOND.map((perSecond) => {
    const { failedShare, p95Milliseconds, attemptsEach } = simulateContention(perSecond, options, random);
    return {
      'creations a second': perSecond,
      'attempts each': attemptsEach.toFixed(2),
      '95 of 100 within ms': grouped(p95Milliseconds),
      'answered 503': `${(failedShare * 100).toFixed(2)} %`,
    };
  });
}
