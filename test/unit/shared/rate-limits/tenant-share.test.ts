import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import type { RateVerdict } from '../../../../shared/rate-limits/rate-counter.ts';
import { countInTenant } from '../../../../shared/rate-limits/tenant-share.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';

const NOW = new Date('2026-11-20T12:00:30.000Z');
const LIMIT = 1_000; // 250 batches of 4
const OWN = { allowed: true, limit: 60, remaining: 59 } as RateVerdict;

/** Instances of a function that share the counters of a table. */
function startInstances(count: number) {
  const batches = new Map<string, number>();
  const answers = ({ input }: { input: { Key: { pk: string; sk: string } } }) => {
    const counter = `${input.Key.pk} ${input.Key.sk}`;
    const found = batches.get(counter) ?? 0;
    if (found === 250) throw new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });
    batches.set(counter, found + 1);
    return { Attributes: { requests: new Set(Array.from({ length: found + 1 }, String)) } };
  };
  const instances = Array.from({ length: count }, () => makeRuntime({ clock: () => NOW, answers }));
  let place = 0;
  const send = async (own: RateVerdict = OWN, tenant = 'acme', now = NOW) => {
    const { runtime } = instances[place++ % count] as (typeof instances)[0];
    return countInTenant(runtime, { subject: `tenant-api#${tenant}`, limit: LIMIT, now }, async () => own);
  };
  return { send, batches, writes: () => instances.reduce((sum, { sent }) => sum + sent.length, 0) };
}

const sendMany = async (count: number, send: () => Promise<RateVerdict>) => {
  let admitted = 0;
  for (let request = 0; request < count; request++) admitted += Number((await send()).allowed);
  return admitted;
};

test.each([1, 10, 50])(
  'With %i instances a tenant gets its whole rate limit, at most two batches of each instance more, and a write for a fourth',
  async (count) => {
    const { send, writes } = startInstances(count);
    expect(await sendMany(LIMIT, send)).toBe(LIMIT);
    expect(writes()).toBeLessThanOrEqual(LIMIT / 4);
    expect(await sendMany(5_000, send)).toBeLessThanOrEqual(count * 2 * 4);
    expect(await send()).toMatchObject({ allowed: false, limit: LIMIT, remaining: 0, retryAfterSeconds: 30 });
    expect(await send(OWN, 'globex')).toBe(OWN);
    expect(await send(OWN, 'acme', new Date(NOW.getTime() + 30_000))).toBe(OWN);
  },
);

test('Requests that the rate limit of their user refuses do not use up the limit of the tenant', async () => {
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
  const send = () =>
    countInTenant(runtime, { subject: 'tenant-api#acme', limit: LIMIT, now: NOW }, async () => OWN);
  expect(await sendMany(2 * LIMIT, send)).toBe(2 * LIMIT);
});
