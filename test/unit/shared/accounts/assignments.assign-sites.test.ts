import { expect, test } from 'vitest';
import { assignSites, getExistingAssignedSites } from '../../../../shared/accounts/assignments.ts';
import { etagOf } from '../../../../shared/base/etag.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAccount } from '../../../support/make-user.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const account = makeAccount();
const { id, tenant_id } = account.entity;
const pk = `TENANT#${tenant_id}`;

/** A table where these sites are there, and these are assigned. */
const tableOf = ({ existing = ['gate', 'door'], assigned = undefined as string[] | undefined } = {}) =>
  fakeTable(({ name, input }) => {
    if (name === 'GetCommand') return assigned ? { Item: { site_ids: assigned, revision: 2 } } : {};
    if (name !== 'BatchGetCommand') return {};
    const keys: { sk: string }[] = input.RequestItems['guard-test'].Keys;
    return {
      Responses: { 'guard-test': keys.filter(({ sk }) => existing.includes(sk.replace('SITE#', ''))) },
    };
  });

test('Assigning sites to a user replaces the previous assignment without duplicates, if the role is unchanged', async () => {
  const { table, sent } = tableOf({ assigned: ['old'] });
  expect(await assignSites(table, account, ['gate', 'door', 'gate'], undefined)).toEqual(['gate', 'door']);
  expect(sent.at(-1)?.input.TransactItems).toMatchObject([
    {
      Update: {
        Key: { pk, sk: `ASSIGNMENT#${id}` },
      },
    },
    {
      ConditionCheck: {
        Key: { pk, sk: `USER#${id}` },
      },
    },
  ]);
  const [assignment, user] = sent.at(-1)?.input.TransactItems ?? [];
  expect(readExpressions(assignment.Update)).toMatchObject({
    update: expect.stringContaining('site_ids = ["gate","door"]'),
    condition: expect.stringMatching(/^revision = 2\b/),
  });
  expect(readExpressions(user.ConditionCheck)['condition']).toContain('data.role = "operator"');
});

test('Assigning sites reads the current assignment of the user', async () => {
  const { table, sent } = tableOf({ assigned: ['gate'] });
  await assignSites(table, account, ['door'], undefined);
  await getExistingAssignedSites(table, account);
  const reads = sent.filter(({ name }) => name === 'GetCommand').map(({ input }) => input.Key);
  expect(reads).toEqual([
    { pk, sk: `ASSIGNMENT#${id}` },
    { pk, sk: `ASSIGNMENT#${id}` },
  ]);
});

test('Assigning sites is decided again if the role of the user has changed', async () => {
  const overtaken = cancelledAt(1);
  const admin = makeAccount({ role: 'tenant_admin' });
  const { table } = fakeTable(({ name, input }) => {
    if (name === 'TransactWriteCommand') return overtaken;
    if (name === 'BatchGetCommand')
      return { Responses: { 'guard-test': input.RequestItems['guard-test'].Keys } };
    return input.Key.sk === `USER#${id}`
      ? { Item: { data: admin.entity, credentials: admin.credentials } }
      : {};
  });
  await expect(assignSites(table, account, ['gate'], undefined)).rejects.toMatchObject({
    fields: { site_ids: ['Sites are assigned to operators and viewers only.'] },
  });
});

test('The error of an assignment names each id that is not a site of the tenant by its position', async () => {
  const { table } = tableOf();
  await expect(assignSites(table, account, ['gate', 'x', 'y'], undefined)).rejects.toMatchObject({
    code: 'validation_failed',
    fields: {
      'site_ids.1': ['The site_ids.1 field must be an existing site.'],
      'site_ids.2': ['The site_ids.2 field must be an existing site.'],
    },
  });
});

test('Only operators and viewers can be assigned to sites', async () => {
  const admin = makeAccount({ role: 'tenant_admin' });
  await expect(assignSites(tableOf().table, admin, ['gate'], undefined)).rejects.toMatchObject({
    fields: { site_ids: ['Sites are assigned to operators and viewers only.'] },
  });
});

test('If-Match for an assignment compares the assigned sites that exist', async () => {
  const assigned = ['gate', 'gone'];
  const seen = etagOf({ site_ids: ['gate'] });
  await expect(assignSites(tableOf({ assigned }).table, account, ['door'], seen)).resolves.toEqual(['door']);
  await expect(assignSites(tableOf({ assigned }).table, account, ['door'], '"x"')).rejects.toMatchObject({
    code: 'precondition_failed',
  });
});

test('The assigned sites of a user are shown only if they exist', async () => {
  const { table } = tableOf({ assigned: ['gone', 'gate'] });
  expect(await getExistingAssignedSites(table, account)).toEqual(['gate']);
  expect(await getExistingAssignedSites(tableOf().table, account)).toEqual([]);
});
