import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import type { TargetKind } from '../../lib/admin/entity-kinds.ts';
import { takesIfMatch } from '../../shared/http/route-implications.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { creationOf, KINDS, kindNamedBy } from '../support/new-entity.ts';

/** What is true of every kind of entity. The tests of a kind prove what is special about it. */

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let userId: string;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  siteId = (await as('master', 'POST /api/v1/sites', { json: { name: 'Depot' } })).body.id;
  userId = (await as('master', 'GET /api/v1/auth/me')).body.id;
});
afterAll(() => guard.stop());

const routeOf = (kind: TargetKind, method: string) =>
  routes.find((it) => it.method === method && kindNamedBy(it) === kind && /\{\w+\}$/.test(it.path));
/** The kinds that change. A test of a site is not deleted but ends, and stays. */
const CHANGED = KINDS.filter((kind) => routeOf(kind, 'PATCH'));

const callerOf = (kind: TargetKind) => (kind === 'tenant' ? 'platform' : 'master');

const changeOf = (kind: TargetKind, number: number): object => {
  if (kind === 'webhook') return { description: `Changed ${number}` };
  return kind === 'test'
    ? { ends_at: `2026-11-20T21:0${number}:00.000+00:00` }
    : { name: `Changed ${number}` };
};

let count = 0;
async function create(kind: TargetKind) {
  count += 1;
  const { path, json } = creationOf(kind, { siteId, userId, unique: `entity-${count}` });
  const created = await as(callerOf(kind), `POST ${path}`, { json });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const ownPath = routeOf(kind, 'GET')?.path.replace(/\{\w+\}/, id);
  const call = (method: string, options: { json?: object; headers?: Record<string, string> } = {}) =>
    as(callerOf(kind), `${method} ${ownPath}`, options);
  const read = await call('GET');
  return {
    created,
    read,
    ownPath,
    call,
    etag: read.headers.get('etag') ?? '',
    change: (match: string, number = 0) =>
      call('PATCH', { json: changeOf(kind, number), headers: { 'If-Match': match } }),
    remove: (match: string) => call('DELETE', { headers: { 'If-Match': match } }),
    async isListed() {
      const { body } = await as(callerOf(kind), `GET ${path}`);
      return body.data.some((it: { id: string }) => it.id === id);
    },
  };
}

test('Every route that takes If-Match changes a kind that this test covers, or is one of sixteen that other tests cover', () => {
  const others = routes.filter((route) => {
    const kind = kindNamedBy(route);
    return takesIfMatch(route) && !(kind && routeOf(kind, route.method) === route);
  });
  expect(others.map(({ name }) => name).sort()).toEqual([
    'assign-sites',
    'delete-inbound-address',
    'delete-mail-address',
    'delete-override',
    'delete-panel',
    'end-user-sessions',
    'hold-pictures',
    'release-pictures',
    'reset-totp',
    'set-escalation',
    'set-panel',
    'set-security',
    'update-current-user',
    'update-inbound-address',
    'update-mail-address',
    'update-preferences',
  ]);
});

describe.each(CHANGED)('%s', (kind) => {
  const name = kind.replaceAll('_', ' ');

  test(`A new ${name} can be read at its Location, and its ETag answers the next read with 304`, async () => {
    const { created, read, etag, ownPath, call } = await create(kind);
    expect(created.headers.get('location')).toBe(`${guard.url}${ownPath}`);
    expect([read.status, read.body.id]).toEqual([200, created.body.id]);
    expect((await call('GET', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test(`With If-Match exactly one of several racing changes of one ${name} succeeds`, async () => {
    const { etag, change } = await create(kind);
    expect((await change('"another"')).body.code).toBe('precondition_failed');
    const answers = await Promise.all([0, 1, 2, 3].map((number) => change(etag, number)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  test(`If-Match of a ${name} accepts an asterisk and a list of several ETags`, async () => {
    const { etag, change } = await create(kind);
    expect((await change('*')).status).toBe(200);
    const current = (await change('*', 1)).headers.get('etag');
    expect([(await change(`"x", ${etag}`)).status, (await change(`"x", ${current}`)).status]).toEqual([
      412, 200,
    ]);
  });

  if (kind === 'test') return;
  test(`With If-Match a ${name} is deleted only with its current ETag, once, and disappears from its list`, async () => {
    const { etag, call, change, remove, isListed } = await create(kind);
    const current = (await change(etag)).headers.get('etag') ?? '';
    expect(current).not.toBe(etag);
    expect([(await remove(etag)).status, (await call('GET')).status, await isListed()]).toEqual([
      412,
      200,
      true,
    ]);
    const answers = await Promise.all([call('DELETE'), remove(current), call('DELETE')]);
    expect(answers.map(({ status, text }) => (status === 204 ? text : status)).sort()).toEqual([
      '',
      404,
      404,
    ]);
    expect([(await call('GET')).status, await isListed()]).toEqual([404, false]);
  });
});

test('The table is consistent after all tests of entities', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});
