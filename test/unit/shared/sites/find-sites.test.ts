import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../../shared/base/access.ts';
import { listSites, narrowToSite } from '../../../../shared/sites/find-sites.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import type { Position } from '../../../../shared/table/list-page.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeSite } from '../../../support/make-site.ts';
import { makeUser } from '../../../support/make-user.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

describe('listSites', () => {
  const tenantId = makeUser().tenant_id;
  const siteOf = (digit: string) => makeSite(digit, { tenant_id: tenantId });
  const idOf = (digit: string) => siteOf(digit).id;

  /** Lists the sites assigned to somebody. Only those with these digits still exist. */
  async function listAssigned(
    assigned: string,
    {
      existing = assigned,
      position,
      limit = 2,
    }: { existing?: string; position?: Position; limit?: number } = {},
  ) {
    const { table, sent } = fakeTable(({ input }) => ({
      Responses: {
        'guard-test': [...existing]
          .map((digit) => SITES.item(siteOf(digit)))
          .filter(({ sk }) =>
            input.RequestItems['guard-test'].Keys.some((key: { sk: string }) => key.sk === sk),
          ),
      },
    }));
    const scope: Scope = { kind: 'assigned_sites', tenantId, siteIds: [...assigned].map(idOf), userId: 'u' };
    const page = await listSites(table, scope, { position, limit });
    const digitOf = (id: string) => id.slice(-1);
    return {
      digits: page.items.map(({ id }) => digitOf(id)).join(''),
      next: page.next && digitOf(page.next.id),
      prev: page.prev && digitOf(page.prev.id),
      reads: sent.map(({ input }) =>
        input.RequestItems['guard-test'].Keys.map((key: { sk: string }) => digitOf(key.sk)).join(''),
      ),
    };
  }

  test('A list of a user’s assigned sites is read by key, newest first, and only as many as a page needs', async () => {
    expect(await listAssigned('2413')).toEqual({ digits: '43', next: '3', prev: undefined, reads: ['432'] });
  });

  test('A list of a user’s assigned sites reads further sites in place of deleted ones', async () => {
    expect(await listAssigned('54321', { existing: '521' })).toEqual({
      digits: '52',
      next: '2',
      prev: undefined,
      reads: ['543', '21'],
    });
  });

  test('A list of a user’s assigned sites ends after the last assigned site', async () => {
    expect(await listAssigned('21')).toEqual({
      digits: '21',
      next: undefined,
      prev: undefined,
      reads: ['21'],
    });
    expect(await listAssigned('')).toEqual({ digits: '', next: undefined, prev: undefined, reads: [] });
    expect((await listAssigned('321', { existing: '' })).digits).toBe('');
  });

  test('A list of a user’s assigned sites continues from a position, forward and back, newest first', async () => {
    const forward = await listAssigned('12345', { position: { id: idOf('4'), direction: 'next' } });
    expect([forward.digits, forward.next, forward.prev]).toEqual(['32', '2', '3']);
    const back = await listAssigned('12345', { position: { id: idOf('2'), direction: 'prev' } });
    expect([back.digits, back.next, back.prev, back.reads]).toEqual(['43', '3', '4', ['345']]);
    const first = await listAssigned('12345', { position: { id: idOf('3'), direction: 'prev' } });
    expect([first.digits, first.prev]).toEqual(['54', undefined]);
  });

  test('The list of a tenant’s sites is read from the tenant’s own partition', async () => {
    const { table, sent } = fakeTable([{ Items: [SITES.item(siteOf('1'))] }]);
    const page = await listSites(table, { kind: 'tenant', tenantId }, { position: undefined, limit: 2 });
    expect(page.items).toEqual([siteOf('1')]);
    expect(readExpressions(sent[0]?.input)).toEqual({
      key: `pk = "TENANT#${tenantId}" AND sk BETWEEN "SITE#" AND "SITE#\u{10FFFF}"`,
    });
  });
});

describe('narrowToSite', () => {
  const SITE_ID = '019a0000-0000-7000-8000-000000000001';
  const extent = { kind: 'assigned_sites', tenantId: 'acme', siteIds: [SITE_ID] };
  const tenant: Scope = { kind: 'tenant', tenantId: 'acme' };
  const assigned = (...siteIds: string[]): Scope => ({
    kind: 'assigned_sites',
    tenantId: 'acme',
    siteIds,
    userId: 'u',
  });

  test.each([
    ['of a whole tenant', tenant, extent],
    ['that is assigned', assigned('other', SITE_ID), extent],
    ['that is not assigned', assigned('other'), undefined],
  ])('A list that is limited to a site %s needs no read to check the site', async (_, scope, expected) => {
    const { table, sent } = fakeTable([]);
    expect(await narrowToSite(table, scope, SITE_ID)).toEqual(expected);
    expect(sent).toEqual([]);
  });

  test('A platform admin’s list that is limited to a site is narrowed to the tenant of the site, if the site exists', async () => {
    const { table } = fakeTable([{ Items: [SITES.item(makeSite('1', { tenant_id: 'acme' }))] }]);
    expect(await narrowToSite(table, { kind: 'platform' }, SITE_ID)).toEqual(extent);
    expect(await narrowToSite(fakeTable([]).table, { kind: 'platform' }, SITE_ID)).toBeUndefined();
  });
});
