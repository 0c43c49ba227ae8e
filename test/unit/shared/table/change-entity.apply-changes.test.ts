import { expect, test } from 'vitest';
import { applyChanges } from '../../../../shared/table/change-entity.ts';

test('Applying changes to an entity sets the given fields and updated_at only', () => {
  const entity = { name: 'Gate', address: 'Road 1' as string | null, updated_at: 'then' };
  expect(applyChanges(entity, { name: undefined, address: null }, 'now')).toEqual({
    name: 'Gate',
    address: null,
    updated_at: 'now',
  });
});
