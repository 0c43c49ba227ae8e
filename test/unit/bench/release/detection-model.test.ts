import { expect, test } from 'vitest';
import { seededRandom } from '../../../../bench/random.ts';
import {
  type BadRelease,
  CANARY_MINUTES,
  CANARY_SHARE,
  noticedByApiAlarm,
  noticedByOwnAlarm,
  noticedByWaves,
} from '../../../../bench/release/detection-model.ts';
import { fractionOf, randomArrivals } from '../../../../bench/scale/arrivals.ts';

const ALWAYS = { share: 1, failing: 1 };

test('at 3 requests a minute the alarm on the whole API takes back one of fifty that always fail', () => {
  const probability = noticedByApiAlarm({ ...ALWAYS, requestsPerMinute: 3 });
  // At least 3 of a mean of 0.3, in one of five minutes; too many others there are never.
  const inOneMinute = 1 - Math.exp(-0.3) * (1 + 0.3 + 0.3 ** 2 / 2);
  expect(probability).toBeCloseTo(1 - (1 - inOneMinute) ** CANARY_MINUTES, 12);
  expect(probability).toBeCloseTo(0.018, 3);
});

test('on a busy stage it never sees a function whose tenth is under half a percent, and the function’s own does', () => {
  const release = { requestsPerMinute: 300_000, share: 1 / 45, failing: 1 };
  expect(noticedByApiAlarm(release)).toBeLessThan(1e-9);
  expect(noticedByOwnAlarm(release)).toBe(1);
});

test('a function that nobody calls in five minutes is not noticed by its errors', () => {
  expect(noticedByOwnAlarm({ requestsPerMinute: 3, share: 0.01, failing: 1 })).toBeCloseTo(0.015, 3);
  expect(noticedByOwnAlarm({ requestsPerMinute: 3, share: 0, failing: 1 })).toBe(0);
});

test('where everything always fails, the smoke test is certain to notice, on any stage', () => {
  expect(noticedByWaves({ requestsPerMinute: 0, failing: 1 })).toBe(1);
  // It tries four times.
  expect(noticedByWaves({ requestsPerMinute: 0, failing: 0.1 })).toBeCloseTo(0.0001, 12);
});

const ROUNDS = 500;

/** What becomes of canaries of which every request is played. */
function play({ requestsPerMinute, share, failing }: BadRelease) {
  const random = seededRandom('guard release detection');
  let [byApi, byOwn] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const requests = Array.from({ length: CANARY_MINUTES }, () => 0);
    const errors = requests.slice();
    for (const minute of randomArrivals(requestsPerMinute, CANARY_MINUTES, random).map(Math.floor)) {
      requests[minute] = (requests[minute] ?? 0) + 1;
      const fails = fractionOf(random) < share * CANARY_SHARE * failing;
      if (fails) errors[minute] = (errors[minute] ?? 0) + 1;
    }
    if (errors.some((count, minute) => count >= 3 && (100 * count) / (requests[minute] ?? 0) > 0.5))
      byApi += 1;
    if (errors.some((count) => count > 0)) byOwn += 1;
  }
  return { byApi: byApi / ROUNDS, byOwn: byOwn / ROUNDS };
}

test.each<BadRelease>([
  { requestsPerMinute: 30, share: 1, failing: 0.1 },
  { requestsPerMinute: 30, share: 0.05, failing: 1 },
  { requestsPerMinute: 60, share: 0.5, failing: 1 },
  { requestsPerMinute: 60, share: 0.05, failing: 1 },
])('what is computed for %j is what comes of playing it', (release) => {
  const { byApi, byOwn } = play(release);
  // Four standard deviations of the played share.
  const tolerance = (probability: number) => 4 * Math.sqrt((probability * (1 - probability)) / ROUNDS) + 1e-3;
  const [api, own] = [noticedByApiAlarm(release), noticedByOwnAlarm(release)];
  expect(Math.abs(byApi - api)).toBeLessThan(tolerance(api));
  expect(Math.abs(byOwn - own)).toBeLessThan(tolerance(own));
});
