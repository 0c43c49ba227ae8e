import { expect, test } from 'vitest';
import { ALERT_SEVERITIES, ALERT_STATUSES, type AlertFilters } from '../../../../shared/alerts/alert.ts';
import { planAlertList } from '../../../../shared/alerts/list-alerts.ts';
import { ApiError } from '../../../../shared/base/errors.ts';
import { lowestIdAt } from '../../../../shared/base/ids.ts';
import type { Extent } from '../../../../shared/table/list-plan.ts';

const tenant = { kind: 'tenant', tenantId: 'acme' } as const;
const [type, severity] = [['fire'], ['high']] as const;

const REMAINING = [
  ['the index of a tenant without a filter', {}, 'tenant', '', {}, 0],
  ['the index of a severity', { severity }, 'tenant_severity', 'high', {}, 0],
  ['the index of type and severity', { type, severity }, 'tenant_type_severity', 'fire#high', {}, 0],
  ['the index of a status', { status: ['active'] }, 'tenant_status', 'active', {}, 0],
  [
    'the index of a status, also of resolved alerts',
    { status: ['resolved'] },
    'tenant_status',
    'resolved',
    {},
    0,
  ],
  [
    'ahead in the index of a status for a filter by type',
    { status: ['active'], type },
    'tenant_status',
    'active',
    { type: 'fire' },
    250,
  ],
  [
    'ahead in the index of a status for a filter by severity',
    { status: ['acknowledged'], severity },
    'tenant_status',
    'acknowledged',
    { severity: 'high' },
    250,
  ],
  [
    'ahead in the index of a status for a filter by type and severity',
    { status: ['active'], type, severity },
    'tenant_status',
    'active',
    { type: 'fire', severity: 'high' },
    250,
  ],
  [
    'the index of a severity for resolved alerts',
    { status: ['resolved'], severity },
    'tenant_severity',
    'high',
    { status: 'resolved' },
    0,
  ],
  [
    'the index of type and severity for resolved alerts',
    { status: ['resolved'], type, severity },
    'tenant_type_severity',
    'fire#high',
    { status: 'resolved' },
    0,
  ],
] as const;

test.each(REMAINING)('A list of alerts reads %s', (_, filters, index, value, filter, readAhead) => {
  const plan = planAlertList(tenant, filters);
  const key = ['TENANT#acme#ALERT', value].filter((part) => part !== '').join('#');
  expect(plan.rounds).toEqual([[{ index, value: key, prefix: 'ALERT#' }]]);
  const remaining = Object.fromEntries(Object.entries(plan.filter).filter(([, it]) => it !== undefined));
  expect([remaining, plan.readAhead]).toEqual([filter, readAhead]);
});

/** Index and partition key of each partition of each round, without the tenant and the kind. */
const roundsOf = (extent: Extent, filters: AlertFilters) =>
  planAlertList(extent, filters).rounds.map((round) =>
    round.map(({ index, value }) => [index, value.replace('TENANT#acme#ALERT#', '')]),
  );
const sitesOf = (count: number): Extent => ({
  kind: 'assigned_sites',
  tenantId: 'acme',
  siteIds: Array.from({ length: count }, (_, place) => `site-${place}`),
});

test('A list of alerts of one type reads one severity after the other, from the lowest up', () => {
  expect(roundsOf(tenant, { type })).toEqual(
    ['info', 'low', 'medium', 'high', 'critical'].map((it) => [['tenant_type_severity', `fire#${it}`]]),
  );
  const { rounds } = planAlertList({ kind: 'platform' }, { type });
  expect(rounds.map(({ length }) => length)).toEqual([8, 8, 8, 8, 8]);
});

test('A list of resolved alerts reads all severities in one round', () => {
  const status = ['resolved'] as const;
  expect(roundsOf(tenant, { type, status })).toEqual([
    ['info', 'low', 'medium', 'high', 'critical'].map((it) => ['tenant_type_severity', `fire#${it}`]),
  ]);
  expect(roundsOf(tenant, { severity: ['low', 'high'], status })).toEqual([
    [
      ['tenant_severity', 'low'],
      ['tenant_severity', 'high'],
    ],
  ]);
  expect(planAlertList(tenant, { type, status }).filter.status).toBe('resolved');
});

