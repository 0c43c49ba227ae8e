import { randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealAuditHandler as createHandler, sealAuditTrigger } from '../../functions/jobs/audit.ts';
import { queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { checkAuditLog } from '../../lib/admin/check-audit-log.ts';
import {
  auditPartition,
  hashEvent,
  hashSeal,
  type Seal,
  sealKey,
  sealKeyOf,
} from '../../shared/audit/seal.ts';
import type { SealCopies } from '../../shared/audit/seal-copies.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../../shared/base/time.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import { readSettings } from '../../shared/lambda/settings.ts';
import { getItem } from '../../shared/table/reads.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { auditItem, put, recordOf } from '../support/audit-events.ts';
import { readAll } from '../support/find-inconsistencies.ts';
import { functionVariables, TEST_KEY } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { makeRuntime } from '../support/make-runtime.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

let guard: TestGuard;
let tenantId: string;
beforeAll(async () => {
  guard = await startGuard();
});
afterAll(() => guard.stop());
beforeEach(() => {
  tenantId = newId(guard.clock.now, randomBytes);
});

type Item = ReturnType<typeof auditItem>;
const send = (...Records: object[]) => guard.invoke(queueWebhooksTrigger.name, { Records });
const seal = () => guard.runScheduled(sealAuditTrigger.name);
const key = sealKeyOf(connectKey(TEST_KEY, () => guard.clock.now));
const check = (copies?: SealCopies) =>
  checkAuditLog(guard.table, tenantId, { now: guard.clock.now, key, copies });
const faults = async (copies?: SealCopies) => (await check(copies)).faults;
const insert = (item: Item) => recordOf(undefined, item, guard.clock.now);
const remove = (pk: string, sk: string) =>
  guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key: { pk, sk } }));

/** Writes an event as an endpoint does. */
async function write(expiresAt?: number): Promise<Item> {
  const item = auditItem(tenantId, newId(guard.clock.now, randomBytes), expiresAt);
  await put(guard.table, item);
  return item;
}

/** Two seals: of two events and of one. */
async function sealThree(): Promise<[Item, Item, Item]> {
  const first = await write();
  guard.clock.advance(1_000);
  const second = await write();
  await send(insert(first), insert(second));
  await seal();
  guard.clock.advance(MINUTE);
  const third = await write();
  await send(insert(third));
  await seal();
  guard.clock.advance(15 * MINUTE);
  return [first, second, third];
}

const storedSeal = async (number: number) =>
  (await getItem(guard.table, sealKey(tenantId, number)))?.['data'] as Seal;

test('Audit events are sealed within a minute, and the audit log is intact up to the last seal', async () => {
  await sealThree();
  const { faults, seals, sealedEvents, waiting, before } = await check();
  expect({ faults, sealedEvents, waiting, before }).toEqual({
    faults: [],
    sealedEvents: 3,
    waiting: 0,
    before: 0,
  });
  expect(seals.map(({ number, events }) => [number, events.length])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(seals[1]?.previous_hash).toBe(seals[0]?.hash);
});

test('The command that verifies the audit log says up to when the log is intact, or names the first changed event', async () => {
  const [first] = await sealThree();
  const verify = () =>
    runAdminHere([
      ...['verify-audit', '--tenant', tenantId, '--key', TEST_KEY],
      ...['--table', guard.table.name, '--endpoint', guard.table.endpoint],
    ]);
  const { seals } = await check();
  expect(await verify()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`Intact up to ${seals.at(-1)?.at}: `),
  });
  await put(guard.table, { ...first, data: { ...first.data, action: 'user.created' } });
  expect(await verify()).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(new RegExp(`^error: The event ${first.data.id} of .* was changed\\.\n`)),
  });
});

