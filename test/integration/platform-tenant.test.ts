import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { userInputSchema } from '../../shared/accounts/user-contract.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { tenantKey } from '../../shared/table/keys.ts';
import { listTenants } from '../../shared/tenants/change-tenants.ts';
import { createPlatformAdmin } from '../../shared/tenants/platform-tenant.ts';
import { runAdminCommand } from '../support/admin-command.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startTable, type TestTable } from '../support/table.ts';

const PASSWORD = 'correct horse battery';

let table: TestTable;
beforeEach(async () => {
  table = await startTable();
});
afterEach(async () => {
  expect(await findInconsistencies(table)).toEqual([]);
  await table.stop();
});

function createAdmin() {
  const now = new Date();
  const fields = { name: 'Ana', email: `${randomUUID()}@example.com`, password: PASSWORD };
  const input = z.omit(userInputSchema, { role: true }).parse(fields);
  const [id, tenantId] = [newId(now, randomBytes), newId(now, randomBytes)];
  return createPlatformAdmin(table, input, { id, tenantId, at: formatTimestamp(now) });
}

async function tenants() {
  const page = { position: undefined, limit: 100 };
  return (await listTenants(table, { kind: 'platform' }, page)).items;
}

test('In an empty table, the command create-platform-admin creates the platform’s tenant and the first platform admin', async () => {
  const parameters = ['create-platform-admin', '--email', 'ana@example.com', '--name', 'Ana'];
  const target = ['--table', table.name, '--endpoint', table.endpoint];
  const result = await runAdminCommand([...parameters, ...target], { input: PASSWORD });
  const [tenant, ...others] = await tenants();
  expect(others).toEqual([]);
  expect(tenant).toMatchObject({ name: 'Guard platform', status: 'active' });
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.stdout).toContain(`in the tenant Guard platform (${tenant?.id})`);
});

test('Concurrent runs of create-platform-admin in an empty table create one tenant, to which all their platform admins belong', async () => {
  const admins = await Promise.all(Array.from({ length: 8 }, createAdmin));
  const [tenant, ...others] = await tenants();
  expect(others).toEqual([]);
  expect(new Set(admins.map(({ user }) => user.tenant_id))).toEqual(new Set([tenant?.id]));
  expect(new Set(admins.map(({ user }) => user.id)).size).toBe(8);
});

test('After the platform’s tenant is deleted, create-platform-admin creates one new tenant, even in concurrent runs', async () => {
  const first = await createAdmin();
  // The state after the deletion of its users and of the tenant.
  for (const sk of ['TENANT', `USER#${first.user.id}`]) {
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: { pk: tenantKey(first.tenant.id).pk, sk } }),
    );
  }
  const admins = await Promise.all(Array.from({ length: 4 }, createAdmin));
  const [tenant, ...others] = await tenants();
  expect(others).toEqual([]);
  expect(tenant?.id).not.toBe(first.tenant.id);
  expect(new Set(admins.map(({ user }) => user.tenant_id))).toEqual(new Set([tenant?.id]));
});

test('The command create-platform-admin is rejected while the platform tenant is inactive', async () => {
  const { tenant } = await createAdmin();
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: tenantKey(tenant.id),
      UpdateExpression: 'SET #data.#status = :inactive',
      ExpressionAttributeNames: { '#data': 'data', '#status': 'status' },
      ExpressionAttributeValues: { ':inactive': 'inactive' },
    }),
  );
  await expect(createAdmin()).rejects.toMatchObject({ code: 'account_not_active' });
});
