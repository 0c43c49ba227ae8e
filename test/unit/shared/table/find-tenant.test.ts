import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { findTenantOf } from '../../../../shared/table/find-tenant.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readPartitionKey } from '../../../support/read-expressions.ts';

const ID = '019a0000-0000-7000-8000-00000000000b';

test('The tenant of an entity is found by the entity’s id in one partition of the platform index', async () => {
  const { table, sent } = fakeTable([{ Items: [{ pk: 'TENANT#acme', sk: `SITE#${ID}`, id: ID }] }]);
  expect(await findTenantOf(table, SITES, ID)).toBe('acme');
  expect(sent).toEqual([
    {
      name: 'QueryCommand',
      input: {
        TableName: 'guard-test',
        IndexName: 'platform',
        KeyConditionExpression: '#platform = :v0 AND #id = :v1',
        ExpressionAttributeNames: { '#platform': 'platform', '#id': 'id' },
        ExpressionAttributeValues: { ':v0': '3#SITE', ':v1': ID },
      },
    },
  ]);
});

test('The tenant of an open alert, which only an index by status contains, is found there', async () => {
  const { table, sent } = fakeTable(({ input }) =>
    input.IndexName === 'platform_status' ? { Items: [{ pk: 'TENANT#acme', sk: `ALERT#${ID}` }] } : {},
  );
  expect(await findTenantOf(table, ALERTS, ID)).toBe('acme');
  expect(sent.map(({ input }) => [input.IndexName, readPartitionKey(input)])).toEqual([
    ['platform', '3#ALERT'],
    ['platform_status', '3#ALERT#open'],
  ]);
});

test('The tenant of a new entity is found even before the platform index contains the entity', async () => {
  const { table, sent } = fakeTable([{ Items: [] }, { Item: { tenant_id: 'acme' } }]);
  expect(await findTenantOf(table, SITES, ID)).toBe('acme');
  expect(sent[1]?.input).toMatchObject({
    Key: { pk: `CREATED#${ID}`, sk: 'CREATED' },
    ConsistentRead: true,
  });
});

test('No tenant is found for the id of an entity that does not exist', async () => {
  expect(await findTenantOf(fakeTable([]).table, SITES, ID)).toBeUndefined();
});
