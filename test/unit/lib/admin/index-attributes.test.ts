import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ENTITY_KINDS } from '../../../../lib/admin/entity-kinds.ts';
import { examineItem, type Item } from '../../../../lib/admin/index-attributes.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { ZONES } from '../../../../shared/sites/zone.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeTenant } from '../../../support/make-tenant.ts';
import { PROJECT } from '../../docs/project.ts';

const ALERT: Item = { ...ALERTS.item(makeAlert()), revision: 3 };
const RESOLVED: Item = { ...ALERTS.item(makeAlert({ status: 'resolved' })), revision: 3 };
/** As a release before 1.2 wrote it: in all of its indexes. */
const WHOLE: Item = { ...ALERTS.itemLike({}, makeAlert()), revision: 3 };
const { pk, sk } = ALERT;

const changesOf = (item: Item) => {
  const examined = examineItem(item);
  return examined.is === 'entity' ? [examined.changes.set, examined.changes.remove] : examined.is;
};

test('The list ENTITY_KINDS contains every declared kind of entity', async () => {
  const names: unknown[] = [];
  for await (const file of glob('shared/*/*.ts', { cwd: PROJECT })) {
    if (file.startsWith('shared/table/')) continue;
    const module = await import(/* @vite-ignore */ pathToFileURL(join(PROJECT, file)).href);
    for (const value of Object.values<object>(module)) {
      if (typeof value === 'object' && value && 'item' in value && 'name' in value) names.push(value.name);
    }
  }
  expect(names.length).toBeGreaterThan(0);
  expect(names.sort()).toEqual(ENTITY_KINDS.map(({ name }) => name).sort());
});

test('The backfill of the indexes does not change an entity whose index attributes are right', () => {
  for (const item of [ALERT, RESOLVED, WHOLE]) expect(changesOf(item)).toEqual([{}, []]);
  expect(changesOf({ ...TENANTS.item(makeTenant()) })).toEqual([{}, []]);
});

test('The backfill of the indexes sets an attribute that is missing or does not match the data', () => {
  const { tenant_status: _, ...without } = ALERT;
  expect(changesOf(without)).toEqual([{ tenant_status: ALERT['tenant_status'] }, []]);
  expect(changesOf({ ...RESOLVED, platform: 'elsewhere' })).toEqual([{ platform: RESOLVED['platform'] }, []]);
});

test('The backfill of the indexes removes an entity’s attribute for an index to which the entity no longer belongs', () => {
  expect(changesOf({ ...ALERT, site_type: RESOLVED['site_type'] })).toEqual([{}, ['site_type']]);
});

test('The backfill of the indexes keeps attributes that this release does not know', () => {
  expect(changesOf({ ...ALERT, site_mood: 'future', from_the_future: [1] })).toEqual([{}, []]);
  const data = { ...(ALERT['data'] as object), mood: 'future' };
  expect(changesOf({ ...ALERT, data })).toEqual([{}, []]);
});

test.each<[string, Item]>([
  ['of a kind from the future', { ...ALERT, sk: `NOTE#${ALERT['id']}` }],
  ['with a value from the future', { ...ALERT, data: { ...makeAlert(), status: 'muted' } }],
  ['without a field that this release needs', { ...ALERT, data: { id: ALERT['id'] } }],
  ['that counts its changes in another way', { ...ALERT, revision: 'three' }],
  ['with another key than that of its data', { ...ALERT, pk: 'TENANT#elsewhere' }],
])('The backfill of the indexes does not change an entity %s, but counts it as unknown', (_, item) => {
  expect(changesOf(item)).toBe('unknown');
});

test.each<[string, Item]>([
  ['a session', { pk, sk: 'TOKEN#1#2', data: { token_id: 2 }, ttl: 1 }],
  ['a counter', { pk: 'RATE#x', sk: '2026-11-20T12:00', count: 3 }],
  ['a claim', { pk: 'EMAIL#a@b.co', sk: 'EMAIL', tenant_id: '1', user_id: '2' }],
  ['assigned sites', { pk, sk: 'ASSIGNMENT#1', site_ids: [] }],
  ['the platform’s tenant', { pk: 'PLATFORM', sk: 'PLATFORM', tenant_id: '1' }],
])('The backfill of the indexes skips the item of %s, which is not an entity', (_, item) => {
  expect(changesOf(item)).toBe('none');
});

test('The backfill of the indexes treats an item with an alert’s data and the key of a zone or site as unknown', () => {
  expect(examineItem({ ...ALERT, sk: String(sk).replace('ALERT', ZONES.name) }).is).toBe('unknown');
  expect(examineItem({ ...ALERT, sk: String(sk).replace('ALERT', SITES.name) }).is).toBe('unknown');
});
