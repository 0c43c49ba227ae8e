import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERT_SEVERITIES, ALERTS } from '../../shared/alerts/alert.ts';
import { newId } from '../../shared/base/ids.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { makeAlert } from '../support/make-alert.ts';
import { seededRandomBytes } from '../support/random.ts';

let guard: TestGuard;
let as: CallAs;

beforeAll(async () => {
  guard = await startGuard({ hasDemoAlerts: true });
  as = await signInCallers(guard);
});
afterAll(() => guard.stop());

const get = (caller: Caller, path: string) => as(caller, `GET ${path}`);
const summary = async (caller: Caller, query = '') => {
  const answer = await get(caller, `/api/v1/alerts/summary${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** The open alerts in a caller's list. */
async function openAlerts(caller: Caller, query = '') {
  const found: { status: string; severity: string; site_id: string; tenant_id: string }[] = [];
  let next: string | null = `/api/v1/alerts?status=active,acknowledged&limit=100${query}`;
  while (next) {
    const { body }: { body: { data: typeof found; links: { next: string | null } } } = await get(
      caller,
      next,
    );
    found.push(...body.data);
    next = body.links.next?.slice(guard.url.length) ?? null;
  }
  return found;
}

function counted(alerts: readonly { status: string; severity: string }[]) {
  const count = (field: 'status' | 'severity', values: readonly string[]) =>
    Object.fromEntries(values.map((it) => [it, alerts.filter((alert) => alert[field] === it).length]));
  return {
    open: alerts.length,
    by_status: count('status', ['active', 'acknowledged']),
    by_severity: count('severity', ALERT_SEVERITIES),
    capped: false,
  };
}

const NOTHING = counted([]);

describe('GET /api/v1/alerts/summary', () => {
  test('The alert summary counts the open alerts in the scope of each role', async () => {
    for (const caller of ['master', 'operator', 'viewer', 'platform', 'globex'] as const) {
      const open = await openAlerts(caller);
      expect(open.length).toBeGreaterThan(0);
      expect(await summary(caller)).toEqual(counted(open));
    }
  });

  test('The alert summary counts an alert by its current status after each change of status', async () => {
    const [site] = (await get('master', '/api/v1/sites')).body.data;
    const before = await summary('master');
    const raised = await as('master', 'POST /api/v1/alerts', {
      json: { site_id: site.id, type: 'panic', severity: 'critical', message: 'Panic' },
    });
    const active = await summary('master');
    expect(active.by_status.active).toBe(before.by_status.active + 1);
    expect(active.by_severity.critical).toBe(before.by_severity.critical + 1);
    const act = (action: string) => as('master', `POST /api/v1/alerts/${raised.body.id}/${action}`);
    await act('acknowledge');
    expect(await summary('master')).toEqual({
      ...active,
      by_status: {
        active: before.by_status.active,
        acknowledged: before.by_status.acknowledged + 1,
      },
    });
    await act('resolve');
    expect(await summary('master')).toEqual(before);
  });

  test('The alert summary can be limited to a site and to a tenant', async () => {
    const open = await openAlerts('platform');
    for (const { site_id, tenant_id } of open.slice(0, 3)) {
      const ofSite = counted(open.filter((alert) => alert.site_id === site_id));
      expect(await summary('platform', `?site_id=${site_id}`)).toEqual(ofSite);
      expect(await summary('platform', `?site_id=${site_id}&tenant_id=${tenant_id}`)).toEqual(ofSite);
      const ofTenant = counted(open.filter((alert) => alert.tenant_id === tenant_id));
      expect(await summary('platform', `?tenant_id=${tenant_id}`)).toEqual(ofTenant);
    }
    const [mine] = await openAlerts('operator');
    expect(await summary('operator', `?site_id=${mine?.site_id}`)).toEqual(
      counted((await openAlerts('operator')).filter(({ site_id }) => site_id === mine?.site_id)),
    );
  });

  test('The alert summary does not reveal whether a site or tenant outside the scope exists', async () => {
    const [foreign] = await openAlerts('globex');
    const [own] = await openAlerts('master');
    const missing = '019a0000-0000-7000-8000-000000000000';
    const assigned = new Set((await openAlerts('operator')).map(({ site_id }) => site_id));
    const unassigned = (await openAlerts('master')).find(({ site_id }) => !assigned.has(site_id));
    expect(unassigned).toBeDefined();
    for (const query of [
      `?tenant_id=${foreign?.tenant_id}`,
      `?site_id=${foreign?.site_id}`,
      `?tenant_id=${foreign?.tenant_id}&site_id=${foreign?.site_id}`,
      `?tenant_id=${own?.tenant_id}&site_id=${foreign?.site_id}`,
      `?site_id=${missing}`,
    ]) {
      expect([query, await summary('master', query)]).toEqual([query, NOTHING]);
      expect([query, await summary('operator', query)]).toEqual([query, NOTHING]);
    }
    expect(await summary('operator', `?site_id=${unassigned?.site_id}`)).toEqual(NOTHING);
    expect(await summary('platform', `?site_id=${missing}`)).toEqual(NOTHING);
    const mixed = `?tenant_id=${own?.tenant_id}&site_id=${foreign?.site_id}`;
    expect(await summary('platform', mixed)).toEqual(NOTHING);
  });

  test('The alert summary rejects unknown query parameters, and its path is not read as an alert id', async () => {
    for (const query of ['?status=active', '?limit=5', '?site_id=acme', '?tenant_id=']) {
      expect((await get('master', `/api/v1/alerts/summary${query}`)).status).toBe(422);
    }
    expect((await as('master', 'POST /api/v1/alerts/summary')).status).toBe(404);
  });

  test('The alert summary answers 304 while nothing has changed', async () => {
    const first = await get('operator', '/api/v1/alerts/summary');
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await as('operator', 'GET /api/v1/alerts/summary', { headers })).status).toBe(304);
  });

  // The last test, because it leaves more alerts than a summary counts.
  test('The alert summary counts up to 1,000 alerts: critical and high ones first, then the newest', async () => {
    const randomBytes = seededRandomBytes('summary');
    const sites: { id: string; tenant_id: string }[] = (await get('globex', '/api/v1/sites')).body.data;
    const before = await openAlerts('platform');
    const now = Date.now();
    const alerts = Array.from({ length: 1_050 }, (_, place) => {
      const site = sites[place % 7 === 0 ? 1 : 0] ?? sites[0];
      return makeAlert({
        id: newId(new Date(now + place), randomBytes),
        tenant_id: site?.tenant_id ?? '',
        site_id: site?.id ?? '',
        status: place % 3 === 0 ? 'acknowledged' : 'active',
        severity: place < 20 ? 'critical' : place < 30 ? 'high' : place % 2 === 0 ? 'low' : 'medium',
      });
    });
    await writeItems(guard.table, alerts.map(ALERTS.item));
    // Resolved alerts are in the same index, and count nothing.
    const resolved = alerts.slice(0, 9).map((it, place) => ({
      ...it,
      id: newId(new Date(now + 2_000 + place), randomBytes),
      status: 'resolved' as const,
    }));
    await writeItems(guard.table, resolved.map(ALERTS.item));
    const theirs = before.filter(({ severity }) => ['critical', 'high'].includes(severity));
    const ofThese = (others: typeof before) => {
      const first = [...alerts.slice(0, 30), ...others];
      return { ...counted([...first, ...alerts.slice(first.length - 1_000)]), capped: true };
    };
    const worst = ofThese(theirs.filter(({ tenant_id: id }) => id === sites[0]?.tenant_id));
    expect(worst.by_severity['critical']).toBeGreaterThanOrEqual(20);
    expect(await summary('globex')).toEqual(worst);
    expect(await summary('platform')).toEqual(ofThese(theirs));
    expect(await summary('platform', `?tenant_id=${sites[0]?.tenant_id}`)).toEqual(worst);
    const atSite = { tenant_id: sites[0]?.tenant_id ?? '', site_id: sites[0]?.id ?? '' };
    const newer = Array.from({ length: 200 }, (_, place) =>
      makeAlert({ ...atSite, id: newId(new Date(now + 3_000 + place), randomBytes), severity: 'info' }),
    );
    await writeItems(guard.table, newer.map(ALERTS.item));
    const critical = [...alerts, ...before].filter(
      ({ site_id, severity }) => site_id === atSite.site_id && severity === 'critical',
    );
    const ofSite = await summary('globex', `?site_id=${atSite.site_id}`);
    expect(ofSite).toMatchObject({ capped: true, by_severity: { critical: critical.length } });
  });
});
