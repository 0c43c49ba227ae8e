import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import type { RateVerdict } from '../../../../shared/limits/rate-counter.ts';
import { countInTenant } from '../../../../shared/limits/tenant-share.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';

const NOW = new Date('2026-11-20T12:00:30.000Z');
const LIMIT = 1_000; // 250 batches of 4
const OWN = { allowed: true, limit: 60, remaining: 59 } as RateVerdict;

interface Sent {
  readonly input: {
    readonly Key: { readonly pk: string; readonly sk: string };
    readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>;
  };
}

/** Instances of a function that share the counters of a table. */
function startInstances(count: number) {
  const batches = new Map<string, number>();
  const answers = ({ input: { Key, ExpressionAttributeValues } }: Sent) => {
    const counter = `${Key.pk} ${Key.sk}`;
    const found = batches.get(counter) ?? 0;
    // The other number is the time at which the counter expires.
    const most = Math.min(...Object.values(ExpressionAttributeValues).filter((it) => typeof it === 'number'));
    if (found >= most) throw new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });
    batches.set(counter, found + 1);
    return {
      Attributes: { requests: new Set(Array.from({ length: found + 1 }, (_, place) => String(place))) },
    };
  };
  const instances = Array.from({ length: count }, () => makeRuntime({ clock: () => NOW, answers }));
  let place = 0;
  const near: number[] = [];
  const send = async (own: RateVerdict = OWN, { tenant = 'acme', now = NOW, limit = LIMIT } = {}) => {
    const at = place++ % count;
    const { runtime } = instances[at] as (typeof instances)[0];
    const counted = { subject: `tenant-api#${tenant}`, limit, now };
    const { verdict, isNear } = await countInTenant(runtime, counted, async () => own);
    if (isNear) near.push(at);
    return verdict;
  };
  return { send, near, batches, writes: () => instances.reduce((sum, { sent }) => sum + sent.length, 0) };
}

const sendMany = async (count: number, send: () => Promise<RateVerdict>) => {
  let admitted = 0;
  for (let request = 0; request < count; request++) admitted += Number((await send()).allowed);
  return admitted;
};

test.each([1, 10, 50])(
  'With %i instances, a tenant gets its whole rate limit, at most two extra batches per instance, and one write per four requests',
  async (count) => {
    const { send, writes } = startInstances(count);
    expect(await sendMany(LIMIT, send)).toBe(LIMIT);
    expect(writes()).toBeLessThanOrEqual(LIMIT / 4);
    expect(await sendMany(5_000, send)).toBeLessThanOrEqual(count * 2 * 4);
    expect(await send()).toMatchObject({ allowed: false, limit: LIMIT, remaining: 0, retryAfterSeconds: 30 });
    expect(await send(OWN, { tenant: 'globex' })).toBe(OWN);
    expect(await send(OWN, { now: new Date(NOW.getTime() + 30_000) })).toBe(OWN);
  },
);

test('Requests that are refused by a user’s rate limit do not count towards the tenant’s limit', async () => {
  const { send, batches } = startInstances(1);
  const refused = { ...OWN, allowed: false };
  await sendMany(2 * LIMIT, () => send(refused));
  expect(batches.size).toBe(0);
});

test('A tenant is not refused while its rate counter cannot be written', async () => {
  const { runtime } = makeRuntime({
    clock: () => NOW,
    answers: () => {
      throw new Error('The table does not answer.');
    },
  });
  const counted = { subject: 'tenant-api#acme', limit: LIMIT, now: NOW };
  const send = async () => (await countInTenant(runtime, counted, async () => OWN)).verdict;
  expect(await sendMany(2 * LIMIT, send)).toBe(2 * LIMIT);
});

test.each([
  [1, 250],
  [3, 251],
  [5, 400],
  [10, 1_001],
  [20, 120_000],
])(
  'With %i instances, a tenant with the limit %i gets all of it, at most two extra batches per instance, and at most 250 writes',
  async (count, limit) => {
    const { send, batches } = startInstances(count);
    expect(await sendMany(limit, () => send(OWN, { limit }))).toBe(limit);
    const beyond = await sendMany(limit + 2_000, () => send(OWN, { limit }));
    expect(beyond).toBeLessThanOrEqual(count * 2 * Math.ceil(limit / 125) + limit / 125);
    expect([...batches.values()].reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(250);
  },
);

test.each([
  ['grows by a person', [1_000, 1_060]],
  ['grows to a multiple', [1_000, 30_000]],
  ['shrinks', [30_000, 1_060]],
  ['shrinks and grows', [1_060, 400, 5_000]],
])(
  'If a tenant’s rate limit %s within a minute, requests below the current limit are not refused',
  async (_, limits) => {
    const { send } = startInstances(3);
    let before = 0;
    for (const limit of limits) {
      const allowed = Math.max(0, limit - before);
      expect(await sendMany(allowed, () => send(OWN, { limit }))).toBe(allowed);
      before += allowed;
    }
    // The tenant uses up the smallest limit first; a raise then admits at once.
    await sendMany(5_000, () => send(OWN, { limit: limits[0] as number }));
    const raised = 100_000;
    expect(await sendMany(1_000, () => send(OWN, { limit: raised }))).toBe(1_000);
  },
);

test('Each instance reports once a minute that a tenant has used four fifths of its limit, before the first refusal', async () => {
  const { send, near } = startInstances(4);
  await sendMany(750, send);
  expect(near).toEqual([]);
  expect(await sendMany(LIMIT - 750, send)).toBe(LIMIT - 750);
  expect(near.sort()).toEqual([0, 1, 2, 3]);
  await sendMany(500, send);
  expect(near).toHaveLength(4);
});
