import { describe, expect, test } from 'vitest';
import { changeItem } from '../../../../shared/table/change-item.ts';
import { readVersion } from '../../../../shared/table/version.ts';
import { fakeTable } from '../../../support/fake-table.ts';

describe('a change of an item', () => {
  const before = { pk: 'a', sk: 'b', site: 'one', data: { name: 'old', kept: 1 } };
  const after = { pk: 'a', sk: 'b', site: 'one', data: { name: 'new', kept: 1 } };

  test('names the revision that was read, and writes only what differs', () => {
    const { table } = fakeTable([]);
    const read = readVersion({ revision: 4, recent_writes: ['x'], data: { updated_at: 'noon' } });
    const { write } = changeItem(table, before, after, { version: read, writeId: 'y' });
    expect(write.Update).toMatchObject({
      UpdateExpression:
        'SET #data.#name = :data_name, #revision = :revision, #recent_writes = :recent_writes',
      ConditionExpression: '#revision = :read_revision AND #data.#updated_at = :read_updated_at',
      ExpressionAttributeValues: {
        ':data_name': 'new',
        ':revision': 5,
        ':recent_writes': ['y', 'x'],
        ':read_revision': 4,
        ':read_updated_at': 'noon',
      },
    });
  });

  test('takes away what is no more, and keeps the ids of the last twenty writes', () => {
    const { table } = fakeTable([]);
    const many = Array.from({ length: 20 }, (_, place) => `write-${place}`);
    const read = readVersion({ revision: 20, recent_writes: many });
    const { site: _, ...without } = after;
    const { write } = changeItem(table, before, without, { version: read, writeId: 'y' });
    expect(write.Update?.UpdateExpression).toMatch(/ REMOVE #site$/);
    expect(write.Update?.ExpressionAttributeValues?.[':recent_writes']).toEqual(['y', ...many.slice(0, 19)]);
  });
});
