import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineKind } from '../../../../shared/table/kind.ts';

const ID = '019a0000-0000-7000-8000-00000000000b';
const schema = z.object({ id: z.string(), tenant_id: z.string(), note: z.optional(z.string()) });
const thing = { id: ID, tenant_id: 'acme' };
const THINGS = defineKind({ name: 'THING', schema });

describe('an entity of a kind', () => {
  test('is kept in its tenant under its kind and id, with its fields beside', () => {
    expect(THINGS.item(thing)).toEqual({ pk: 'TENANT#acme', sk: `THING#${ID}`, id: ID, data: thing });
    expect(THINGS.key('acme', ID)).toEqual({ pk: 'TENANT#acme', sk: `THING#${ID}` });
    expect(THINGS.prefix()).toBe('THING#');
  });

  test('that stands under another is kept under the id of that, too', () => {
    const notes = defineKind({ name: 'NOTE', schema, under: () => 'alert-1' });
    expect(notes.item(thing)).toMatchObject({ pk: 'TENANT#acme', sk: `NOTE#alert-1#${ID}` });
    expect(notes.key('acme', 'alert-1', ID).sk).toBe(`NOTE#alert-1#${ID}`);
    expect(notes.prefix('alert-1')).toBe('NOTE#alert-1#');
  });

  test('may have a key of its own, as a tenant has, which lies in none', () => {
    const tenants = defineKind({
      name: 'TENANT',
      schema: z.object({ id: z.string() }),
      key: (id) => ({ pk: id, sk: 'TENANT' }),
    });
    expect(tenants.item({ id: 'acme' })).toMatchObject({ pk: 'acme', sk: 'TENANT' });
  });

  test('stands in the indexes of its kind, divided by its facets', () => {
    const kind = defineKind({
      name: 'THING',
      schema,
      indexes: { tenant: ['type'] },
      facets: ({ note }) => ({ type: note }),
    });
    expect(kind.item({ ...thing, note: 'x' })).toMatchObject({ tenant_type: 'TENANT#acme#THING#x' });
    expect(kind.item(thing)).not.toHaveProperty('tenant_type');
  });

  test('is read with its version and how many belong to it', () => {
    const item = { pk: 'p', sk: 's', data: thing, revision: 4, children: 2 };
    expect(THINGS.read(item)).toEqual({
      entity: thing,
      version: { revision: 4, recentWrites: [], updatedAt: undefined },
      children: 2,
    });
    expect(THINGS.read({ data: thing }).children).toBe(0);
  });

  test('is read with what its items hold beside it', () => {
    const kind = defineKind({
      name: 'THING',
      schema,
      read: (item, stored) => ({ ...stored, secret: item['secret'] }),
    });
    expect(kind.read({ data: thing, secret: 7 })).toMatchObject({ entity: thing, secret: 7 });
  });

  test('is stored as its kind says, and read with what its items hold beside its data', () => {
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

  test('of another shape is a fault', () => {
    expect(() => THINGS.read({ data: {} })).toThrow();
    expect(() => THINGS.read({ data: thing, children: 'many' })).toThrow();
  });

  test('lies in its tenant, and at its site if it has one, unless its kind says otherwise', () => {
    expect(THINGS.subject(thing)).toEqual({ tenant_id: 'acme' });
    const atSites = defineKind({ name: 'THING', schema: z.extend(schema, { site_id: z.string() }) });
    expect(atSites.subject({ ...thing, site_id: 'gate' })).toEqual({ tenant_id: 'acme', site_id: 'gate' });
    const tenants = defineKind({ name: 'TENANT', schema: z.object({ id: z.string() }) });
    expect(tenants.subject({ id: 'acme' })).toEqual({ tenant_id: '' });
    const own = defineKind({ name: 'THING', schema, subject: ({ id }) => ({ tenant_id: id }) });
    expect(own.subject(thing)).toEqual({ tenant_id: ID });
  });

  test('is counted at its parent, if its kind has one', () => {
    expect(THINGS.parent(thing)).toBeUndefined();
    const parent = { pk: 'p', sk: 's' };
    expect(defineKind({ name: 'THING', schema, parent: () => parent }).parent(thing)).toBe(parent);
  });
});
