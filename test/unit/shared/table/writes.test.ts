import { describe, expect, test } from 'vitest';
import { countChild, takesChildren } from '../../../../shared/table/parents.ts';
import { deleteAny, putEntity, putNew, putOwn, requireItem } from '../../../../shared/table/writes.ts';
import { fakeTable } from '../../../support/fake-table.ts';

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
    expect(requireItem(table, item, 'stale', { role: 'viewer', status: 'active' }).write).toEqual({
      ConditionCheck: {
        TableName,
        Key,
        ConditionExpression: 'attribute_exists(pk) AND #data.#role = :role AND #data.#status = :status',
        ExpressionAttributeNames: { '#data': 'data', '#role': 'role', '#status': 'status' },
        ExpressionAttributeValues: { ':role': 'viewer', ':status': 'active' },
      },
    });
  });
});

describe('a parent', () => {
  test('counts a child that comes, which takes an announced deletion away', () => {
    expect(countChild(table, item, 1, 'not_found', { status: 'active' })).toEqual({
      write: {
        Update: {
          TableName,
          Key,
          UpdateExpression: 'ADD #children :change REMOVE #deletion',
          ConditionExpression: 'attribute_exists(pk) AND #data.#status = :status',
          ExpressionAttributeNames: {
            '#children': 'children',
            '#deletion': 'deletion',
            '#data': 'data',
            '#status': 'status',
          },
          ExpressionAttributeValues: { ':change': 1, ':status': 'active' },
        },
      },
      refused: 'not_found',
    });
  });

  test('counts a child that goes, which takes nothing away', () => {
    expect(countChild(table, item, -1, 'stale')).toEqual({
      write: {
        Update: {
          TableName,
          Key,
          UpdateExpression: 'ADD #children :change',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#children': 'children' },
          ExpressionAttributeValues: { ':change': -1 },
        },
      },
      refused: 'stale',
    });
  });

  test.each([
    ['is there', { Item: { data: {} } }, true],
    ['is being deleted', { Item: { data: {}, deletion: 'd' } }, false],
    ['is gone', {}, false],
  ])('takes children while it %s: %#', async (_, answer, expected) => {
    expect(await takesChildren(fakeTable([answer]).table, 'acme')).toBe(expected);
  });
});
