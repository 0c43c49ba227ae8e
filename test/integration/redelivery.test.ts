import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { commit } from '../../shared/table/commit.ts';
import { putOwn } from '../../shared/table/writes.ts';
import { DELIVERIES, deliveryItem, failedAttributes, newDelivery } from '../../shared/webhooks/delivery.ts';
import { type CallAs, MISSING_ID, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { race } from '../support/race.ts';
import { type Receiver, startReceiver, withStatus } from '../support/receiver.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

const MINUTE = 60_000;

let guard: TestGuard;
let webhooks: TestWebhooks;
let as: CallAs;
let receiver: Receiver;
let siteId: string;
let tenantId: string;
let webhookId: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  webhooks = await startWebhooks(guard);
  as = await signInCallers(guard);
  const { body } = await as('master', 'POST /api/v1/sites', { json: { name: 'Watched' } });
  siteId = body.id;
  tenantId = body.tenant_id;
});
afterAll(async () => {
  await webhooks.stop();
  await guard.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
  const json = { url: receiver.url, events: ['alert.raised'] };
  webhookId = (await as('master', 'POST /api/v1/webhooks', { json })).body.id;
});
afterEach(async () => {
  await as('master', `DELETE /api/v1/webhooks/${webhookId}`);
  await receiver.stop();
});

const raise = () =>
  as('master', 'POST /api/v1/alerts', {
    json: { site_id: siteId, type: 'panic', severity: 'high', message: 'Help' },
  });
/** Raises alerts and makes the first attempts of their deliveries. */
const publish = async (count = 1) => {
  guard.clock.advance(1_000);
  for (let made = 0; made < count; made += 1) await raise();
  await webhooks.publish();
};
const enable = (status: string) => as('master', `PATCH /api/v1/webhooks/${webhookId}`, { json: { status } });
const deliveries = async () => (await as('master', `GET /api/v1/webhooks/${webhookId}/deliveries`)).body.data;
const newest = async () => (await deliveries())[0];
const resend = (id: string) => as('master', `POST /api/v1/webhooks/${webhookId}/deliveries/${id}/resend`);
const recover = (since: Date, id = webhookId) =>
  as('master', `POST /api/v1/webhooks/${id}/recover`, { json: { since: since.toISOString() } });
const pass = async (milliseconds = MINUTE) => {
  guard.clock.advance(milliseconds);
  await webhooks.tick();
};
/** Changes the item of a delivery. */
const update = (id: string, UpdateExpression: string, names?: Record<string, string>, values?: object) =>
  guard.table.client.send(
    new UpdateCommand({
      TableName: guard.table.name,
      Key: DELIVERIES.key(tenantId, webhookId, id),
      UpdateExpression,
      ...(names ? { ExpressionAttributeNames: names } : {}),
      ...(values ? { ExpressionAttributeValues: values } : {}),
    }),
  );
/** Two deliveries of a webhook that was disabled, which have failed for good. */
const failTwo = async () => {
  receiver.answer(withStatus(500));
  await publish(2);
  await enable('disabled');
  await pass(2 * MINUTE);
  await enable('active');
  receiver.answer(withStatus(204));
  receiver.received.length = 0;
};

test('A successful webhook delivery can be resent with the same id and body, and its count of attempts continues', async () => {
  await publish();
  const { id } = await newest();
  const { status, body } = await resend(id);
  expect([status, body]).toMatchObject([202, { id, status: 'pending', attempts: 1, status_code: 204 }]);
  await pass();
  const [first, second] = receiver.received;
  expect([second?.text, second?.headers['webhook-id']]).toEqual([first?.text, id]);
  expect(await newest()).toMatchObject({ id, status: 'delivered', attempts: 2, next_attempt_at: null });
  await pass(60 * MINUTE);
  expect(receiver.received).toHaveLength(2);
});

test('A webhook delivery that failed its last attempt gets one more attempt with each resend', async () => {
  await failTwo();
  receiver.answer(withStatus(500));
  const { id } = await newest();
  await update(id, 'SET #data.attempts = :ten', { '#data': 'data' }, { ':ten': 10 });
  for (const attempts of [11, 12]) {
    await resend(id);
    await pass();
    expect(await newest()).toMatchObject({ status: 'failed', attempts, next_attempt_at: null });
  }
  expect(receiver.received).toHaveLength(2);
});

test('If two requests resend a webhook delivery at once, one is rejected, and the delivery is sent once', async () => {
  await publish();
  const { id } = await newest();
  for (const round of [0, 1, 2]) {
    const answers = await race(
      round,
      () => resend(id),
      () => resend(id),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      202,
      'delivery_not_ended',
    ]);
    await pass();
    expect(receiver.received).toHaveLength(round + 2);
  }
});

test('A webhook delivery is not resent while it is pending, or while its webhook is disabled', async () => {
  const codeOf = async (id: string) => (await resend(id)).body.code;
  await failTwo();
  const { id } = await newest();
  expect([await codeOf(MISSING_ID), await codeOf('x')]).toEqual(['not_found', 'not_found']);
  await enable('disabled');
  expect(await codeOf(id)).toBe('webhook_not_active');
  await enable('active');
  receiver.answer(withStatus(500));
  await publish();
  expect(await codeOf((await newest()).id)).toBe('delivery_not_ended');
});

test('A recovery of a webhook sends each delivery that failed since the given time once, and no other delivery', async () => {
  await failTwo();
  const failed = (await deliveries()).map(({ id }: { id: string }) => id);
  const since = guard.clock.now;
  guard.clock.advance(1_000);
  expect((await recover(guard.clock.now)).body).toEqual({ queued: 0, has_more: false });
  await publish();
  const [delivered] = receiver.received.splice(0);
  const { status, body } = await recover(since);
  expect([status, body]).toEqual([202, { queued: 2, has_more: false }]);
  expect((await recover(since)).body.queued).toBe(0);
  await pass();
  const received = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(received.toSorted()).toEqual(failed.toSorted());
  expect(received).not.toContain(delivered?.headers['webhook-id']);
  expect((await recover(since)).body.queued).toBe(0);
});

test('Two concurrent recoveries of a webhook together send each of 130 failed deliveries once', async () => {
  const failed = Array.from({ length: 130 }, () => ({
    ...newDelivery({
      id: newId(guard.clock.now, randomBytes),
      webhook_id: webhookId,
      tenant_id: tenantId,
      event: 'alert.raised',
      created_at: formatTimestamp(guard.clock.now),
    }),
    status: 'failed' as const,
  }));
  const at = formatTimestamp(guard.clock.now);
  await runInLanes(failed, 25, (it) =>
    commit(guard.table, [putOwn(guard.table, { ...deliveryItem(it, '{}'), ...failedAttributes(it, at) })]),
  );
  const since = guard.clock.now;
  const [one, other] = await race(
    0,
    () => recover(since),
    () => recover(since),
  );
  expect(one.body.queued + other.body.queued).toBe(130);
  await pass();
  const received = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(received.toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
});

test('A recovery of a webhook is rejected if the webhook is disabled, or if it starts more than 7 days ago', async () => {
  const daysAgo = (days: number) => new Date(guard.clock.now.getTime() - days * 24 * 60 * MINUTE);
  expect((await recover(daysAgo(7))).status).toBe(202);
  const { status, body } = await recover(daysAgo(7.1));
  expect([status, Object.keys(body.errors)]).toEqual([422, ['since']]);
  await enable('disabled');
  expect((await recover(daysAgo(1))).body.code).toBe('webhook_not_active');
});
