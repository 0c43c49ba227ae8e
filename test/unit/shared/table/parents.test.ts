import { describe, expect, test } from 'vitest';
import { countChild, takesChildren } from '../../../../shared/table/parents.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const { table } = fakeTable([]);
const TableName = 'guard-test';
const Key = { pk: 'a', sk: 'b' };
const item = { ...Key, name: 'x' };

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