describe('verification of the audit log', () => {
  test('Verification of the audit log names a removed event', async () => {
    const [, second, third] = await sealThree();
    await remove(second.pk, second.sk);
    await remove(third.pk, third.sk);
    expect(await faults()).toEqual([
      expect.stringContaining(`${second.data.id} of 2026-`),
      expect.stringMatching(/is missing\.$/),
    ]);
  });

  test('Verification of the audit log names an inserted event, which has no seal', async () => {
    await sealThree();
    const inserted = await write();
    guard.clock.advance(15 * MINUTE);
    expect(await faults()).toEqual([
      expect.stringMatching(`${inserted.data.id} .* was inserted: it has no seal`),
    ]);
  });

  test('Verification of the audit log names a backdated event, even if it was sealed', async () => {
    await sealThree();
    const id = newId(new Date(guard.clock.now.getTime() - 10 * MINUTE), randomBytes);
    await put(guard.table, auditItem(tenantId, id));
    await send(insert(auditItem(tenantId, id)));
    await seal();
    expect(await faults()).toEqual([expect.stringMatching(`${id} .* was inserted: it was written at`)]);
  });

  test('Verification of the audit log names an event that was changed before sealing: it differs from its image in the stream', async () => {
    const item = await write();
    await put(guard.table, { ...item, data: { ...item.data, action: 'user.created' } });
    await send(insert(item));
    await seal();
    expect(await faults()).toEqual([expect.stringMatching(`${item.data.id} .* was changed`)]);
  });

  test('Verification of the audit log reports which seal was removed', async () => {
    await sealThree();
    await remove(auditPartition(tenantId), sealKey(tenantId, 1).sk);
    expect((await faults())[0]).toBe('Seal 1 is missing.');
  });

  test('Verification of the audit log names seals that someone without the key replaced, even by a consistent chain of hashes', async () => {
    const [first] = await sealThree();
    const changed = { ...first, data: { ...first.data, action: 'user.created' } };
    await put(guard.table, changed);
    const [one, two] = [await storedSeal(1), await storedSeal(2)];
    const events = one.events.map((it) =>
      it.id === first.data.id ? { ...it, hash: hashEvent(changed, changed.data) } : it,
    );
    const content = { ...one, events };
    const newOne = { ...content, hash: hashSeal(content) };
    const newTwo = { ...two, previous_hash: newOne.hash };
    for (const data of [newOne, { ...newTwo, hash: hashSeal(newTwo) }]) {
      await put(guard.table, { ...sealKey(tenantId, data.number), data });
    }
    expect(await faults()).toEqual(['Seal 1 was changed.', 'Seal 2 was changed.']);
  });

  test('Verification of the audit log notices that the newest seals were removed only if it is given the copies', async () => {
    const [, , third] = await sealThree();
    const kept = [await storedSeal(1), await storedSeal(2)];
    await remove(third.pk, third.sk);
    await remove(third.pk, sealKey(tenantId, 2).sk);
    expect(await faults()).toEqual([]);
    expect(await faults(copiesOf(kept))).toEqual(['Seal 2 is missing: there is a copy of it.']);
  });
});

const copiesOf = (seals: Seal[]): SealCopies => ({
  put: async (it) => {
    seals.push(it);
  },
  async *read() {
    yield* seals;
  },
});

test('Each seal of the audit log gets a copy, even if the function stopped before writing it', async () => {
  const copies: Seal[] = [];
  const { runtime } = makeRuntime({ clock: () => guard.clock.now });
  const settings = readSettings(functionVariables({ auditBucket: 'copies' }));
  const handler = createHandler(
    () => ({ ...runtime, settings, table: guard.table }),
    () => copiesOf(copies),
  );
  await sealThree();
  await send(insert(await write()));
  await handler({} as never, {} as never);
  expect(copies.map(({ number }) => number)).toEqual([2, 3]);
});

test('After a failed write the copy of an audit seal follows within a minute without a new event; a metric shows the delay', async () => {
  const stored: Seal[] = [];
  let failing = true;
  const { runtime, metrics } = makeRuntime({ clock: () => guard.clock.now });
  const settings = readSettings(functionVariables({ auditBucket: 'copies' }));
  const copies: SealCopies = {
    ...copiesOf(stored),
    put: async (it) => {
      if (failing) throw new Error('no bucket');
      if (it.tenant_id === tenantId) stored.push(it);
    },
  };
  const handler = createHandler(
    () => ({ ...runtime, settings, table: guard.table }),
    () => copies,
  );
  const run = () => handler({} as never, {} as never);
  const wait = () => metrics.findLast(({ name }) => name === 'AuditSealAge')?.value;
  await send(insert(await write()));
  await run();
  guard.clock.advance(MINUTE);
  await run();
  expect(wait()).toBeGreaterThanOrEqual(60);
  failing = false;
  await run();
  await run();
  expect([stored.map(({ number }) => number), wait()]).toEqual([[1], 0]);
  expect(await check(copies)).toMatchObject({ faults: [], sealedEvents: 1, waiting: 0, hasCopies: true });
});

