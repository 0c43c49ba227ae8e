import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineKind } from '../../../../shared/table/kind.ts';

const ID = '019a0000-0000-7000-8000-00000000000b';
const schema = z.object({ id: z.string(), tenant_id: z.string(), note: z.optional(z.string()) });
const thing = { id: ID, tenant_id: 'acme' };
const THINGS = defineKind({ name: 'THING', schema });

test('An item’s key contains the tenant, kind and id of its entity, and the attribute data contains the fields', () => {
  expect(THINGS.item(thing)).toEqual({ pk: 'TENANT#acme', sk: `THING#${ID}`, id: ID, data: thing });
  expect(THINGS.key('acme', ID)).toEqual({ pk: 'TENANT#acme', sk: `THING#${ID}` });
  expect(THINGS.prefix()).toBe('THING#');
});

test('The item key of an entity under another entity includes the id of the other entity', () => {
  const notes = defineKind({ name: 'NOTE', schema, under: () => 'alert-1' });
  expect(notes.item(thing)).toMatchObject({ pk: 'TENANT#acme', sk: `NOTE#alert-1#${ID}` });
  expect(notes.key('acme', 'alert-1', ID).sk).toBe(`NOTE#alert-1#${ID}`);
  expect(notes.prefix('alert-1')).toBe('NOTE#alert-1#');
});

test('A kind can declare its own item key, as tenants do', () => {
  const tenants = defineKind({
    name: 'TENANT',
    schema: z.object({ id: z.string() }),
    key: (id) => ({ pk: id, sk: 'TENANT' }),
  });
  expect(tenants.item({ id: 'acme' })).toMatchObject({ pk: 'acme', sk: 'TENANT' });
});

test('An item of the table has the index attributes that its kind declares, if the entity has the indexed field', () => {
  const kind = defineKind({
    name: 'THING',
    schema,
    indexes: { tenant: ['type'] },
    facets: ({ note }) => ({ type: note }),
  });
  expect(kind.item({ ...thing, note: 'x' })).toMatchObject({ tenant_type: 'TENANT#acme#THING#x' });
  expect(kind.item(thing)).not.toHaveProperty('tenant_type');
});

test('Reading an item of the table returns its version and number of children', () => {
  const item = { pk: 'p', sk: 's', data: thing, revision: 4, children: 2 };
  expect(THINGS.read(item)).toEqual({
    entity: thing,
    version: { revision: 4, recentWrites: [], updatedAt: undefined },
    children: 2,
  });
  expect(THINGS.read({ data: thing }).children).toBe(0);
});

test('A kind can read further attributes of an item in addition to the entity', () => {
  const kind = defineKind({
    name: 'THING',
    schema,
    read: (item, stored) => ({ ...stored, secret: item['secret'] }),
  });
  expect(kind.read({ data: thing, secret: 7 })).toMatchObject({ entity: thing, secret: 7 });
});

test('A kind can convert the data of its items and read attributes outside the data', () => {
  const kind = defineKind({
    name: 'THING',
    schema,
    indexes: { tenant: ['all'] },
    store: ({ note: _, ...data }) => data,
    load: (data, item) => ({ ...data, note: item['note'] }),
  });
  const item = kind.item({ ...thing, note: 'x' });
  expect(item).toEqual({ ...THINGS.item(thing), tenant: 'TENANT#acme#THING' });
  const read = { ...thing, note: 'y' };
  expect(kind.read({ ...item, note: 'y' }).entity).toEqual(read);
  expect(kind.entityOf({ ...item, note: 'y' })).toEqual(read);
  expect(kind.peek({ ...item, note: 'y' })).toEqual(read);
});

test('Reading an item throws if its data does not match the schema', () => {
  expect(() => THINGS.read({ data: {} })).toThrow();
  expect(() => THINGS.read({ data: thing, children: 'many' })).toThrow();
});

test('The subject of an entity, by which its scope is checked, is its tenant and site, unless its kind declares another', () => {
  expect(THINGS.subject(thing)).toEqual({ tenant_id: 'acme' });
  const atSites = defineKind({ name: 'THING', schema: z.extend(schema, { site_id: z.string() }) });
  expect(atSites.subject({ ...thing, site_id: 'gate' })).toEqual({ tenant_id: 'acme', site_id: 'gate' });
  const tenants = defineKind({ name: 'TENANT', schema: z.object({ id: z.string() }) });
  expect(tenants.subject({ id: 'acme' })).toEqual({ tenant_id: '' });
  const own = defineKind({ name: 'THING', schema, subject: ({ id }) => ({ tenant_id: id }) });
  expect(own.subject(thing)).toEqual({ tenant_id: ID });
});

test('An entity has the parent that its kind declares', () => {
  expect(THINGS.parent(thing)).toBeUndefined();
  const parent = { pk: 'p', sk: 's' };
  expect(defineKind({ name: 'THING', schema, parent: () => parent }).parent(thing)).toBe(parent);
});
