import { expect, test } from 'vitest';
import type { Scope } from '../../../../shared/base/access.ts';
import { tenantToCreateIn } from '../../../../shared/http/tenant-to-create-in.ts';

const tenant: Scope = { kind: 'tenant', tenantId: 'acme' };

test('An entity is created in the caller’s tenant if tenant_id is missing or names that tenant', () => {
  expect(tenantToCreateIn(tenant, undefined)).toBe('acme');
  expect(tenantToCreateIn(tenant, 'acme')).toBe('acme');
});

test('A platform admin must name the tenant to create an entity in', () => {
  expect(tenantToCreateIn({ kind: 'platform' }, 'globex')).toBe('globex');
  expect(() => tenantToCreateIn({ kind: 'platform' }, undefined)).toThrow('The tenant_id field is required.');
});

test('No entity is created in a tenant outside the caller’s scope', () => {
  expect(() => tenantToCreateIn(tenant, 'globex')).toThrow('Not Found.');
});
