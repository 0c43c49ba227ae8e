import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { etagOf } from '../../../../shared/base/etag.ts';
import { ZONES } from '../../../../shared/sites/zone.ts';
import {
  applyChanges,
  changeEntity,
  createEntity,
  deleteEntity,
  reloadEntity,
  updateEntity,
} from '../../../../shared/table/change-entity.ts';
import { defineKind } from '../../../../shared/table/kind.ts';
import { requireItem } from '../../../../shared/table/writes.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeZone } from '../../../support/make-zone.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { cancelledAt, conditionFailed } from '../../../support/refusals.ts';

const schema = z.object({ id: z.string(), tenant_id: z.string(), name: z.string() });
const PARENT = { pk: 'parent', sk: 'parent' };
const ORPHANS = defineKind({ name: 'ORPHAN', schema });
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

/** The kind and the key of each item of a transaction. */
const partsOf = (input: {
  TransactItems: Record<string, { Key?: object; Item?: { pk: string; sk: string } }>[];
}) =>
  input.TransactItems.map((it) => {
    const [[kind, { Key, Item }] = ['', {}]] = Object.entries(it);
    return [kind, Key ?? { pk: Item?.pk, sk: Item?.sk }];
  });
const KEY = { pk: 'TENANT#acme', sk: 'THING#gate' };

test('A new entity of a kind without a parent is written without any other write', async () => {
  const { table, sent } = fakeTable([]);
  expect(await createEntity(table, ORPHANS, gate)).toBe(gate);
  expect(sent.map(({ name, input }) => [name, input.Item.revision])).toEqual([['PutCommand', 1]]);
});

test('One transaction writes a new entity, counts it at its parent and makes the further writes', async () => {
  const { table, sent } = fakeTable([]);
  await createEntity(table, THINGS, gate, [requireItem(table, { pk: 'x', sk: 'y' }, 'not_found')]);
  expect(partsOf(sent[0]?.input)).toEqual([
    ['Put', KEY],
    ['Update', PARENT],
    ['ConditionCheck', { pk: 'x', sk: 'y' }],
  ]);
  expect(sent[0]?.input.TransactItems[1].Update.ExpressionAttributeValues).toEqual({ ':v0': 1 });
});

test('Creating an entity fails with not_found if its parent does not exist', async () => {
  const { table } = fakeTable([cancelledAt(1)]);
  await expect(createEntity(table, THINGS, gate)).rejects.toMatchObject({ code: 'not_found' });
});

test('Changing an entity requires the revision that was read and includes the further writes', async () => {
  const { table, sent } = fakeTable([]);
  const alongside = [requireItem(table, { pk: 'x', sk: 'y' }, 'not_found')];
  const changed = await changeEntity(table, THINGS, stored, undefined, (current) => ({
    changed: { ...current, name: 'Door' },
    alongside,
  }));
  expect(changed).toEqual({ ...gate, name: 'Door' });
  expect(partsOf(sent[0]?.input)).toEqual([
    ['Update', KEY],
    ['ConditionCheck', { pk: 'x', sk: 'y' }],
  ]);
  expect(readExpressions(sent[0]?.input.TransactItems[0].Update)).toMatchObject({
    update: expect.stringMatching(/^SET data.name = "Door", /),
    condition: expect.stringMatching(/^revision = 1\b/),
  });
});

test('After a concurrent change of an entity, a change is decided again on the current entity', async () => {
  const { table, sent } = fakeTable([conditionFailed(), { Item: itemOf('Other') }]);
  const changed = await changeEntity(table, THINGS, stored, undefined, (current) => ({
    changed: { ...current, name: `${current.name} again` },
  }));
  expect(changed.name).toBe('Other again');
  expect(sent[1]).toMatchObject({ name: 'GetCommand', input: { Key: KEY, ConsistentRead: true } });
  expect(readExpressions(sent[2]?.input)['condition']).toMatch(/^revision = 2\b/);
});

test('Changing an entity requires the state that If-Match names, also after a concurrent change', async () => {
  const refused = changeEntity(fakeTable([]).table, THINGS, stored, '"other"', rename('Door'));
  await expect(refused).rejects.toMatchObject({ code: 'precondition_failed' });
  const { table } = fakeTable([conditionFailed(), { Item: itemOf('Other') }]);
  const overtaken = changeEntity(table, THINGS, stored, etagOf(gate), rename('Door'));
  await expect(overtaken).rejects.toMatchObject({ code: 'precondition_failed' });
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

test('One transaction deletes an entity, subtracts it from its parent’s count and makes the further writes', async () => {
  const { table, sent } = fakeTable([]);
  await deleteEntity(table, THINGS, stored, {
    ifMatch: undefined,
    alongside: async ({ entity }) => [requireItem(table, { pk: entity.id, sk: 'y' }, 'not_found')],
  });
  expect(partsOf(sent[0]?.input)).toEqual([
    ['Delete', KEY],
    ['Update', PARENT],
    ['ConditionCheck', { pk: 'gate', sk: 'y' }],
  ]);
  expect(sent[0]?.input.TransactItems[1].Update.ExpressionAttributeValues).toEqual({ ':v0': -1 });
});

test('An entity of a kind without a parent is deleted without any other write', async () => {
  const { table, sent } = fakeTable([]);
  await deleteEntity(table, ORPHANS, stored, { ifMatch: undefined });
  expect(sent.map(({ input }) => input.TransactItems.length)).toEqual([1]);
});

test('Deleting an entity with children fails with the error of its kind', async () => {
  const { table, sent } = fakeTable([]);
  const full = { ...stored, children: 1 };
  await expect(deleteEntity(table, THINGS, full, { ifMatch: undefined })).rejects.toMatchObject({
    code: 'site_not_empty',
  });
  await expect(deleteEntity(table, ORPHANS, full, { ifMatch: undefined })).rejects.toMatchObject({
    code: 'internal_error',
  });
  expect(sent).toEqual([]);
});

test('After a concurrent change of its parent, an entity is read again, and not_found is returned if it no longer exists', async () => {
  const overtaken = cancelledAt(1);
  const { table } = fakeTable([overtaken, {}]);
  await expect(deleteEntity(table, THINGS, stored, { ifMatch: undefined })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('Deleting an entity requires the state that If-Match names', async () => {
  const { table } = fakeTable([]);
  await expect(deleteEntity(table, THINGS, stored, { ifMatch: '"other"' })).rejects.toMatchObject({
    code: 'precondition_failed',
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
