import { expect, test } from 'vitest';
import type { Scope } from '../../../../shared/base/access.ts';
import { answerList, answerSiteList } from '../../../../shared/http/answer-list.ts';
import { EMPTY_PAGE, type Page, type PageRequest } from '../../../../shared/table/list-page.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeSite } from '../../../support/make-site.ts';

const URL = 'https://guard.test/prod/api/v1/alerts';
const tenant: Scope = { kind: 'tenant', tenantId: 'acme' };
const caller = { ...makeCaller('viewer', 'acme'), userId: 'user-1' };
const next = { direction: 'next', id: '019a0000-0000-7000-8000-000000000000' } as const;

interface Query {
  readonly limit: number;
  readonly cursor?: string;
  readonly tenant_id?: string;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
}

/** Answers a list, and says what was read for it. */
async function answer(
  query: Query,
  { page = EMPTY_PAGE, scope = tenant, userId = 'user-1', url = URL } = {} as {
    page?: Page<unknown>;
    scope?: Scope;
    userId?: string;
    url?: string;
  },
) {
  const read: { scope: Scope; filters: object; page: PageRequest }[] = [];
  const response = await answerList(
    { url, query, scope, caller: { ...caller, userId } },
    async (itsScope, filters, request) => {
      read.push({ scope: itsScope, filters, page: request });
      return page;
    },
  );
  return { response, read };
}

/** The cursor that a list gives to go on with. */
const cursorOf = async (query: Query, options: { userId?: string; url?: string } = {}) =>
  (await answer(query, { page: { items: [], next, prev: undefined }, ...options })).response.meta
    .next_cursor ?? '';

test('An empty list is answered as a page without links', async () => {
  const { response, read } = await answer({ limit: 20 });
  expect(response).toEqual({
    data: [],
    links: { first: null, last: null, prev: null, next: null },
    meta: { path: URL, per_page: 20, next_cursor: null, prev_cursor: null },
  });
  expect(read).toEqual([{ scope: tenant, filters: {}, page: { position: undefined, limit: 20 } }]);
});

test('The links of a list’s page keep the given filters and the limit', async () => {
  const query = { limit: 5, status: 'active', type: undefined, tenant_id: 'acme' };
  const page = { items: ['a'], next, prev: { ...next, direction: 'prev' as const } };
  const { response } = await answer(query, { page });
  const { data, links, meta } = response;
  expect(data).toEqual(['a']);
  expect(links.next).toBe(`${URL}?status=active&tenant_id=acme&limit=5&cursor=${meta.next_cursor}`);
  expect(links.prev).toBe(`${URL}?status=active&tenant_id=acme&limit=5&cursor=${meta.prev_cursor}`);
  expect(meta.next_cursor).not.toBe(meta.prev_cursor);
});

test('A cursor continues its list with any page size', async () => {
  const cursor = await cursorOf({ limit: 5, status: 'active' });
  const { read } = await answer({ limit: 7, status: 'active', cursor });
  expect(read).toEqual([
    { scope: tenant, filters: { status: 'active' }, page: { position: next, limit: 7 } },
  ]);
});

test('The cursor of a list is valid with the filters in any order', async () => {
  const cursor = await cursorOf({ limit: 5, status: 'active', type: 'fire' });
  await expect(answer({ limit: 5, type: 'fire', status: 'active', cursor })).resolves.toBeDefined();
});

test.each([
  ['another user', {}, { userId: 'user-2' }],
  ['another list', {}, { url: 'https://guard.test/prod/api/v1/sites' }],
  ['another filter', { status: 'resolved' }, {}],
  ['fewer filters', { type: 'active' }, {}],
])('A list of the API rejects a cursor that was issued for %s', async (_, query, options) => {
  const cursor = await cursorOf({ limit: 5, status: 'active' });
  await expect(answer({ limit: 5, status: 'active', ...query, cursor }, options)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('A list of a tenant outside the scope is empty and reads nothing', async () => {
  const { response, read } = await answer({ limit: 5, tenant_id: 'globex' });
  expect([response.data, read]).toEqual([[], []]);
});

test('The parameter tenant_id narrows the list of a platform admin to one tenant', async () => {
  const { read } = await answer({ limit: 5, tenant_id: 'globex' }, { scope: { kind: 'platform' } });
  expect(read[0]?.scope).toEqual({ kind: 'tenant', tenantId: 'globex' });
});

const site = makeSite('1', { id: 'gate' });
const version = { revision: 1, recentWrites: [], updatedAt: undefined };

async function readFor(scope: Scope) {
  const read: unknown[] = [];
  const call = {
    url: URL,
    query: { limit: 5 },
    scope,
    caller,
    target: { entity: site, version, children: 0 },
  };
  const { data } = await answerSiteList(call, async (extent, filters, page) => {
    read.push([extent, filters, page]);
    return { items: ['a'], next: undefined, prev: undefined };
  });
  return { read, data };
}

test('A list of the entities of one site reads only the index of that site', async () => {
  const { read, data } = await readFor(tenant);
  const extent = { kind: 'assigned_sites', tenantId: 'acme', siteIds: ['gate'] };
  expect([read, data]).toEqual([[[extent, {}, { position: undefined, limit: 5 }]], ['a']]);
});
