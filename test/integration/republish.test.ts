import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { republishCommand } from '../../lib/admin/republish.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { deliveryId } from '../../shared/webhooks/delivery.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

let guard: TestGuard;
let webhooks: TestWebhooks;
let as: CallAs;
let receiver: Receiver;
let site: { id: string; tenant_id: string };
let webhookId: string;
let since: string;

beforeAll(async () => {
  // The command uses the real time.
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  guard.clock.now = new Date();
  webhooks = await startWebhooks(guard);
  as = await signInCallers(guard);
  receiver = await startReceiver();
  site = (await as('master', 'POST /api/v1/sites', { json: { name: 'Watched' } })).body;
  const json = { url: receiver.url, events: ['alert.raised'] };
  webhookId = (await as('master', 'POST /api/v1/webhooks', { json })).body.id;
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.stop();
  await guard.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  guard.clock.now = new Date();
  since = formatTimestamp(guard.clock.now);
});

const raise = async () => {
  const json = { site_id: site.id, type: 'panic', severity: 'high', message: 'Help' };
  return (await as('master', 'POST /api/v1/alerts', { json })).body.id as string;
};
/** A later time: events of this instant are included. */
const until = () => formatTimestamp(new Date(guard.clock.now.getTime() + 1_000));
const republish = (...parameters: string[]) =>
  runAdminHere([
    ...['republish', '--since', since, '--until', until(), '--per-second', '1000', ...parameters],
    ...['--table', guard.table.name, '--endpoint', guard.table.endpoint],
  ]);
const runTimers = async () => {
  guard.clock.now = new Date(Date.now() + 120_000);
  await webhooks.tick();
};
const alertsReceived = () => receiver.received.map(({ body }) => body.data.alert.id);

test('The command republish delivers lost events once, and does not send delivered events again', async () => {
  const delivered = await raise();
  await webhooks.publish();
  const lost = [await raise(), await raise()];
  await webhooks.lose();
  expect(alertsReceived()).toEqual([delivered]);

  const counted = await republish();
  expect(counted).toMatchObject({
    exitCode: 0,
    stdout: '3 history entries: 2 deliveries missing, 1 exist. Run it again with --send.\n',
  });
  await runTimers();
  expect(alertsReceived()).toEqual([delivered]);

  expect((await republish('--send')).stdout).toBe('3 history entries: 2 deliveries queued, 1 exist.\n');
  expect((await republish('--send')).stdout).toBe('3 history entries: 0 deliveries queued, 3 exist.\n');
  await runTimers();
  expect(alertsReceived().toSorted()).toEqual([delivered, ...lost].toSorted());
  for (const { headers, body } of receiver.received) {
    expect(headers['webhook-id']).toBe(deliveryId(webhookId, body.data.event.id));
  }
});

test('The command republish does not cause a second delivery of an event that is already queued', async () => {
  await raise();
  await webhooks.queue();
  await republish('--send');
  await webhooks.deliver();
  await webhooks.queueAgain();
  await runTimers();
  expect(receiver.received).toHaveLength(1);
});

test('The command republish delivers only events of the given period and tenant', async () => {
  await raise();
  await webhooks.lose();
  const { tenant_id: other } = (await as('globex', 'GET /api/v1/auth/me')).body;
  expect((await republish('--tenant-id', other)).stdout).toMatch(/^0 history entries/);
  expect((await republish('--until', since)).stderr).toMatch(/^error: --since must be before --until/);
  const early = formatTimestamp(new Date(Date.parse(since) - 3_600_000));
  expect((await republish('--since', early, '--until', since, '--tenant-id', site.tenant_id)).stdout).toMatch(
    /^\d+ history entries: 0 deliveries missing/,
  );
});

test('With a malformed time, the command republish prints an error of one line and exits with code 2', async () => {
  expect(await republish('--since', 'yesterday')).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: The since field .+\n$/),
  });
});

test('The command republish stores no more deliveries a second than its option allows', async () => {
  await Promise.all([raise(), raise(), raise()]);
  await webhooks.lose();
  const waits: number[] = [];
  const context = {
    table: guard.table,
    clock: () => new Date(0), // no time passes
    wait: async (milliseconds: number) => waits.push(milliseconds),
    randomBytes,
    readNewPassword: () => expect.fail('No password is needed'),
  };
  const options = { since, until: until(), perSecond: '2', send: true };
  const lines: string[] = [];
  for await (const line of await republishCommand(context, options)) lines.push(line);
  expect(lines).toEqual(['3 history entries: 3 deliveries queued, 0 exist.']);
  expect(waits).toEqual([1_000, 500]);
});
