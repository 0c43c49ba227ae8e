import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { ItemKey } from '../../../../shared/table/keys.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import type { AttemptResult } from '../../../../shared/webhooks/attempt.ts';
import { type DeliveryContext, deliver } from '../../../../shared/webhooks/deliver.ts';
import { type Delivery, deliveryItem, newDelivery } from '../../../../shared/webhooks/delivery.ts';
import type { Secrets } from '../../../../shared/webhooks/signature.ts';
import { testWebhook } from '../../../../shared/webhooks/test-webhook.ts';
import { WEBHOOKS, type Webhook, webhookItem } from '../../../../shared/webhooks/webhook.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const AT = '2026-11-22T12:00:00.000+00:00';
const webhook = makeWebhook();
const { tenant_id } = webhook;
const waiting: Delivery = {
  ...newDelivery({
    id: '019a0000-0000-7000-8000-000000000009',
    webhook_id: webhook.id,
    tenant_id,
    event: 'alert.raised',
    created_at: AT,
  }),
  attempts: 1,
  next_attempt_at: AT,
};
const answered = (statusCode: number): AttemptResult => ({
  statusCode,
  milliseconds: 1,
  response: null,
  error: null,
});

const SECRETS: Secrets = [{ encrypted: 'kms-1:x' }];

interface World {
  webhook: Webhook | undefined;
  delivery?: Delivery;
  tenant: 'active' | 'inactive';
}

/** A table of these items. With `overtake`, another request changes the webhook before the first write of it. */
function tableOf(world: World, overtake: Partial<Webhook> = {}) {
  let isOvertaken = Object.keys(overtake).length === 0;
  const fake = fakeTable(({ name, input }) => {
    const items: (ItemKey & Readonly<Record<string, unknown>>)[] = [
      ...(world.webhook ? [{ ...webhookItem(world.webhook, SECRETS), revision: 1 }] : []),
      TENANTS.item(makeTenant({ id: tenant_id, status: world.tenant })),
      ...(world.delivery ? [{ ...deliveryItem(world.delivery, '{}'), revision: 1 }] : []),
    ];
    const find = (key: ItemKey) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
    if (name === 'GetCommand') return { Item: find(input.Key) };
    if (name === 'BatchGetCommand') {
      const keys: ItemKey[] = input.RequestItems['guard-test'].Keys;
      return { Responses: { 'guard-test': keys.flatMap((key) => find(key) ?? []) } };
    }
    const written: readonly { readonly sk: string }[] = [input, ...(input.TransactItems ?? [])].flatMap(
      (it) => it.Update?.Key ?? it.Key ?? [],
    );
    if (isOvertaken || !written.some(({ sk }) => sk === WEBHOOKS.key(tenant_id, webhook.id).sk)) return {};
    isOvertaken = true;
    if (world.webhook) world.webhook = { ...world.webhook, ...overtake };
    const message = 'overtaken';
    if (name === 'UpdateCommand') return new ConditionalCheckFailedException({ $metadata: {}, message });
    const CancellationReasons = input.TransactItems.map(() => ({ Code: 'ConditionalCheckFailed' }));
    return new TransactionCanceledException({ $metadata: {}, message, CancellationReasons });
  });
  /** The values of the last write. */
  const lastWrite = () => JSON.stringify(fake.sent.at(-1)?.input);
  const writes = () => fake.sent.filter(({ name }) => /Update|Put|Transact/.test(name));
  return { ...fake, lastWrite, writes };
}

const key: DeliveryContext['key'] = { decrypt: async () => 'whsec_x' };

async function attempt(
  world: World,
  status: number,
  overtake?: Partial<Webhook>,
  other?: { readonly body?: string; readonly attempts?: number },
) {
  const fake = tableOf(world, overtake);
  let posts = 0;
  const { id, webhook_id, event, created_at, attempts } = waiting;
  const delivered = await deliver(
    fake.table,
    { id, webhook_id, tenant_id, event, created_at, ...(other ? { attempts: 0, ...other } : { attempts }) },
    {
      now: NOW,
      random: () => 0,
      key,
      post: async () => {
        posts += 1;
        return answered(status);
      },
    },
  );
  return { ...fake, delivered, posts };
}

test('A pending webhook delivery of an inactive tenant is checked again after an hour, without an attempt', async () => {
  const { delivered, posts, lastWrite, writes } = await attempt(
    { webhook, delivery: waiting, tenant: 'inactive' },
    200,
  );
  expect([delivered, posts]).toEqual([{ outcome: 'skipped', disabled: false }, 0]);
  expect(writes()).toHaveLength(1);
  expect(lastWrite()).toContain('2026-11-22T13:00:00.000+00:00');
  expect(lastWrite()).not.toContain('"failed"');
});

