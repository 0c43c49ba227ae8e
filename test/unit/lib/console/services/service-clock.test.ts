import { expect, test } from 'vitest';
import { ServiceClock } from '../../../../../lib/console/services/service-clock.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-20T12:00:00.000Z');

/** A machine at noon by its own clock, and a service with a clock that is ahead. */
function startClock() {
  const machine = { now: NOON, aheadMs: 0, respondsAfterMs: 0, date: undefined as string | undefined };
  const respond = async () => {
    machine.now += machine.respondsAfterMs;
    const date = machine.date ?? new Date(machine.now + machine.aheadMs).toUTCString();
    return new Response(null, { headers: date === '' ? {} : { date } });
  };
  const clock = new ServiceClock(respond, () => machine.now);
  const ask = async (changes: Partial<typeof machine> = {}) => {
    Object.assign(machine, changes);
    await clock.fetch('https://guard.test', {});
    return clock.now() - machine.now;
  };
  return { clock, machine, ask };
}

test('Until the service’s first response, the console uses the time of the machine it runs on', () => {
  expect(startClock().clock.now()).toBe(NOON);
});

test.each([5 * HOUR, -5 * HOUR, 400 * 24 * HOUR])(
  'If the machine’s clock is wrong by %d ms, the console corrects its time after one response',
  async (aheadMs) => {
    const { ask } = startClock();
    expect(Math.abs((await ask({ aheadMs, respondsAfterMs: 200 })) - aheadMs)).toBeLessThanOrEqual(1_200);
  },
);

test('The console does not correct a clock whose difference can come from the seconds of the Date header and the response time', async () => {
  const { ask } = startClock();
  expect(await ask({ aheadMs: 900 })).toBe(0);
  expect(await ask({ aheadMs: -4_000, respondsAfterMs: 5_000 })).toBe(0);
});

test('The console changes its time correction only if a response proves it wrong, as after the machine’s clock was set', async () => {
  const { ask, machine } = startClock();
  const known = await ask({ aheadMs: HOUR });
  expect(await ask({ now: NOON + 12_345, respondsAfterMs: 300 })).toBe(known);
  machine.now += HOUR;
  expect(await ask({ aheadMs: 0 })).toBe(0);
});

test.each(['', 'yesterday'])(
  'A response with the invalid Date %j does not change the time of the console',
  async (date) => {
    const { ask } = startClock();
    const known = await ask({ aheadMs: HOUR });
    expect(await ask({ date })).toBe(known);
  },
);
