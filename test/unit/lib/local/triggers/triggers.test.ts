import { expect, test } from 'vitest';
import { measureAlertAgesTrigger } from '../../../../../functions/jobs/monitoring.ts';
import { openDeclaredServices, startTriggers } from '../../../../../lib/local/triggers/triggers.ts';
import { makeTrialHost, type RETURNED } from '../../../../support/trigger-host.ts';

const MINUTE = 60_000;
const NO_STREAM = { tableName: '', endpoint: '', engineStarts: () => 1, pollMilliseconds: 1 };

test('The declared triggers of the local server run until they are stopped', async () => {
  const host = makeTrialHost();
  const { stop } = await startTriggers([measureAlertAgesTrigger], {
    host,
    services: undefined,
    stream: NO_STREAM,
  });
  await host.advance(MINUTE);
  expect(host.runs.map(({ name }) => name)).toEqual(['measure-alert-ages']);
  await stop();
  await host.advance(MINUTE);
  expect(host.runs).toHaveLength(1);
});

test('Stopping the triggers of the local server waits for a running function, up to a limit', async () => {
  const run = Promise.withResolvers<typeof RETURNED>();
  const host = makeTrialHost(() => run.promise);
  const { stop } = await startTriggers([measureAlertAgesTrigger], {
    host,
    services: undefined,
    stream: NO_STREAM,
  });
  await host.advance(MINUTE);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await host.advance(4_999);
  expect(hasStopped).toBe(false);
  await host.advance(1);
  await stopped;
  expect(hasStopped).toBe(true);
});

test('Without queues and sockets, the local server opens no services for them', async () => {
  expect(await openDeclaredServices([measureAlertAgesTrigger], makeTrialHost())).toBeUndefined();
});
