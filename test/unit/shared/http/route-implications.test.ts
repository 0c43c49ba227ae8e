import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineRoute, type RouteDeclaration } from '../../../../shared/http/route.ts';
import {
  errorsOf,
  settingsOf,
  tableUseOf,
  takesIfMatch,
  takesIfNoneMatch,
} from '../../../../shared/http/route-implications.ts';
import { withMeta } from '../../../../shared/with-meta.ts';

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

describe('what a function does to the table', () => {
  test.each([
    ['nothing, where anyone may call', {}, { actions: [], indexes: [] }],
    ['counting', { access: 'signed_in' }, { actions: ['UpdateItem'], indexes: [] }],
    [
      'reading which sites are the caller’s',
      { access: 'sites:read', rateClass: 'none' },
      { actions: ['GetItem'], indexes: [] },
    ],
    [
      'noting what was created',
      { response: { description: 'The thing.', status: 201, body } },
      { actions: ['PutItem'], indexes: [] },
    ],
    [
      'reading its target, and finding its tenant',
      { path: '/sites/{site_id}' },
      { actions: ['GetItem'], indexes: ['platform'] },
    ],
    [
      'reading its target, if that is a tenant',
      { path: '/tenants/{tenant_id}' },
      { actions: ['GetItem'], indexes: [] },
    ],
    [
      'reading both in one call',
      { path: '/tenants/{tenant_id}', access: 'tenants:read', rateClass: 'none' },
      { actions: ['BatchGetItem', 'GetItem'], indexes: [] },
    ],
    [
      'what the handler does beside',
      { access: 'signed_in', table: { actions: ['Query'], indexes: ['site'] } },
      { actions: ['Query', 'UpdateItem'], indexes: ['site'] },
    ],
  ] as const)('is %s', (_, declaration, expected) => {
    expect(tableUseOf(define(declaration))).toEqual(expected);
  });
});

describe('the settings that a function reads', () => {
  test.each([
    ['its stage, and who may call from a browser', {}, []],
    [
      'the limit of users, and the table in which it counts',
      { access: 'signed_in' },
      ['GUARD_RATE_LIMIT_API', 'TABLE_NAME'],
    ],
    [
      'the same where it acts on alerts',
      { access: 'signed_in', rateClass: 'alert_action' },
      ['GUARD_RATE_LIMIT_API', 'TABLE_NAME'],
    ],
    [
      'the limit of sessions',
      { access: 'signed_in', rateClass: 'auth' },
      ['GUARD_RATE_LIMIT_AUTH', 'TABLE_NAME'],
    ],
    [
      'the limits of logins',
      { rateClass: 'login' },
      ['GUARD_RATE_LIMIT_AUTH', 'GUARD_RATE_LIMIT_LOGIN_ADDRESS', 'TABLE_NAME'],
    ],
    ['the table, where the handler uses it', { table: { indexes: ['site'] } }, ['TABLE_NAME']],
    ['what the handler reads', { settings: ['TOKEN_EXPIRATION'] }, ['TOKEN_EXPIRATION']],
  ] as const)('are %s', (_, declaration, expected) => {
    const ofAll = ['GUARD_CORS_ORIGIN', 'GUARD_STAGE'];
    expect(settingsOf(define(declaration))).toEqual([...ofAll, ...expected].sort());
  });
});

describe('a precondition', () => {
  test.each([
    ['PATCH', '/sites/{site_id}', true],
    ['PUT', '/sites/{site_id}', true],
    ['DELETE', '/sites/{site_id}', true],
    ['GET', '/sites/{site_id}', false],
    ['POST', '/sites/{site_id}', false],
    ['PATCH', '/things', true],
    ['DELETE', '/things', false],
  ] as const)('guards %s %s: %s', (method, path, expected) => {
    expect(takesIfMatch(define({ method, path }))).toBe(expected);
  });

  test.each([
    ['GET', true, true],
    ['GET', false, false],
    ['PATCH', true, false],
  ] as const)(
    'of what the client has kept is answered by %s where there is a validator (%s): %s',
    (method, etag, expected) => {
      const route = define({ method, response: { description: 'The thing.', body, etag } });
      expect(takesIfNoneMatch(route)).toBe(expected);
    },
  );
});

describe('the errors of a route', () => {
  test.each([
    ['are faults at least', {}, []],
    [
      'tell who did not sign in, and that keys are not taken',
      { access: 'signed_in', rateClass: 'none' },
      ['unauthenticated', 'forbidden'],
    ],
    [
      'tell no key that it is not taken where it is',
      { access: 'signed_in', takesKeys: true, rateClass: 'none' },
      ['unauthenticated'],
    ],
    ['tell who may not', { access: 'sites:read', rateClass: 'none' }, ['unauthenticated', 'forbidden']],
    ['tell who comes too often', { rateClass: 'api' }, ['too_many_requests']],
    ['tell what is not there', { path: '/sites/{site_id}' }, ['not_found']],
    [
      'tell what has changed',
      { method: 'DELETE', path: '/sites/{site_id}' },
      ['contradicting_headers', 'not_found', 'changed_too_often', 'precondition_failed', 'payload_too_large'],
    ],
    ['tell of a body, also of one that is ignored', { method: 'POST' }, ['payload_too_large']],
    [
      'tell what is wrong with a body',
      { method: 'POST', request: { body } },
      [
        'malformed_json',
        'contradicting_headers',
        'payload_too_large',
        'unsupported_media_type',
        'validation_failed',
      ],
    ],
    ['tell what is wrong with a query', { request: { query: z.object({}) } }, ['validation_failed']],
    [
      'are its own, too, in the registry’s order',
      { errors: ['email_taken', 'forbidden'] },
      ['forbidden', 'email_taken'],
    ],
  ] as const)('%s', (_, declaration, expected) => {
    expect(errorsOf(define(declaration))).toEqual([...expected, ...FAULTS]);
  });
});
