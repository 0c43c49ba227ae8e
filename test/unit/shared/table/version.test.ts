import { expect, test } from 'vitest';
import { expressionInput } from '../../../../shared/table/expression.ts';
import { hasVersion, includesWrite, nextVersion, readVersion } from '../../../../shared/table/version.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

test('The version of an item has its revision, its last writes and the time of the last change', () => {
  const item = { revision: 3, recent_writes: ['b', 'a'], data: { updated_at: 'noon', name: 'x' } };
  expect(readVersion(item)).toEqual({ revision: 3, recentWrites: ['b', 'a'], updatedAt: 'noon' });
});

test.each([[undefined], [{}], [{ data: {} }]])('The version of the item %j has revision 0', (item) => {
  expect(readVersion(item)).toEqual({ revision: 0, recentWrites: [], updatedAt: undefined });
});

test('The version of an item recognizes the ids of its last writes and no others', () => {
  const version = readVersion({ recent_writes: ['b', 'a'] });
  expect(['a', 'b', 'c'].map((id) => includesWrite(version, id))).toEqual([true, true, false]);
});

test('A write raises the revision of its item by one and puts its id first among the last twenty', () => {
  const recentWrites = Array.from({ length: 20 }, (_, place) => `write-${place}`);
  const next = nextVersion({ revision: 7, recentWrites, updatedAt: undefined }, 'new');
  expect(next).toEqual({ revision: 8, recent_writes: ['new', ...recentWrites.slice(0, 19)] });
});

test.each([
  [3, undefined, 'revision = 3'],
  [0, undefined, '(attribute_not_exists(revision) OR revision = 0)'],
  [0, 'noon', '(attribute_not_exists(revision) OR revision = 0) AND data.updated_at = "noon"'],
])(
  'The condition of a write to an item with the revision %j and the last change at %j requires both',
  (revision, updatedAt, expected) => {
    const condition = hasVersion({ revision, recentWrites: [], updatedAt });
    expect(readExpressions(expressionInput({ condition }))).toEqual({ condition: expected });
  },
);
