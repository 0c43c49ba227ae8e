import { expect, test } from 'vitest';
import { acceptsChildren, countChild } from '../../../../shared/table/parents.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const item = { pk: 'a', sk: 'b', name: 'x' };

test('A new child entity is counted at its parent and withdraws an announced deletion of the parent', () => {
  const { write, refused } = countChild(table, item, 1, 'not_found', { status: 'active' });
  expect(refused).toBe('not_found');
  expect(write.Update).toMatchObject({ TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } });
  expect(readExpressions(write.Update)).toEqual({
    update: 'ADD children 1 REMOVE deletion',
    condition: 'attribute_exists(pk) AND data.status = "active"',
  });
});

test('A deleted child entity is subtracted from its parent’s count and does not withdraw an announced deletion', () => {
  expect(readExpressions(countChild(table, item, -1, 'stale').write.Update)).toEqual({
    update: 'ADD children -1',
    condition: 'attribute_exists(pk)',
  });
});

test.each([
  ['exists accepts new entities', { Item: { data: {} } }, true],
  ['is being deleted accepts no new entities', { Item: { data: {}, deletion: 'd' } }, false],
  ['is deleted accepts no new entities', {}, false],
])('A tenant that %s (case %#)', async (_, answer, expected) => {
  expect(await acceptsChildren(fakeTable([answer]).table, 'acme')).toBe(expected);
});
