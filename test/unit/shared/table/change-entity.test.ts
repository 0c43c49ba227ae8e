import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ZONES } from '../../../../shared/sites/zone.ts';
import {
  applyChanges,
  changeEntity,
  deleteEntity,
  reloadEntity,
  updateEntity,
} from '../../../../shared/table/change-entity.ts';
import { defineKind } from '../../../../shared/table/kind.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeZone } from '../../../support/make-zone.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { cancelledAt, conditionFailed } from '../../../support/refusals.ts';

const schema = z.object({ id: z.string(), tenant_id: z.string(), name: z.string() });
const PARENT = { pk: 'parent', sk: 'parent' };
const THINGS = defineKind({ name: 'THING', schema, parent: () => PARENT, notEmpty: 'site_not_empty' });

const gate = { id: 'gate', tenant_id: 'acme', name: 'Gate' };
const stored = {
  entity: gate,
  version: { revision: 1, recentWrites: [], updatedAt: undefined },
  children: 0,
};
const itemOf = (name: string) => ({
  ...THINGS.item({ ...gate, name }),
  revision: 2,
  recent_writes: ['other'],
});
const rename = (name: string) => (current: typeof gate) => ({ changed: { ...current, name } });

const KEY = { pk: 'TENANT#acme', sk: 'THING#gate' };

test('After a concurrent change of an entity, a change is decided again on the current entity', async () => {
  const { table, sent } = fakeTable([conditionFailed(), { Item: itemOf('Other') }]);
  const changed = await changeEntity(table, THINGS, stored, undefined, (current) => ({
    changed: { ...current, name: `${current.name} again` },
  }));
  expect(changed.name).toBe('Other again');
  expect(sent[1]).toMatchObject({ name: 'GetCommand', input: { Key: KEY, ConsistentRead: true } });
  expect(readExpressions(sent[2]?.input)['condition']).toMatch(/^revision = 2\b/);
});

test('Changing an entity that was deleted meanwhile fails with not_found', async () => {
  const { table } = fakeTable([conditionFailed(), {}]);
  const change = changeEntity(table, THINGS, stored, undefined, rename('Door'));
  await expect(change).rejects.toMatchObject({ code: 'not_found' });
});

test('Updating an entity changes the given fields and the time of the last change', async () => {
  const zone = makeZone();
  const at = '2026-12-01T00:00:00.000+00:00';
  const { table, sent } = fakeTable([]);
  const update = updateEntity(
    table,
    ZONES,
    ZONES.read(ZONES.item(zone)),
    { name: 'Exit' },
    { ifMatch: undefined, at },
  );
  expect(await update).toEqual({ ...zone, name: 'Exit', updated_at: at });
  expect(sent.map(({ name }) => name)).toEqual(['UpdateCommand']);
});

test('After a concurrent change of its parent, an entity is read again, and not_found is returned if it no longer exists', async () => {
  const overtaken = cancelledAt(1);
  const { table } = fakeTable([overtaken, {}]);
  await expect(deleteEntity(table, THINGS, stored, { ifMatch: undefined })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('The helper reloadEntity returns the current entity, or undefined if it no longer exists', async () => {
  const { table } = fakeTable([{ Item: itemOf('Other') }, {}]);
  const reload = reloadEntity(table, THINGS, stored);
  expect(await reload()).toMatchObject({ entity: { name: 'Other' }, version: { revision: 2 } });
  expect(await reload()).toBeUndefined();
});

describe('applyChanges', () => {
  test('Applying changes to an entity sets only the given fields and updated_at', () => {
    const entity = { name: 'Gate', address: 'Road 1' as string | null, updated_at: 'then' };
    expect(applyChanges(entity, { name: undefined, address: null }, 'now')).toEqual({
      name: 'Gate',
      address: null,
      updated_at: 'now',
    });
  });
});
