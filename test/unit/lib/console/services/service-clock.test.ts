import { expect, test } from 'vitest';
import { ServiceClock } from '../../../../../lib/console/services/service-clock.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-20T12:00:00.000Z');

/** A machine at noon by its own clock, and a service whose clock is ahead of it. */
function startClock() {
  const machine = { now: NOON, aheadMs: 0, answersAfterMs: 0, date: undefined as string | undefined };
  const answer = async () => {
    machine.now += machine.answersAfterMs;
    const date = machine.date ?? new Date(machine.now + machine.aheadMs).toUTCString();
    return new Response(null, { headers: date === '' ? {} : { date } });
  };
  const clock = new ServiceClock(answer, () => machine.now);
  const ask = async (how: Partial<typeof machine> = {}) => {
    Object.assign(machine, how);
    await clock.fetch('https://guard.test', {});
    return clock.now() - machine.now;
  };
  return { clock, machine, ask };
}

test('until the service has answered, the time is that of this machine', () => {
  expect(startClock().clock.now()).toBe(NOON);
});

test.each([5 * HOUR, -5 * HOUR, 400 * 24 * HOUR])(
  'a clock that is wrong by %d ms is right by the answer',
  async (aheadMs) => {
    const { ask } = startClock();
    expect(Math.abs((await ask({ aheadMs, answersAfterMs: 200 })) - aheadMs)).toBeLessThanOrEqual(1_200);
  },
);

test('a clock that may be right stays as it is: a Date has no milliseconds, and answers take their time', async () => {
  const { ask } = startClock();
  expect(await ask({ aheadMs: 900 })).toBe(0);
  expect(await ask({ aheadMs: -4_000, answersAfterMs: 5_000 })).toBe(0);
});

test('the time does not jump while what is known may be right, and follows when a clock is set', async () => {
  const { ask, machine } = startClock();
  const known = await ask({ aheadMs: HOUR });
  expect(await ask({ now: NOON + 12_345, answersAfterMs: 300 })).toBe(known);
  machine.now += HOUR;
  expect(await ask({ aheadMs: 0 })).toBe(0);
});

test.each(['', 'yesterday'])('an answer with the Date %j changes nothing', async (date) => {
  const { ask } = startClock();
  const known = await ask({ aheadMs: HOUR });
  expect(await ask({ date })).toBe(known);
});
