import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { DEVICES } from '../../../../shared/devices/device.ts';
import { readOverview, type TenantScope } from '../../../../shared/overview/read-overview.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { makeSite } from '../../../support/make-site.ts';
import { makeTenant } from '../../../support/make-tenant.ts';

const TENANT: TenantScope = { kind: 'tenant', tenantId: 'acme' };
const NOW = new Date('2026-11-20T12:20:00.000Z');

const idOf = (place: number) => `019a0000-0000-7000-8000-${String(place).padStart(12, '0')}`;
/** As many as that, the newest first, as the table returns them. */
const many = <T>(count: number, make: (place: number) => T) =>
  Array.from({ length: count }, (_, it) => make(it)).toReversed();
const site = (place: number) => makeSite('1', { id: idOf(place), name: `Site ${place}` });
const offline = (place: number) =>
  makeDevice({
    ...{ id: idOf(place), site_id: idOf(place % 3), status: 'offline', heartbeat_seconds: 60 },
    last_seen_at: place % 4 === 0 ? null : '2026-11-20T11:00:00.000+00:00',
  });

interface Stored {
  readonly sites?: readonly ReturnType<typeof site>[];
  readonly devices?: readonly ReturnType<typeof makeDevice>[];
  readonly alerts?: readonly ReturnType<typeof makeAlert>[];
  /** Whether each read of hours has another page. */
  readonly isEndless?: boolean;
  /** Whether the tenant is missing. */
  readonly isGone?: boolean;
}

async function read(stored: Stored, { seesPeople = false, scope = TENANT } = {}) {
  const { table, sent } = fakeTable(({ name, input }: SentCommand) => {
    if (name === 'BatchGetCommand') return { Responses: {} };
    if (name === 'GetCommand') return stored.isGone ? {} : { Item: TENANTS.item(makeTenant()) };
    const values = JSON.stringify(input.ExpressionAttributeValues);
    const items = values.includes('STATISTICS#')
      ? []
      : values.includes('SITE#"')
        ? (stored.sites ?? []).map(SITES.item)
        : values.includes('DEVICE#offline')
          ? (stored.devices ?? []).map(DEVICES.item)
          : values.includes('ALERT#active')
            ? (stored.alerts ?? []).map(ALERTS.item)
            : [];
    const hasMore = stored.isEndless && values.includes('HOUR#');
    return { Items: items.slice(0, input.Limit), ...(hasMore ? { LastEvaluatedKey: { pk: 'x' } } : {}) };
  });
  const onUnreadable = () => {};
  const context = { table, now: NOW, seesStatistics: true, seesPeople, onUnreadable };
  return { body: await readOverview(scope, context), sent };
}

test('Of more than 1,000 sites or silent devices, an overview counts 1,000 and is capped', async () => {
  const all = { sites: many(1_001, site), devices: many(1_001, offline) };
  const { devices, sites } = (await read(all)).body;
  expect(devices).toEqual({ silent: 750, never_heard: 250, capped: true });
  expect(sites).toMatchObject({ total: 1_000, fine: 998, capped: true, more_in_trouble: 0 });
  const few = { sites: all.sites.slice(0, 1_000), devices: all.devices.slice(0, 1_000) };
  const exact = (await read(few)).body;
  expect([exact.devices.capped, exact.sites.capped, exact.sites.fine]).toEqual([false, false, 998]);
});

test('Hours and response times are null if the statistics of a tenant take more than three pages', async () => {
  const { body, sent } = await read({ isEndless: true });
  expect([body.hours, body.hours_a_week_before, body.response]).toEqual([null, null, null]);
  expect(sent.length).toBeLessThan(60);
});

test('An overview of no data has zeros, and 24 hours on the hour today and a week before', async () => {
  const { body } = await read({});
  const zero = { alerts: 0, within_90_seconds: 0, unanswered: 0, on_test: 0, machine_resolved: 0 };
  expect(body).toMatchObject({
    alerts: { active: 0, acknowledged: 0, active_critical: 0, longest_waiting: null, capped: false },
    sites: { total: 0, fine: 0, capped: false, in_trouble: [], more_in_trouble: 0 },
    response: { today: zero, last_30_days: zero, time_zone: 'UTC' },
    tests: [],
  });
  const limits = [body.hours, body.hours_a_week_before].map((it) => [it?.[0]?.since, it?.at(-1)?.since]);
  expect(limits).toEqual([
    ['2026-11-19T13:00:00.000+00:00', '2026-11-20T12:00:00.000+00:00'],
    ['2026-11-12T13:00:00.000+00:00', '2026-11-13T12:00:00.000+00:00'],
  ]);
});

test('A caller without assigned sites causes no reads of alerts, devices or tests', async () => {
  const scope = { kind: 'assigned_sites', tenantId: 'acme', siteIds: [], userId: 'ana' } as const;
  const { body, sent } = await read({ sites: many(3, site), alerts: [makeAlert()] }, { scope });
  expect(body.sites.total).toBe(0);
  const others = sent.filter(({ input }) => !JSON.stringify(input).includes('STATISTICS#'));
  expect(others.map(({ name }) => name)).toEqual(['GetCommand']); // of the tenant
});

test('An overview of a tenant that does not exist is answered with 404', async () => {
  await expect(read({ isGone: true })).rejects.toMatchObject({ code: 'not_found' });
});
