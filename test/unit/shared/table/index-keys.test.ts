import { expect, test } from 'vitest';
import {
  type IndexMembership,
  indexAttributes,
  indexName,
  indexNames,
  indexPartition,
  shardOf,
} from '../../../../shared/table/index-keys.ts';

const everywhere: IndexMembership = {
  platform: ['all', 'status', 'type', 'severity', 'type_severity'],
  tenant: ['all', 'status', 'type', 'severity', 'type_severity'],
  site: ['all', 'status', 'type', 'severity', 'type_severity'],
  device: ['all'],
};
const alert = {
  id: '019a0000-0000-7000-8000-00000000000b',
  tenantId: 'acme',
  siteId: 'gate',
  deviceId: 'camera',
};
const facets = { status: 'active', type: 'fire', severity: 'high' };

test('The ids of entities are spread over eight index shards by their last digit', () => {
  expect([...'0123456789abcdef'].map((digit) => shardOf(`019a-${digit}`))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
  ]);
});

test('A stored entity is in the indexes of all its scopes and divisions', () => {
  expect(indexAttributes('ALERT', everywhere, alert, facets)).toEqual({
    platform: '3#ALERT',
    platform_status: '3#ALERT#active',
    platform_type: '3#ALERT#fire',
    platform_severity: '3#ALERT#high',
    platform_type_severity: '3#ALERT#fire#high',
    tenant: 'TENANT#acme#ALERT',
    tenant_status: 'TENANT#acme#ALERT#active',
    tenant_type: 'TENANT#acme#ALERT#fire',
    tenant_severity: 'TENANT#acme#ALERT#high',
    tenant_type_severity: 'TENANT#acme#ALERT#fire#high',
    site: 'TENANT#acme#SITE#gate#ALERT',
    site_status: 'TENANT#acme#SITE#gate#ALERT#active',
    site_type: 'TENANT#acme#SITE#gate#ALERT#fire',
    site_severity: 'TENANT#acme#SITE#gate#ALERT#high',
    site_type_severity: 'TENANT#acme#SITE#gate#ALERT#fire#high',
    device: 'TENANT#acme#DEVICE#camera#ALERT',
  });
});

test('An entity without a tenant, site or device is in no index of that scope', () => {
  const { id, tenantId } = alert;
  const ofTenant = indexAttributes('ALERT', everywhere, { id, tenantId }, facets);
  expect(Object.keys(ofTenant).filter((name) => /^(site|device)/.test(name))).toEqual([]);
  expect(ofTenant.tenant_status).toBe('TENANT#acme#ALERT#active');
  const ofNone = indexAttributes('ALERT', everywhere, { id, siteId: 'gate', deviceId: 'camera' }, facets);
  expect(Object.keys(ofNone).every((name) => name.startsWith('platform'))).toBe(true);
});

test('An entity is in no index that is divided by a field that it lacks', () => {
  const names = Object.keys(indexAttributes('ALERT', everywhere, alert, { type: 'fire' }));
  expect(names).toEqual([
    'platform',
    'platform_type',
    'tenant',
    'tenant_type',
    'site',
    'site_type',
    'device',
  ]);
});

test('An entity of a kind without indexes is in no index', () => {
  expect(indexAttributes('NOTE', {}, alert, facets)).toEqual({});
});

test('For an entity without a severity, the index by type and severity is divided by type and status', () => {
  const scope = { kind: 'tenant', tenantId: 'acme' } as const;
  expect(indexPartition('USER', scope, 'type_severity', { type: 'viewer', status: 'active' })).toBe(
    'TENANT#acme#USER#viewer#active',
  );
  expect(indexPartition('USER', scope, 'type_severity', { type: 'viewer' })).toBeUndefined();
});

test('A kind has exactly the indexes that it declares', () => {
  const standing: IndexMembership = { platform: ['all', 'status'], tenant: ['status'], site: [] };
  expect(indexNames(standing)).toEqual(['platform', 'platform_status', 'tenant_status']);
  expect(Object.keys(indexAttributes('ALERT', standing, alert, facets))).toEqual(indexNames(standing));
});

test('The index of devices has one partition for each device, which is not divided by status or type', () => {
  const scope = { kind: 'device', tenantId: 'acme', deviceId: 'camera' } as const;
  expect(indexName('device', 'all')).toBe('device');
  expect(indexPartition('ALERT', scope, 'all', facets)).toBe('TENANT#acme#DEVICE#camera#ALERT');
  expect(() => indexName('device', 'status')).toThrow('There is no index device_status');
});
