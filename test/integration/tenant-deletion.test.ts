import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELETION, statisticsPartition, tenantKey } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import type { Answer } from '../support/send-request.ts';

/** Raising an alert races the deletion of its site and tenant. In any order nothing is left behind. */

let guard: FaultyGuard;
let token: string;
beforeAll(async () => {
  guard = await startFaultyGuard();
  token = await guard.signIn('platform@guard.test');
});
afterAll(() => guard.stop());

const call = (request: string, json?: object) => guard.call(request, { token, ...(json ? { json } : {}) });

async function newTenantWithSite() {
  const { id: tenantId } = (await call('POST /api/v1/tenants', { name: 'Going' })).body;
  const { id: siteId } = (await call(`POST /api/v1/sites?tenant_id=${tenantId}`, { name: 'Site' })).body;
  return { tenantId, siteId };
}

type Premises = Awaited<ReturnType<typeof newTenantWithSite>>;

const raise = ({ tenantId, siteId }: Premises, fields: object = {}) =>
  call(`POST /api/v1/alerts?tenant_id=${tenantId}`, {
    site_id: siteId,
    type: 'panic',
    severity: 'critical',
    message: 'x',
    ...fields,
  });

/** An alert that one write raises, and one that a transaction raises together with its dedup key. */
const RAISED = [
  ['PutItem ALERT', {}],
  ['TransactWriteItems ALERT', { dedup_key: 'door' }],
] as const;

const listed = async ({ tenantId }: Premises) =>
  (await call(`GET /api/v1/alerts?tenant_id=${tenantId}`)).body.data.length;

/** Runs an action before a call to the table is executed. */
const holdBack = (name: string, before: () => Promise<unknown>) =>
  guard.proxy.arm({ call: name, fault: { kind: 'held', before }, after: 0, times: 1 });

describe('raising an alert during a deletion', () => {
  test.each(RAISED)(
    'If the site and tenant are deleted just before an alert is written (%s), raising the alert fails and stores nothing',
    async (write, fields) => {
      const premises = await newTenantWithSite();
      const deletions: Answer[] = [];
      holdBack(write, async () => {
        deletions.push(await call(`DELETE /api/v1/sites/${premises.siteId}`));
        deletions.push(await call(`DELETE /api/v1/tenants/${premises.tenantId}`));
      });
      const raised = await raise(premises, fields);
      expect(deletions.map(({ status }) => status)).toEqual([204, 204]);
      expect([raised.status, Object.keys(raised.body.errors)]).toEqual([422, ['site_id']]);
      expect(await listed(premises)).toBe(0);
    },
  );

  test.each(RAISED)(
    'If a tenant’s deletion has found no alerts and is about to be written, raising an alert in the tenant (%s) fails',
    async (write, fields) => {
      const premises = await newTenantWithSite();
      let deleted: Answer | undefined;
      holdBack(write, async () => {
        await call(`DELETE /api/v1/sites/${premises.siteId}`);
        // The alert is written between the deletion's check for alerts and the deletion.
        const written = Promise.withResolvers<void>();
        guard.proxy.arm({
          call: 'TransactWriteItems TENANT',
          fault: { kind: 'held', before: () => written.promise },
          after: 0,
          times: 1,
        });
        const deletion = call(`DELETE /api/v1/tenants/${premises.tenantId}`).then((answer) => {
          deleted = answer;
        });
        while (!guard.proxy.calls.includes('TransactWriteItems TENANT')) await new Promise(setImmediate);
        release = async () => {
          written.resolve();
          await deletion;
        };
      });
      let release = async () => {};
      const raised = await raise(premises, fields);
      await release();
      expect([raised.status, deleted?.status]).toEqual([422, 204]);
      expect(await listed(premises)).toBe(0);
    },
  );

  test('An alert that is written while its tenant is being deleted prevents the deletion', async () => {
    const premises = await newTenantWithSite();
    let deleted: Answer | undefined;
    holdBack('GetItem TENANT', async () => {
      guard.proxy.disarm();
      await call(`DELETE /api/v1/sites/${premises.siteId}`);
      deleted = await call(`DELETE /api/v1/tenants/${premises.tenantId}`);
    });
    const raised = await raise(premises);
    expect([raised.status, deleted?.status, deleted?.body.code]).toEqual([201, 409, 'tenant_not_empty']);
    expect(await listed(premises)).toBe(1);
  });
});

test('A rejected deletion of a tenant leaves the tenant unchanged', async () => {
  const premises = await newTenantWithSite();
  expect((await raise(premises)).status).toBe(201);
  expect((await call(`DELETE /api/v1/sites/${premises.siteId}`)).status).toBe(204);
  expect((await call(`DELETE /api/v1/tenants/${premises.tenantId}`)).status).toBe(409);
  expect(await getItem(guard.table, tenantKey(premises.tenantId))).not.toHaveProperty(DELETION);
  const { id } = (await call(`POST /api/v1/sites?tenant_id=${premises.tenantId}`, { name: 'New' })).body;
  expect((await raise({ ...premises, siteId: id })).status).toBe(201);
});

test('The table is consistent after all races with deletions of tenants', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});

test('The statistics of a tenant are deleted with it', async () => {
  const { id } = (await call('POST /api/v1/tenants', { name: 'Counted' })).body;
  const { client, name: TableName } = guard.table;
  const partition = statisticsPartition(id);
  for (const sk of ['HOUR#2026-11-20T12', 'TOTALS#DAY#2026-11-20']) {
    await client.send(new PutCommand({ TableName, Item: { pk: partition, sk } }));
  }
  expect((await call(`DELETE /api/v1/tenants/${id}`)).status).toBe(204);
  for await (const { sk } of queryAll(guard.table, partition)) expect.fail(`${sk} is left.`);
});
