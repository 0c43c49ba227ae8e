import { expect, test } from 'vitest';
import type { Scope } from '../../../../shared/access.ts';
import { tenantToCreateIn } from '../../../../shared/http/tenant-to-create-in.ts';

const tenant: Scope = { kind: 'tenant', tenantId: 'acme' };

test('something is created in the caller’s own tenant, named or not', () => {
  expect(tenantToCreateIn(tenant, undefined)).toBe('acme');
  expect(tenantToCreateIn(tenant, 'acme')).toBe('acme');
});

test('a platform admin creates in the tenant that they name, and must name one', () => {
  expect(tenantToCreateIn({ kind: 'platform' }, 'globex')).toBe('globex');
  expect(() => tenantToCreateIn({ kind: 'platform' }, undefined)).toThrow('The tenant_id field is required.');
});

test('nothing is created in a tenant out of reach', () => {
  expect(() => tenantToCreateIn(tenant, 'globex')).toThrow('Not Found.');
});
