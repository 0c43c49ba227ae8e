import { expect, test } from 'vitest';
import { deleteAny, putEntity, putNew, putOwn, requireItem } from '../../../../shared/table/writes.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const TableName = 'guard-test';
const Key = { pk: 'a', sk: 'b' };
const item = { ...Key, name: 'x' };

test('putNew requires that the item does not exist yet', () => {
  expect(putNew(table, item, 'email_taken')).toEqual({
    write: { Put: { TableName, Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
    refused: 'email_taken',
  });
});

test('A write of the helper putOwn has happened if its item exists', () => {
  const own = putOwn(table, item);
  expect([own.refused, own.hasHappened?.(item), own.hasHappened?.(undefined)]).toEqual(['own', true, false]);
  expect(own.write).toEqual(putNew(table, item, 'own').write);
});

test('The helper putEntity writes the first revision of an entity', () => {
  expect(putEntity(table, item).write.Put?.Item).toEqual({ ...item, revision: 1 });
});

test('deleteAny deletes an item without a condition', () => {
  expect(deleteAny(table, item)).toEqual({ write: { Delete: { TableName, Key } }, refused: 'stale' });
});

test('requireItem writes a condition that the item exists', () => {
  expect(requireItem(table, item, 'not_found')).toEqual({
    write: { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
    refused: 'not_found',
  });
});

test('requireItem writes a condition that the item has the given values', () => {
  const { write } = requireItem(table, item, 'stale', { role: 'viewer', status: 'active' });
  expect(write.ConditionCheck).toMatchObject({ TableName, Key });
  expect(readExpressions(write.ConditionCheck)).toEqual({
    condition: 'attribute_exists(pk) AND data.role = "viewer" AND data.status = "active"',
  });
});
