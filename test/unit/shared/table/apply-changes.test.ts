import { expect, test } from 'vitest';
import { applyChanges } from '../../../../shared/table/apply-changes.ts';

test('an entity changes in the fields that are given and in no other, at a time', () => {
  const entity = { name: 'Gate', address: 'Road 1' as string | null, updated_at: 'then' };
  expect(applyChanges(entity, { name: undefined, address: null }, 'now')).toEqual({
    name: 'Gate',
    address: null,
    updated_at: 'now',
  });
});
