import { expect, test } from 'vitest';
import { changeItem, deleteItem } from '../../../../shared/table/change-item.ts';
import { expression } from '../../../../shared/table/expression.ts';
import { readVersion } from '../../../../shared/table/version.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const version = readVersion({ revision: 4, recent_writes: ['x'], data: { updated_at: 'noon' } });
const basis = { version, writeId: 'y' };
const Key = { pk: 'a', sk: 'b' };
const TableName = 'guard-test';

const HAS_VERSION = 'revision = 4 AND data.updated_at = "noon"';
const NEXT_VERSION = 'revision = 5, recent_writes = ["y","x"]';
const IS_CHILDLESS = '(attribute_not_exists(children) OR children = 0)';

const changeOf = (before: object, after: object) =>
  changeItem(table, { ...Key, ...before }, { ...Key, ...after }, basis);
const updateOf = (before: object, after: object) => readExpressions(changeOf(before, after).write.Update);

test.each([
  [
    'Only the fields that differ are written',
    { site: 'one', data: { name: 'old', kept: 1, tags: ['a'] } },
    { site: 'one', data: { name: 'new', kept: 1, tags: ['a'] } },
    `SET data.name = "new", ${NEXT_VERSION}`,
  ],
  [
    'Missing attributes and fields are removed',
    { site: 'one', zone: 'z', data: { name: 'x', gone: 1 } },
    { data: { name: 'x' } },
    `SET ${NEXT_VERSION} REMOVE site, zone, data.gone`,
  ],
  ['A list is written as a whole', { data: ['a'] }, { data: ['b'] }, `SET data = ["b"], ${NEXT_VERSION}`],
  ['A new map is written as a whole', { data: 7 }, { data: { a: 1 } }, `SET data = {"a":1}, ${NEXT_VERSION}`],
  [
    'A map replaces null as a whole',
    { data: null },
    { data: { a: 1 } },
    `SET data = {"a":1}, ${NEXT_VERSION}`,
  ],
  ['Null replaces a map as a whole', { data: { a: 1 } }, { data: null }, `SET data = null, ${NEXT_VERSION}`],
  ['A new field is written', { data: {} }, { data: { a: 1 } }, `SET data.a = 1, ${NEXT_VERSION}`],
  ['A new attribute is written', {}, { site: 'x' }, `SET site = "x", ${NEXT_VERSION}`],
  ['Equal values are not written', { data: { a: [1] } }, { data: { a: [1] } }, `SET ${NEXT_VERSION}`],
])('The update of a changed item writes exactly the differences: %s', (_, before, after, update) => {
  expect(changeOf(before, after)).toMatchObject({ refused: 'stale', write: { Update: { TableName, Key } } });
  expect(updateOf(before, after)).toEqual({ update, condition: HAS_VERSION });
});

test('A change of an item has happened if the item’s last writes contain its write id', () => {
  const { hasHappened } = changeOf({}, {});
  const items = [{ recent_writes: ['z', 'y'] }, { recent_writes: ['x'] }, undefined];
  expect(items.map((it) => hasHappened?.(it))).toEqual([true, false, false]);
});

test('The change of an item can have a further condition', () => {
  const change = changeItem(table, Key, Key, { ...basis, condition: expression`#x = ${1}` });
  expect(readExpressions(change.write.Update)['condition']).toBe(`${HAS_VERSION} AND x = 1`);
});

test('An item is deleted only if its version is the one that was read, it has no children, and any further condition holds', () => {
  const item = { ...Key, data: {} };
  const plain = deleteItem(table, item, version);
  expect(plain).toMatchObject({ refused: 'stale', write: { Delete: { TableName, Key } } });
  const condition = `attribute_exists(pk) AND ${HAS_VERSION} AND ${IS_CHILDLESS}`;
  expect(readExpressions(plain.write.Delete)).toEqual({ condition });
  const { write } = deleteItem(table, item, version, expression`#x = ${1}`);
  expect(readExpressions(write.Delete)).toEqual({ condition: `${condition} AND x = 1` });
});

test('The deletion of an item has happened if the item does not exist', () => {
  const { hasHappened } = deleteItem(table, Key, version);
  expect([hasHappened?.(undefined), hasHappened?.({})]).toEqual([true, false]);
});