test('Verification of the audit log names a seal without a copy, unless the seal is new or older than the first copy', async () => {
  await sealThree();
  guard.clock.advance(MINUTE);
  await send(insert(await write()));
  await seal();
  const [first, second, third] = [await storedSeal(1), await storedSeal(2), await storedSeal(3)];
  expect(await faults(copiesOf([second]))).toEqual([]);
  expect(await faults(copiesOf([first, third]))).toEqual(['Seal 2 has no copy.']);
  expect(await check(copiesOf([]))).toMatchObject({ faults: [], hasCopies: false });
  guard.clock.advance(15 * MINUTE);
  expect(await faults(copiesOf([first, second]))).toEqual(['Seal 3 has no copy.']);
});

test('An audit event that the stream delivers again after its seal gets no second seal', async () => {
  const [first] = await sealThree();
  await send(insert(first));
  await seal();
  expect(await check()).toMatchObject({ faults: [], sealedEvents: 3, waiting: 0 });
});

test('Audit events and their seals may expire, but a seal that was removed before its expiry is named as missing', async () => {
  const expiresAt = toEpochSeconds(guard.clock.now) + 86_400;
  const old = await write(expiresAt);
  await send(insert(old));
  await seal();
  guard.clock.advance(2 * DAY);
  await send(insert(await write()));
  await seal();
  expect((await getItem(guard.table, sealKey(tenantId, 1)))?.['ttl']).toBe(expiresAt + 30 * 86_400);
  expect((await getItem(guard.table, sealKey(tenantId, 2)))?.['ttl']).toBeUndefined();
  await remove(old.pk, old.sk);
  expect(await faults()).toEqual([]);
  await remove(old.pk, sealKey(tenantId, 1).sk);
  expect(await faults()).toEqual(['Seal 1 is missing.']);
  guard.clock.advance(40 * DAY);
  expect(await faults()).toEqual([]);
});

test('A changed or removed audit event is counted as tampering at once; an expired event is not', async () => {
  const item = auditItem(tenantId, newId(guard.clock.now, randomBytes));
  const changed = { ...item, data: { ...item.data, action: 'x' } };
  const byService = { principalId: 'dynamodb.amazonaws.com', type: 'Service' };
  const at = guard.clock.now;
  const counted = () =>
    guard.metrics.filter(({ name }) => name === 'AuditTampering').map(({ value }) => value);
  await send(
    { ...recordOf(item, undefined, at), userIdentity: byService },
    recordOf(item, { ...item, tenant: 'an index attribute' }, at),
  );
  expect(counted()).toEqual([]);
  await send(recordOf(item, changed, at), recordOf(item, undefined, at));
  expect(counted()).toEqual([2]);
  expect(guard.log()).toContain(`"sk":"${item.sk}"`);
});

test('Audit events that cannot be sealed delay no other tenant, appear in a metric, and are sealed later', async () => {
  let failing = false;
  const { runtime, metrics, logged } = makeRuntime({ clock: () => guard.clock.now });
  const settings = readSettings(functionVariables({ auditBucket: 'copies' }));
  const copies: SealCopies = {
    ...copiesOf([]),
    put: async ({ tenant_id }) => {
      if (failing && tenant_id === tenantId) throw new Error('no bucket');
    },
  };
  const handler = createHandler(
    () => ({ ...runtime, settings, table: guard.table }),
    () => copies,
  );
  const run = () => handler({} as never, {} as never);
  await sealThree();
  const other = auditItem(newId(guard.clock.now, randomBytes), newId(guard.clock.now, randomBytes));
  const written = formatTimestamp(guard.clock.now);
  await send(insert(await write()), insert(other));
  failing = true;
  guard.clock.advance(11 * MINUTE);
  await run();
  const age = (guard.clock.now.getTime() - Math.floor(Date.parse(written) / 1_000) * 1_000) / 1_000;
  expect(metrics).toContainEqual({ name: 'AuditSealAge', value: age });
  expect(logged).toContainEqual(expect.objectContaining({ message: 'Audit events not sealed' }));
  expect((await readAll(guard.table)).filter(({ pk }) => pk.startsWith('UNSEALED#'))).toHaveLength(1);
  failing = false;
  await run();
  expect(await check()).toMatchObject({ faults: [], sealedEvents: 4, waiting: 0 });
});
