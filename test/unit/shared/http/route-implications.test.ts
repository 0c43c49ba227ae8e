import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withMeta } from '../../../../shared/base/schema.ts';
import { defineRoute, type RouteDeclaration } from '../../../../shared/http/route.ts';
import {
  errorsOf,
  settingsOf,
  tableUseOf,
  takesIfMatch,
  takesIfNoneMatch,
} from '../../../../shared/http/route-implications.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';

const define = (declaration: Partial<RouteDeclaration> = {}) =>
  defineRoute('things/get-thing', {
    method: 'GET',
    path: '/things',
    summary: 'A thing',
    access: 'anyone',
    response: { description: 'The thing.' },
    ...declaration,
  });

const body = withMeta(z.object({}), { id: 'Thing' });
const FAULTS = ['internal_error', 'service_unavailable'];

test.each([
  ['none for a public route', {}, { actions: [], indexes: [] }],
  ['updating the counter of requests', { access: 'signed_in' }, { actions: ['UpdateItem'], indexes: [] }],
  [
    'reading the assigned sites of the caller',
    { access: 'sites:read', rateClass: 'none' },
    { actions: ['GetItem'], indexes: [] },
  ],
  [
    'remembering the tenant of a new entity',
    { access: 'sites:create', rateClass: 'none', response: { description: 'The thing.', status: 201, body } },
    { actions: ['GetItem', 'PutItem'], indexes: [] },
  ],
  [
    'reading the target and finding its tenant',
    { path: '/sites/{site_id}', target: SITES },
    { actions: ['GetItem'], indexes: ['platform'] },
  ],
  [
    'reading a target that is a tenant',
    { path: '/tenants/{tenant_id}', target: TENANTS },
    { actions: ['GetItem'], indexes: [] },
  ],
  [
    'reading target and assigned sites in one call',
    { path: '/tenants/{tenant_id}', target: TENANTS, access: 'tenants:read', rateClass: 'none' },
    { actions: ['BatchGetItem', 'GetItem'], indexes: [] },
  ],
  [
    'the operations of the handler in addition',
    { access: 'signed_in', table: { actions: ['Query'], indexes: ['site'] } },
    { actions: ['Query', 'UpdateItem'], indexes: ['site'] },
  ],
] as const)('The table operations that a function’s role allows are %s', (_, declaration, expected) => {
  expect(tableUseOf(define(declaration))).toEqual(expected);
});

test.each([
  ['the stage and the CORS origin', {}, []],
  [
    'the limits per user and tenant, and the table of the counters',
    { access: 'signed_in' },
    ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES', 'TABLE_NAME'],
  ],
  [
    'the same limits for actions on alerts',
    { access: 'signed_in', rateClass: 'alert_action' },
    ['GUARD_RATE_LIMIT_API', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES', 'TABLE_NAME'],
  ],
  [
    'the limits of authentication requests',
    { access: 'signed_in', rateClass: 'auth' },
    ['GUARD_RATE_LIMIT_AUTH', 'GUARD_RATE_LIMIT_TENANT', 'GUARD_THROTTLES', 'TABLE_NAME'],
  ],
  [
    'the limits of logins',
    { rateClass: 'login' },
    ['GUARD_RATE_LIMIT_AUTH', 'GUARD_RATE_LIMIT_LOGIN_ADDRESS', 'TABLE_NAME'],
  ],
  ['the table, if the handler uses it', { table: { indexes: ['site'] } }, ['TABLE_NAME']],
  ['the settings of the handler', { settings: ['TOKEN_EXPIRATION'] }, ['TOKEN_EXPIRATION']],
] as const)('The settings that a function gets are %s', (_, declaration, expected) => {
  const ofAll = ['GUARD_CORS_ORIGIN', 'GUARD_STAGE'];
  expect(settingsOf(define(declaration))).toEqual([...ofAll, ...expected].sort());
});

test.each([
  ['PATCH', '/sites/{site_id}', true],
  ['PUT', '/sites/{site_id}', true],
  ['DELETE', '/sites/{site_id}', true],
  ['GET', '/sites/{site_id}', false],
  ['POST', '/sites/{site_id}', false],
  ['PATCH', '/things', true],
  ['DELETE', '/things', false],
] as const)('The precondition If-Match guards %s %s: %s', (method, path, expected) => {
  const target = path.includes('{') ? { target: SITES } : {};
  expect(takesIfMatch(define({ method, path, ...target }))).toBe(expected);
});

test.each([
  ['GET', true, true],
  ['GET', false, false],
  ['PATCH', true, false],
] as const)('The header If-None-Match applies to %s with an ETag (%s): %s', (method, etag, expected) => {
  const route = define({ method, response: { description: 'The thing.', body, etag } });
  expect(takesIfNoneMatch(route)).toBe(expected);
});

test.each([
  ['only the unexpected errors', {}, []],
  [
    'unauthenticated, and forbidden for keys',
    { access: 'signed_in', rateClass: 'none' },
    ['unauthenticated', 'forbidden', 'second_factor_setup_required'],
  ],
  [
    'forbidden with a permission',
    { access: 'sites:read', rateClass: 'none' },
    ['unauthenticated', 'forbidden', 'second_factor_setup_required'],
  ],
  ['too_many_requests with a limit', { rateClass: 'api' }, ['too_many_requests']],
  ['not_found with a target', { path: '/sites/{site_id}', target: SITES }, ['not_found']],
  [
    'precondition_failed with If-Match',
    { method: 'DELETE', path: '/sites/{site_id}', target: SITES },
    ['contradicting_headers', 'not_found', 'changed_too_often', 'precondition_failed', 'payload_too_large'],
  ],
  ['payload_too_large, also for an ignored body', { method: 'POST' }, ['payload_too_large']],
  [
    'the errors of a body',
    { method: 'POST', request: { body } },
    [
      'malformed_json',
      'contradicting_headers',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
    ],
  ],
  ['validation_failed with a query', { request: { query: z.object({}) } }, ['validation_failed']],
  [
    'the declared errors, in the order of the registry',
    { errors: ['email_taken', 'forbidden'] },
    ['forbidden', 'email_taken'],
  ],
] as const)('The documented errors of a route contain %s', (_, declaration, expected) => {
  expect(errorsOf(define(declaration))).toEqual([...expected, ...FAULTS]);
});
