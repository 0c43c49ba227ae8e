import { expect, test } from 'vitest';
import { ALERT_SEVERITIES, ALERT_STATUSES, type AlertFilters } from '../../../../shared/alerts/alert.ts';
import { planAlertList } from '../../../../shared/alerts/list-alerts.ts';
import { ApiError } from '../../../../shared/base/errors.ts';
import { lowestIdAt } from '../../../../shared/base/ids.ts';
import type { Extent } from '../../../../shared/table/list-plan.ts';

const tenant = { kind: 'tenant', tenantId: 'acme' } as const;
const [type, severity] = [['fire'], ['high']] as const;

const sitesOf = (count: number): Extent => ({
  kind: 'assigned_sites',
  tenantId: 'acme',
  siteIds: Array.from({ length: count }, (_, place) => `site-${place}`),
});

/**
 * What a list reads, one text a round: the index and the value of each partition, without the tenant and the kind, the filter
 * expression in it, and `ahead` where it is read ahead.
 */
const readsOf = (extent: Extent, filters: AlertFilters) =>
  planAlertList(extent, filters).rounds.map((round) =>
    round
      .map(({ index = 'table', value, skipping: { filter = {}, readAhead = 0 } = {} }) =>
        [
          index,
          value.replace(/^TENANT#acme#?/, '').replace(/#?ALERT#?/, ' '),
          ...Object.entries(filter).flatMap(([name, it]) => (it === undefined ? [] : [`${name}=${it}`])),
          ...(readAhead === 250 ? ['ahead'] : []),
        ]
          .join(' ')
          .replace(/ +/g, ' ')
          .trim(),
      )
      .join(', '),
  );

const open = ['active', 'acknowledged'] as const;
const [active, acknowledged, resolved] = ALERT_STATUSES.map((it) => [it]);

/** The partition `open` has the open alerts of the divided form. Those of the whole form are in the others. */
const READS: readonly (readonly [string, AlertFilters, readonly string[]])[] = [
  ['everything', {}, ['table']],
  ['a severity', { severity }, ['tenant_status open severity=high ahead', 'tenant_severity high']],
  [
    'a type and a severity',
    { type, severity },
    ['tenant_status open type=fire severity=high ahead', 'tenant_type_severity fire#high'],
  ],
  [
    'a type, from the lowest severity up, because that of an open alert of the whole form can rise',
    { type },
    [
      'tenant_status open type=fire ahead',
      'tenant_type_severity fire#info',
      'tenant_type_severity fire#low',
      'tenant_type_severity fire#medium',
      'tenant_type_severity fire#high',
      'tenant_type_severity fire#critical',
    ],
  ],
  ['active ones', { status: active }, ['tenant_status active, tenant_status open status=active']],
  [
    'acknowledged ones',
    { status: acknowledged },
    ['tenant_status acknowledged, tenant_status open status=acknowledged'],
  ],
  [
    'open ones, the active ones of the whole form before they are acknowledged',
    { status: ['acknowledged', 'active'] },
    ['tenant_status active', 'tenant_status acknowledged, tenant_status open'],
  ],
  [
    'open ones of a type and severities',
    { status: active, type, severity: ['high', 'low'] },
    [
      'tenant_status active type=fire severity=low,high ahead, ' +
        'tenant_status open status=active type=fire severity=low,high ahead',
    ],
  ],
  [
    'resolved ones, merged from all severities, because the table has the open ones, too',
    { status: resolved },
    [
      ['info', 'low', 'medium', 'high', 'critical']
        .map((it) => `tenant_severity ${it} status=resolved`)
        .join(', '),
    ],
  ],
  ['resolved ones of a severity', { status: resolved, severity }, ['tenant_severity high status=resolved']],
  [
    'resolved ones of severities, at once, because these no longer rise',
    { status: resolved, severity: ['high', 'low'] },
    ['tenant_severity low status=resolved, tenant_severity high status=resolved'],
  ],
  [
    'resolved ones of a type and a severity',
    { status: resolved, type, severity },
    ['tenant_type_severity fire#high status=resolved'],
  ],
  ['resolved and active ones', { status: ['resolved', 'active'] }, ['table status=active,resolved']],
  [
    'resolved and acknowledged ones of a severity',
    { status: ['resolved', 'acknowledged'], severity },
    [
      'tenant_status open status=acknowledged severity=high ahead',
      'tenant_severity high status=acknowledged,resolved',
    ],
  ],
  [
    'those that somebody has acknowledged',
    { acknowledged_by: 'olga' },
    [
      'tenant_status acknowledged acknowledged_by=olga ahead, ' +
        'tenant_status open status=acknowledged acknowledged_by=olga ahead',
    ],
  ],
  ['resolved ones that somebody has: none', { acknowledged_by: 'olga', status: resolved }, []],
  [
    'parked ones',
    { parked: { is: true, at: 'now' } },
    ['tenant_status acknowledged ahead, tenant_status open status=acknowledged ahead'],
  ],
];

test.each(READS)('A tenant’s list of alerts reads %s', (_, filters, rounds) => {
  expect(readsOf(tenant, filters)).toEqual(rounds);
});

test.each([
  ['everything', {}, ['site_status SITE#site-0 open', 'site SITE#site-0']],
  ['a type', { type }, ['site_status SITE#site-0 open type=fire ahead', 'site_type SITE#site-0 fire']],
  ['resolved ones', { status: resolved }, ['site SITE#site-0 status=resolved']],
  [
    'resolved and active ones',
    { status: ['active', 'resolved'] },
    ['site_status SITE#site-0 open status=active', 'site SITE#site-0 status=active,resolved'],
  ],
] as const)('A list of a site’s alerts, which is in no table, reads %s', (_, filters, rounds) => {
  expect(readsOf(sitesOf(1), filters)).toEqual(rounds);
});

test('A list of the platform reads open alerts in all shards before the others', () => {
  const { rounds } = planAlertList({ kind: 'platform' }, {});
  expect(rounds.map((round) => [round.length, round[3]?.index, round[3]?.value])).toEqual([
    [8, 'platform_status', '3#ALERT#open'],
    [8, 'platform', '3#ALERT'],
  ]);
  expect(planAlertList({ kind: 'platform' }, { type }).rounds.map(({ length }) => length)).toEqual([
    8, 8, 8, 8, 8, 8,
  ]);
});

test('A list of alerts of one type at several sites reads one index after that of open alerts', () => {
  expect(
    planAlertList(sitesOf(100), { type }).rounds.map((round) => [round.length, round[0]?.index]),
  ).toEqual([
    [100, 'site_status'],
    [100, 'site_type'],
  ]);
});

test('An alert list that is filtered by every value of a field reads the same as without the filter', () => {
  const every = { status: ALERT_STATUSES, severity: ALERT_SEVERITIES };
  expect(planAlertList(tenant, every)).toEqual(planAlertList(tenant, {}));
  expect(planAlertList(sitesOf(3), { ...every, type })).toEqual(planAlertList(sitesOf(3), { type }));
});

const types = (count: number) => Array.from({ length: count }, (_, place) => `type-${place}`);
const refusal = (extent: Extent, filters: AlertFilters) => {
  try {
    planAlertList(extent, filters);
    return undefined;
  } catch (error) {
    return error instanceof ApiError && [error.code, Object.keys(error.fields ?? {})];
  }
};

test('An alert list may read up to 200 partitions besides those of open alerts alone', () => {
  expect(refusal(sitesOf(100), { status: open })).toBeUndefined();
  expect(
    refusal(sitesOf(100), { status: open, severity: ['high', 'low'], type: types(100) }),
  ).toBeUndefined();
  expect(refusal(sitesOf(100), { severity: ['high', 'low'] })).toBeUndefined();
  expect(refusal(sitesOf(100), { type: types(2) })).toBeUndefined();
  expect(refusal(tenant, { type: types(40) })).toBeUndefined();
  expect(refusal({ kind: 'platform' }, { type: types(5) })).toBeUndefined();
});

test('An alert list that needs more than 200 such partitions is rejected with the name of the filter to shorten', () => {
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
const ofDevice = 'device DEVICE#camera';

test.each([
  [{}, ['tenant_status open device_id=camera ahead', ofDevice]],
  [
    { type, severity: ['low', 'high'] },
    [
      'tenant_status open type=fire severity=low,high device_id=camera ahead',
      `${ofDevice} type=fire severity=low,high ahead`,
    ],
  ],
  [{ status: resolved }, [`${ofDevice} status=resolved`]],
  [
    { status: ['resolved', 'active'] },
    ['tenant_status open status=active device_id=camera ahead', `${ofDevice} status=active,resolved`],
  ],
  [
    { status: open },
    [
      'tenant_status active device_id=camera ahead',
      'tenant_status acknowledged device_id=camera ahead, tenant_status open device_id=camera ahead',
    ],
  ],
] as const)(
  'The alert list of a device reads one partition of it, and open alerts of its tenant: %j',
  (filters, rounds) => {
    expect(readsOf(tenant, { ...device, ...filters })).toEqual(rounds);
  },
);

test('The alert list of a device shows a caller with assigned sites the alerts of these sites only', () => {
  expect(readsOf(sitesOf(1), { ...device, status: resolved })).toEqual([
    `${ofDevice} status=resolved site_id=site-0`,
  ]);
  expect(readsOf(sitesOf(2), device)).toEqual([
    'site_status SITE#site-0 open device_id=camera ahead, site_status SITE#site-1 open device_id=camera ahead',
    `${ofDevice} site_id=site-0,site-1`,
  ]);
  expect(planAlertList(sitesOf(0), { ...device, type }).rounds.flat()).toEqual([]);
});

test('Listing the alerts of a device across tenants throws, because a device belongs to one tenant', () => {
  expect(() => planAlertList({ kind: 'platform' }, device)).toThrow('cannot be one of a device');
});