test('A list of alerts of one type at several sites reads one index', () => {
  const { rounds } = planAlertList(sitesOf(100), { type });
  expect(rounds.map(({ length }) => length)).toEqual([100]);
  expect(rounds[0]?.[0]).toMatchObject({
    index: 'site_type',
    value: 'TENANT#acme#SITE#site-0#ALERT#fire',
  });
});

test('An alert list reads active alerts before acknowledged ones, whatever their order in the filter', () => {
  for (const status of [
    ['active', 'acknowledged'],
    ['acknowledged', 'active'],
  ] as const) {
    expect(roundsOf(tenant, { status })).toEqual([
      [['tenant_status', 'active']],
      [['tenant_status', 'acknowledged']],
    ]);
  }
});

test('An alert list reads severities from the lowest up, because they can rise', () => {
  expect(roundsOf(tenant, { severity: ['critical', 'low'], type: ['fire', 'panic'] })).toEqual([
    [
      ['tenant_type_severity', 'fire#low'],
      ['tenant_type_severity', 'panic#low'],
    ],
    [
      ['tenant_type_severity', 'fire#critical'],
      ['tenant_type_severity', 'panic#critical'],
    ],
  ]);
  expect(roundsOf(tenant, { severity: ['critical', 'low'] })).toEqual([
    [['tenant_severity', 'low']],
    [['tenant_severity', 'critical']],
  ]);
});

test('An alert list filters types and severities of open alerts by a filter expression', () => {
  const filters = { status: ['active'], severity: ['high', 'low'], type: ['fire', 'panic'] } as const;
  expect(roundsOf(tenant, filters)).toEqual([[['tenant_status', 'active']]]);
  const { filter } = planAlertList(tenant, filters);
  expect(filter).toEqual({ type: ['fire', 'panic'], severity: ['low', 'high'] });
});

test.each([['active'], ['acknowledged']] as const)(
  'A list of %s and resolved alerts reads all statuses and filters out the open alerts that are not requested',
  (open) => {
    const status = ['resolved', open] as const;
    expect(roundsOf(tenant, { status })).toEqual([[['tenant', 'TENANT#acme#ALERT']]]);
    expect(planAlertList(tenant, { status }).filter.status).toEqual([open, 'resolved']);
    expect(roundsOf(tenant, { status, severity })).toEqual([[['tenant_severity', 'high']]]);
  },
);

test('An alert list that is filtered by every value of a field reads the same as without the filter', () => {
  const every = { status: ALERT_STATUSES, severity: ALERT_SEVERITIES };
  expect(planAlertList(tenant, every)).toEqual(planAlertList(tenant, {}));
  expect(planAlertList(sitesOf(3), { ...every, type })).toEqual(planAlertList(sitesOf(3), { type }));
});

const open = ['active', 'acknowledged'] as const;
const types = (count: number) => Array.from({ length: count }, (_, place) => `type-${place}`);
const refusal = (extent: Extent, filters: AlertFilters) => {
  try {
    planAlertList(extent, filters);
    return undefined;
  } catch (error) {
    return error instanceof ApiError && [error.code, Object.keys(error.fields ?? {})];
  }
};

test('An alert list may read up to 200 partitions', () => {
  expect(refusal(sitesOf(100), { status: open })).toBeUndefined();
  expect(
    refusal(sitesOf(100), { status: open, severity: ['high', 'low'], type: types(100) }),
  ).toBeUndefined();
  expect(refusal(sitesOf(100), { severity: ['high', 'low'] })).toBeUndefined();
  expect(refusal(sitesOf(100), { type: types(2) })).toBeUndefined();
  expect(refusal(tenant, { type: types(40) })).toBeUndefined();
  expect(refusal({ kind: 'platform' }, { type: types(5) })).toBeUndefined();
});

