import { describe, expect, test } from 'vitest';
import { deleteAny, putEntity, putNew, putOwn, requireItem } from '../../../../shared/table/writes.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const TableName = 'guard-test';
const Key = { pk: 'a', sk: 'b' };
const item = { ...Key, name: 'x' };

describe('a guarded write', () => {
  test('puts what is not there yet, or is refused', () => {
    expect(putNew(table, item, 'email_taken')).toEqual({
      write: { Put: { TableName, Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
      refused: 'email_taken',
    });
  });

  test('puts what nothing else can have put, and knows it by its being there', () => {
    const own = putOwn(table, item);
    expect([own.refused, own.hasHappened?.(item), own.hasHappened?.(undefined)]).toEqual([
      'own',
      true,
      false,
    ]);
    expect(own.write).toEqual(putNew(table, item, 'own').write);
  });

  test('puts a new entity of the first revision', () => {
    expect(putEntity(table, item).write.Put?.Item).toEqual({ ...item, revision: 1 });
  });

  test('deletes by key alone, on no condition', () => {
    expect(deleteAny(table, item)).toEqual({ write: { Delete: { TableName, Key } }, refused: 'stale' });
  });

  test('requires an item to be there', () => {
    expect(requireItem(table, item, 'not_found')).toEqual({
      write: { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      refused: 'not_found',
    });
  });

  test('requires an item to have these values', () => {
    const { write } = requireItem(table, item, 'stale', { role: 'viewer', status: 'active' });
    expect(write.ConditionCheck).toMatchObject({ TableName, Key });
    expect(readExpressions(write.ConditionCheck)).toEqual({
      condition: 'attribute_exists(pk) AND data.role = "viewer" AND data.status = "active"',
    });
  });
});
