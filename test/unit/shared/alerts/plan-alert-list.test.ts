import { describe, expect, test } from 'vitest';
import { planAlertList } from '../../../../shared/alerts/plan-alert-list.ts';

const tenant = { kind: 'tenant', tenantId: 'acme' } as const;
const [type, severity] = ['fire', 'high'] as const;

describe('a list of alerts is read from', () => {
  test.each([
    ['the index of a tenant without a filter', {}, 'tenant', '', {}, 0],
    ['the index of a severity', { severity }, 'tenant_severity', 'high', {}, 0],
    ['the index of both', { type, severity }, 'tenant_type_severity', 'fire#high', {}, 0],
    ['the index of a status', { status: 'active' }, 'tenant_status', 'active', {}, 0],
    [
      'the index of a status, also of resolved ones',
      { status: 'resolved' },
      'tenant_status',
      'resolved',
      {},
      0,
    ],
    [
      'the open ones where more is asked for, far at once',
      { status: 'active', type },
      'tenant_status',
      'active',
      { type },
      250,
    ],
    [
      'the open ones by severity',
      { status: 'acknowledged', severity },
      'tenant_status',
      'acknowledged',
      { severity },
      250,
    ],
    [
      'the open ones by both',
      { status: 'active', type, severity },
      'tenant_status',
      'active',
      { type, severity },
      250,
    ],
    [
      'their severity where they are resolved',
      { status: 'resolved', severity },
      'tenant_severity',
      'high',
      { status: 'resolved' },
      0,
    ],
    [
      'both where they are resolved',
      { status: 'resolved', type, severity },
      'tenant_type_severity',
      'fire#high',
      { status: 'resolved' },
      0,
    ],
  ] as const)('%s', (_, filters, index, value, filter, readAhead) => {
    const plan = planAlertList(tenant, filters);
    const key = ['TENANT#acme#ALERT', value].filter((part) => part !== '').join('#');
    expect(plan.partitions).toEqual([{ index, value: key, prefix: 'ALERT#' }]);
    const remaining = Object.fromEntries(Object.entries(plan.filter).filter(([, it]) => it !== undefined));
    expect([remaining, plan.readAhead]).toEqual([filter, readAhead]);
  });
});

test.each([
  [{ type }, undefined],
  [{ type, status: 'resolved' }, 'resolved'],
] as const)('a type alone is merged of all severities, which never change: %j', (filters, status) => {
  const plan = planAlertList(tenant, filters);
  expect(plan.partitions.map(({ index, value }) => [index, value])).toEqual(
    ['info', 'low', 'medium', 'high', 'critical'].map((it) => [
      'tenant_type_severity',
      `TENANT#acme#ALERT#fire#${it}`,
    ]),
  );
  expect(plan.filter.status).toBe(status);
  expect(planAlertList({ kind: 'platform' }, filters).partitions).toHaveLength(8 * 5);
});

test('a type alone has an index of sites, of which an operator may have a hundred', () => {
  const siteIds = Array.from({ length: 100 }, (_, place) => `site-${place}`);
  const { partitions } = planAlertList({ kind: 'assigned_sites', tenantId: 'acme', siteIds }, { type });
  expect(partitions).toHaveLength(100);
  expect(partitions[0]).toMatchObject({
    index: 'site_type',
    value: 'TENANT#acme#SITE#site-0#ALERT#fire',
  });
});