test('An alert list that needs more than 200 partitions is rejected with the name of the filter to shorten', () => {
  expect(refusal(sitesOf(100), { severity: ['info', 'high', 'low'] })).toEqual([
    'too_many_values',
    ['severity'],
  ]);
  expect(refusal(sitesOf(67), { type: types(3) })).toEqual(['too_many_values', ['type']]);
  expect(refusal(tenant, { type: types(41) })).toEqual(['too_many_values', ['type']]);
  expect(refusal({ kind: 'platform' }, { type: types(6) })).toEqual(['too_many_values', ['type']]);
  expect(refusal(tenant, { severity: ['high', 'low', 'info'], type: types(67) })).toEqual([
    'too_many_values',
    ['type'],
  ]);
});

test('A list of active alerts of more than 100 types, the limit of a filter expression, is rejected', () => {
  expect(refusal(tenant, { status: ['active'], type: types(101) })).toEqual(['too_many_values', ['type']]);
});

test('An alert list from since to until reads the range of ids between these times, whatever the other filters', () => {
  const since = '2026-11-20T12:00:00.000+00:00';
  const until = '2026-11-20T12:00:00.001+00:00';
  const range = { from: lowestIdAt(new Date(since)), before: lowestIdAt(new Date(until)) };
  for (const filters of [{}, { type }, { severity }, { status: ['active'], type }] as const) {
    expect(planAlertList(tenant, { ...filters, since, until }).range).toEqual(range);
  }
});

const device = { device_id: 'camera' };
const remaining = (extent: Extent, filters: AlertFilters) => {
  const { filter, readAhead } = planAlertList(extent, filters);
  return [Object.fromEntries(Object.entries(filter).filter(([, it]) => it !== undefined)), readAhead];
};

test('The alert list of a device reads one partition of its tenant', () => {
  for (const filters of [
    {},
    { type },
    { severity, type },
    { status: ['resolved'] },
    { status: ['resolved', 'active'] },
  ] as const) {
    for (const extent of [tenant, sitesOf(100)]) {
      expect(roundsOf(extent, { ...device, ...filters })).toEqual([
        [['device', 'TENANT#acme#DEVICE#camera#ALERT']],
      ]);
    }
  }
});

test('The alert list of a device filters by other fields in an expression, and reads ahead for type and severity', () => {
  expect(remaining(tenant, device)).toEqual([{}, 0]);
  expect(remaining(tenant, { ...device, status: ['resolved'] })).toEqual([{ status: 'resolved' }, 0]);
  expect(remaining(tenant, { ...device, type, severity: ['low', 'high'] })).toEqual([
    { type: 'fire', severity: ['low', 'high'] },
    250,
  ]);
});

test('The alert list of a device shows a caller with assigned sites the alerts of these sites only', () => {
  expect(remaining(sitesOf(1), device)).toEqual([{ site_id: 'site-0' }, 0]);
  expect(remaining(sitesOf(2), device)).toEqual([{ site_id: ['site-0', 'site-1'] }, 0]);
  expect(planAlertList(sitesOf(0), { ...device, type }).rounds.flat()).toEqual([]);
});

test('The list of a device’s open alerts reads active alerts before acknowledged ones', () => {
  expect(roundsOf(tenant, { ...device, status: ['acknowledged', 'active'] })).toEqual([
    [['tenant_status', 'active']],
    [['tenant_status', 'acknowledged']],
  ]);
  expect(remaining(tenant, { ...device, status: ['active'] })).toEqual([{ device_id: 'camera' }, 250]);
  expect(roundsOf(sitesOf(1), { ...device, status: ['active'] })).toEqual([
    [['site_status', 'TENANT#acme#SITE#site-0#ALERT#active']],
  ]);
});

test('Listing the alerts of a device across tenants throws, because a device belongs to one tenant', () => {
  expect(() => planAlertList({ kind: 'platform' }, device)).toThrow('cannot be one of a device');
});