test.each([
  ['disabled', makeWebhook({ status: 'disabled' })],
  ['deleted', undefined],
])('A pending webhook delivery fails if its webhook is %s', async (_, gone) => {
  const { posts, lastWrite } = await attempt({ webhook: gone, delivery: waiting, tenant: 'active' }, 200);
  expect(posts).toBe(0);
  expect(lastWrite()).toContain('"webhook_disabled"');
  expect(lastWrite()).toContain('"failed"');
});

test('If the tenant is inactive, the first attempt of a webhook delivery is skipped, and the delivery is not stored', async () => {
  const world = { webhook, tenant: 'inactive' } as const;
  const { delivered, posts, writes } = await attempt(world, 200, {}, { body: '{}' });
  expect([delivered.outcome, posts, writes()]).toEqual(['skipped', 0, []]);
});

test('A queued message of a webhook delivery that is delivered again after its attempt sends nothing', async () => {
  const world = { webhook, delivery: waiting, tenant: 'active' } as const;
  const { delivered, posts, writes } = await attempt(world, 200, {}, { attempts: waiting.attempts - 1 });
  expect([delivered.outcome, posts, writes()]).toEqual(['skipped', 0, []]);
});

test('If the tenant is inactive, a later attempt of a webhook delivery that is not stored is skipped', async () => {
  const { delivered, posts, writes } = await attempt({ webhook, tenant: 'inactive' }, 200);
  expect([delivered.outcome, posts, writes()]).toEqual(['skipped', 0, []]);
});

test.each([
  [410, '"disabled"', true],
  [500, '"failing_since"', false],
])('A %i response to a webhook delivery also changes the webhook', async (status, written, disabled) => {
  const { delivered, lastWrite, writes } = await attempt(
    { webhook, delivery: waiting, tenant: 'active' },
    status,
  );
  expect(delivered.disabled).toBe(disabled);
  expect(lastWrite()).toContain(written);
  expect(writes()).toHaveLength(1);
});

test.each([410, 500])(
  'A %i response from a former URL of a webhook changes only the delivery',
  async (status) => {
    const { delivered, writes, lastWrite } = await attempt(
      { webhook, delivery: waiting, tenant: 'active' },
      status,
      { url: 'https://new.example.com/' },
    );
    expect(delivered.disabled).toBe(false);
    expect(writes().map(({ name }) => name)).toEqual(['TransactWriteCommand', 'UpdateCommand']);
    expect(lastWrite()).toContain('DELIVERY#');
  },
);

test.each([
  ['clears failing_since', {}, ['PutCommand', 'UpdateCommand']],
  [
    'does not clear failing_since if the URL was changed meanwhile',
    { url: 'https://new.example.com/' },
    ['PutCommand', 'UpdateCommand'],
  ],
  [
    'clears failing_since even if another field was changed meanwhile',
    { description: 'x' },
    ['PutCommand', 'UpdateCommand', 'UpdateCommand'],
  ],
])('A successful test request to a webhook %s', async (_, overtake, expected) => {
  const failing = makeWebhook({ failing_since: AT });
  const fake = tableOf({ webhook: failing, tenant: 'active' }, overtake);
  const stored = WEBHOOKS.read({ ...webhookItem(failing, SECRETS), revision: 1 });
  await testWebhook(fake.table, stored, waiting.id, { now: NOW, key, post: async () => answered(200) });
  expect(fake.writes().map(({ name }) => name)).toEqual(expected);
});

describe('while KMS does not answer', () => {
  const post = async () => answered(200);
  const failing: DeliveryContext = {
    now: NOW,
    random: () => 0,
    key: { decrypt: () => Promise.reject(new Error('KMS is throttled')) },
    post: () => Promise.reject(new Error('It was sent.')),
  };
  const { id, webhook_id, event, created_at, attempts } = waiting;
  const message = { id, webhook_id, tenant_id, event, created_at, attempts };

  test('If KMS does not answer, the first attempt of a delivery sends nothing, fails so that the queue repeats it, and sets a timer', async () => {
    const { table, lastWrite, writes } = tableOf({ webhook, tenant: 'active' });
    const first = { ...message, attempts: 0, body: '{}' };
    await expect(deliver(table, first, failing)).rejects.toThrow('KMS is throttled');
    expect(writes()).toHaveLength(1);
    expect(lastWrite()).toContain('"next_attempt_at":"2026-11-22T12:01:00.000+00:00"');
    expect(lastWrite()).toContain('"attempts":0');
  });

  test('If KMS does not answer, a stored delivery does not change, and is delivered once KMS answers', async () => {
    const { table, writes } = tableOf({ webhook, delivery: waiting, tenant: 'active' });
    await expect(deliver(table, message, failing)).rejects.toThrow('KMS is throttled');
    expect(writes()).toEqual([]);
    expect(await deliver(table, message, { ...failing, key, post })).toMatchObject({ outcome: 'succeeded' });
  });
});
