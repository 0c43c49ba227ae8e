import { describe, expect, test } from 'vitest';
import { changeItem, deleteItem } from '../../../../shared/table/change-item.ts';
import { readVersion } from '../../../../shared/table/version.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const { table } = fakeTable([]);
const version = readVersion({ revision: 4, recent_writes: ['x'], data: { updated_at: 'noon' } });
const basis = { version, writeId: 'y' };
const Key = { pk: 'a', sk: 'b' };

describe('a change of an item', () => {
  const before = { ...Key, site: 'one', data: { name: 'old', kept: 1, tags: ['a'] } };
  const after = { ...Key, site: 'one', data: { name: 'new', kept: 1, tags: ['a'] } };
  const expressionOf = (from: typeof before | object, to: object) =>
    changeItem(table, { ...Key, ...from }, { ...Key, ...to }, basis).write.Update?.UpdateExpression;

  test('names the revision that was read, and writes only what differs', () => {
    expect(changeItem(table, before, after, basis)).toMatchObject({
      refused: 'stale',
      write: {
        Update: {
          TableName: 'guard-test',
          Key,
          UpdateExpression:
            'SET #data.#name = :data_name, #revision = :revision, #recent_writes = :recent_writes',
          ConditionExpression: '#revision = :read_revision AND #data.#updated_at = :read_updated_at',
          ExpressionAttributeNames: {
            '#data': 'data',
            '#name': 'name',
            '#revision': 'revision',
            '#recent_writes': 'recent_writes',
            '#updated_at': 'updated_at',
          },
          ExpressionAttributeValues: {
            ':data_name': 'new',
            ':revision': 5,
            ':recent_writes': ['y', 'x'],
            ':read_revision': 4,
            ':read_updated_at': 'noon',
          },
        },
      },
    });
  });

  test('takes away what is no more', () => {
    const { write } = changeItem(table, { ...before, zone: 'z' }, { ...Key, data: before.data }, basis);
    expect(write.Update?.UpdateExpression).toMatch(/ REMOVE #site, #zone$/);
    expect(write.Update?.ExpressionAttributeNames).toMatchObject({ '#site': 'site', '#zone': 'zone' });
  });

  test.each([
    ['a list is written as a whole', { data: ['a'] }, { data: ['b'] }, 'SET #data = :data,'],
    ['what was no map becomes one as a whole', { data: 7 }, { data: { a: 1 } }, 'SET #data = :data,'],
    [
      'a map that was nothing is written as a whole',
      { data: null },
      { data: { a: 1 } },
      'SET #data = :data,',
    ],
    ['a map becomes something else as a whole', { data: { a: 1 } }, { data: null }, 'SET #data = :data,'],
    ['a field that is new is written', { data: {} }, { data: { a: 1 } }, 'SET #data.#a = :data_a,'],
    ['an attribute that is new is written', {}, { site: 'x' }, 'SET #site = :site,'],
    ['what is equal is not written', { data: { a: [1] } }, { data: { a: [1] } }, 'SET #revision'],
  ])('%s', (_, from, to, expected) => {
    expect(expressionOf(from, to)?.startsWith(expected)).toBe(true);
  });

  test('knows itself by its id among the item’s last writes', () => {
    const { hasHappened } = changeItem(table, before, after, basis);
    expect(
      [{ recent_writes: ['z', 'y'] }, { recent_writes: ['x'] }, undefined].map((it) => hasHappened?.(it)),
    ).toEqual([true, false, false]);
  });
});

describe('a deletion of an item', () => {
  test('holds while it is of the version that was read and nothing belongs to it', () => {
    expect(deleteItem(table, { ...Key, ...{ data: {} } }, version)).toMatchObject({
      refused: 'stale',
      write: {
        Delete: {
          TableName: 'guard-test',
          Key,
          ConditionExpression:
            'attribute_exists(pk) AND #revision = :read_revision AND #data.#updated_at = :read_updated_at AND (attribute_not_exists(#children) OR #children = :none)',
          ExpressionAttributeNames: {
            '#revision': 'revision',
            '#data': 'data',
            '#updated_at': 'updated_at',
            '#children': 'children',
          },
          ExpressionAttributeValues: { ':read_revision': 4, ':read_updated_at': 'noon', ':none': 0 },
        },
      },
    });
  });

  test('holds only while what else is asked for does', () => {
    const further = { expression: '#x = :x', names: { '#x': 'x' }, values: { ':x': 1 } };
    const { write } = deleteItem(table, Key, version, further);
    expect(write.Delete?.ConditionExpression).toMatch(/ AND #x = :x$/);
    expect(write.Delete?.ExpressionAttributeNames).toMatchObject({ '#x': 'x' });
    expect(write.Delete?.ExpressionAttributeValues).toMatchObject({ ':x': 1 });
  });

  test('has happened where the item is gone', () => {
    const { hasHappened } = deleteItem(table, Key, version);
    expect([hasHappened?.(undefined), hasHappened?.({})]).toEqual([true, false]);
  });
});
