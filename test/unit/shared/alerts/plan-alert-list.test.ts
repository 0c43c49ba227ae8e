import { describe, expect, test } from 'vitest';
import { planAlertList } from '../../../../shared/alerts/plan-alert-list.ts';

const tenant = { kind: 'tenant', tenantId: 'acme' } as const;
const [type, severity] = ['fire', 'high'] as const;

describe('a list of alerts is read from', () => {
  test.each([
    ['the tenant itself without a filter', {}, undefined, 'TENANT#acme', {}, 0],
    ['the index of a type', { type }, 'tenant_type', 'fire', {}, 0],
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
      'their type where they are resolved',
      { status: 'resolved', type },
      'tenant_type',
      'fire',
      { status: 'resolved' },
      0,
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
    expect(plan.partitions).toEqual([
      { index, value: index === undefined ? value : `TENANT#acme#ALERT#${value}`, prefix: 'ALERT#' },
    ]);
    const remaining = Object.fromEntries(Object.entries(plan.filter).filter(([, it]) => it !== undefined));
    expect([remaining, plan.readAhead]).toEqual([filter, readAhead]);
  });
});
