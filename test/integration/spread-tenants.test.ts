import { randomBytes } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATUS_COPIES } from '../../shared/accounts/status-copies.ts';
import { issueToken, tokenItem } from '../../shared/accounts/token.ts';
import { commit } from '../../shared/table/commit.ts';
import { type ItemKey, statusCopyKey } from '../../shared/table/keys.ts';
import { putOwn } from '../../shared/table/writes.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { PASSWORD } from '../support/new-entity.ts';
import { race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let platform: string;
/** The keys of the tenants and copies that were read. */
const reads: ItemKey[] = [];
beforeAll(async () => {
  guard = await startGuard();
  platform = await guard.signIn('platform@guard.test');
  guard.table.client.middlewareStack.add(
    (next) => (args) => {
      const { RequestItems } = args.input as { RequestItems?: Record<string, { Keys: ItemKey[] }> };
      reads.push(...(RequestItems?.[guard.table.name]?.Keys ?? []).filter(({ sk }) => /^TENANT/.test(sk)));
      return next(args);
    },
    { step: 'initialize', name: 'recordReads' },
  );
});
afterAll(() => guard.stop());

/** Creates a tenant with as many sessions as copies, each of which reads another copy. */
async function newTenant() {
  const email = `${randomBytes(6).toString('hex')}@umbrella.test`;
  const master = { name: 'Master', email, password: PASSWORD };
  const json = { name: 'Umbrella', master };
  const { id } = (await guard.call('POST /api/v1/tenants', { token: platform, json })).body;
  const login = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  const tokens = new Map<number, string>();
  while (tokens.size < STATUS_COPIES) {
    const token = issueToken({ tenantId: id, userId: login.body.user.id }, randomBytes);
    if (tokens.has(token.tokenId % STATUS_COPIES)) continue;
    tokens.set(token.tokenId % STATUS_COPIES, token.plainText);
    const issue = { sessionVersion: 1, now: guard.clock.now, lifetimeMinutes: 60 };
    await commit(guard.table, [putOwn(guard.table, tokenItem(token, issue))]);
  }
  const callAll = () =>
    Promise.all([...tokens.values()].map((token) => guard.call('GET /api/v1/auth/me', { token })));
  const statuses = async () => [...new Set((await callAll()).map(({ status }) => status))];
  const become = async (status: string) =>
    (await guard.call(`PATCH /api/v1/tenants/${id}`, { token: platform, json: { status } })).status;
  return { id, userId: login.body.user.id, callAll, statuses, become };
}

async function spread(id: string, ...options: readonly string[]) {
  const { name, endpoint } = guard.table;
  const parameters = [
    'spread-tenant',
    '--tenant-id',
    id,
    '--table',
    name,
    '--endpoint',
    endpoint,
    ...options,
  ];
  expect(await runAdminHere(parameters)).toMatchObject({ exitCode: 0, stderr: '' });
}

async function copiesOf(id: string): Promise<unknown[]> {
  const { name, client } = guard.table;
  const found = Array.from({ length: STATUS_COPIES }, async (_, copy) => {
    const values = { ':pk': statusCopyKey(id, copy).pk };
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: values };
    return (
      (await client.send(new QueryCommand({ TableName: name, ConsistentRead: true, ...query }))).Items ?? []
    );
  });
  return (await Promise.all(found)).flat().map(({ data }) => data.status);
}

test('Once a function knows that a tenant’s status has copies, requests of the tenant read each copy equally often', async () => {
  const tenant = await newTenant();
  await spread(tenant.id);
  reads.length = 0;
  await tenant.callAll();
  for (let round = 0; round < 3; round++) expect(await tenant.statuses()).toEqual([200]);
  const later = reads.slice(-3 * STATUS_COPIES).map(({ pk }) => pk);
  for (let copy = 0; copy < STATUS_COPIES; copy++) {
    expect(later.filter((pk) => pk === statusCopyKey(tenant.id, copy).pk)).toHaveLength(3);
  }
});

test('Once a tenant with copies of its status is deactivated, all its requests get 401, even while copies are added or removed', async () => {
  const tenant = await newTenant();
  await spread(tenant.id);
  for (let round = 0; round < repetitions({ few: 3, many: 25 }); round++) {
    expect(await tenant.statuses()).toEqual([200]);
    const meanwhile = [
      () => tenant.callAll(),
      () => spread(tenant.id, ...(round % 2 ? ['--off'] : [])),
      () =>
        guard.call(`POST /api/v1/sites?tenant_id=${tenant.id}`, { token: platform, json: { name: 'Site' } }),
    ];
    const others = () => Promise.all(meanwhile.map((run) => run()));
    const [deactivated] = await race(
      round,
      async () => [await tenant.become('inactive'), await tenant.statuses()],
      others,
    );
    expect([deactivated, await tenant.statuses()]).toEqual([[200, [401]], [401]]);
    expect(new Set(await copiesOf(tenant.id))).not.toContain('active');
    expect(await tenant.become('active')).toBe(200);
    await spread(tenant.id);
  }
});

test('A deleted tenant has no copies of its status', async () => {
  const tenant = await newTenant();
  await spread(tenant.id);
  expect(await tenant.statuses()).toEqual([200]);
  await tenant.become('inactive');
  const remove = (path: string) => guard.call(`DELETE /api/v1/${path}`, { token: platform });
  expect((await remove(`users/${tenant.userId}`)).status).toBe(204);
  expect((await remove(`tenants/${tenant.id}`)).status).toBe(204);
  expect([await copiesOf(tenant.id), await tenant.statuses()]).toEqual([[], [401]]);
});
