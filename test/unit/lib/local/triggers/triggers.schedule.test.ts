import { expect, test } from 'vitest';
import { runOnSchedule } from '../../../../../lib/local/triggers/triggers.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import { FAILED, makeTrialHost, RETURNED } from '../../../../support/trigger-host.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-22T00:00:00.000Z');

const EVERY_TWO_MINUTES = defineTrigger('trials/tidy-up', {
  description: 'Tidies up',
  trigger: { kind: 'schedule', everyMinutes: 2 },
});

const minutesOf = ({ runs }: ReturnType<typeof makeTrialHost>) => runs.map(({ at }) => (at - START) / MINUTE);

test('A scheduled local function runs at its interval and not at the start', async () => {
  const host = makeTrialHost();
  void runOnSchedule(EVERY_TWO_MINUTES, host);
  await host.advance(6 * MINUTE);
  expect(minutesOf(host)).toEqual([2, 4, 6]);
});

test('The event of a local schedule has the format of EventBridge', async () => {
  const host = makeTrialHost();
  void runOnSchedule(EVERY_TWO_MINUTES, host);
  await host.advance(2 * MINUTE);
  expect(host.runs.map(({ event }) => event)).toEqual([
    {
      version: '0',
      id: 'id-1',
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      time: '2026-11-22T00:02:00Z',
      region: 'local',
      resources: ['arn:aws:events:local:000000000000:rule/guard-local-tidy-up'],
      detail: {},
    },
  ]);
});

test('A failed run does not stop a local schedule', async () => {
  const host = makeTrialHost(() => FAILED);
  void runOnSchedule(EVERY_TWO_MINUTES, host);
  await host.advance(4 * MINUTE);
  expect(minutesOf(host)).toEqual([2, 4]);
});

test('A local schedule skips a run that is due during another run', async () => {
  const host = makeTrialHost(async () => {
    await host.pause(5 * MINUTE, new AbortController().signal);
    return RETURNED;
  });
  void runOnSchedule(EVERY_TWO_MINUTES, host);
  await host.advance(10 * MINUTE);
  expect(minutesOf(host)).toEqual([2, 8]);
});

test('A run of a local schedule waits for the table', async () => {
  const host = makeTrialHost();
  host.isUp = false;
  void runOnSchedule(EVERY_TWO_MINUTES, host);
  await host.advance(3 * MINUTE);
  host.isUp = true;
  await host.advance(MINUTE);
  expect(minutesOf(host)).toEqual([4]);
});

test('A stopping local server starts no scheduled run and waits for the running one', async () => {
  const run = Promise.withResolvers<typeof RETURNED>();
  const host = makeTrialHost(() => run.promise);
  let hasEnded = false;
  void runOnSchedule(EVERY_TWO_MINUTES, host).then(() => {
    hasEnded = true;
  });
  await host.advance(2 * MINUTE);
  host.stop();
  await host.advance(9 * MINUTE);
  expect(hasEnded).toBe(false);
  run.resolve(RETURNED);
  await host.advance(9 * MINUTE);
  expect(hasEnded).toBe(true);
  expect(minutesOf(host)).toEqual([2]);
});
