import { describe, expect, test } from 'vitest';
import { holdsWrite, isOfVersion, nextVersion, readVersion } from '../../../../shared/table/version.ts';

describe('the version of an item', () => {
  test('is read from its revision, its last writes and the time of its last change', () => {
    const item = { revision: 3, recent_writes: ['b', 'a'], data: { updated_at: 'noon', name: 'x' } };
    expect(readVersion(item)).toEqual({ revision: 3, recentWrites: ['b', 'a'], updatedAt: 'noon' });
  });

  test.each([[undefined], [{}], [{ data: {} }]])('is 0 where %j says none', (item) => {
    expect(readVersion(item)).toEqual({ revision: 0, recentWrites: [], updatedAt: undefined });
  });

  test('knows the writes that it holds', () => {
    const version = readVersion({ recent_writes: ['b', 'a'] });
    expect(['a', 'b', 'c'].map((id) => holdsWrite(version, id))).toEqual([true, true, false]);
  });

  test('is raised by one with each write, whose id stands first among the last twenty', () => {
    const recentWrites = Array.from({ length: 20 }, (_, place) => `write-${place}`);
    const next = nextVersion({ revision: 7, recentWrites, updatedAt: undefined }, 'new');
    expect(next).toEqual({ revision: 8, recent_writes: ['new', ...recentWrites.slice(0, 19)] });
  });
});

describe('the condition that an item is of a version', () => {
  test('names its revision', () => {
    expect(isOfVersion({ revision: 3, recentWrites: [], updatedAt: undefined })).toEqual({
      expression: '#revision = :read_revision',
      names: { '#revision': 'revision' },
      values: { ':read_revision': 3 },
    });
  });

  test('takes an absent revision for 0', () => {
    const { expression, names, values } = isOfVersion({
      revision: 0,
      recentWrites: [],
      updatedAt: undefined,
    });
    expect(expression).toBe('(attribute_not_exists(#revision) OR #revision = :read_revision)');
    expect(Object.keys(names)).toEqual(['#revision']);
    expect(Object.keys(values)).toEqual([':read_revision']); // DynamoDB refuses values that no expression uses
  });

  test('names the time of the last change, too, where there is one', () => {
    expect(isOfVersion({ revision: 0, recentWrites: [], updatedAt: 'noon' })).toEqual({
      expression:
        '(attribute_not_exists(#revision) OR #revision = :read_revision) AND #data.#updated_at = :read_updated_at',
      names: { '#revision': 'revision', '#data': 'data', '#updated_at': 'updated_at' },
      values: { ':read_revision': 0, ':read_updated_at': 'noon' },
    });
  });
});
