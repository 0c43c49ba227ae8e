import { expect, test } from 'vitest';
import type { KindKeys } from '../../../../shared/table/kind.ts';
import {
  type Extent,
  planByTypeAndStatus,
  planList,
  siteExtent,
} from '../../../../shared/table/list-plan.ts';

const THINGS: KindKeys = {
  name: 'THING',
  indexes: { platform: ['all'], tenant: ['status', 'type', 'type_severity'], site: ['all'] },
  key: () => ({ pk: '', sk: '' }),
  prefix: (...ids) => ['THING', ...ids, ''].join('#'),
};
const platform: Extent = { kind: 'platform' };
const tenant: Extent = { kind: 'tenant', tenantId: 'acme' };
const sites: Extent = { kind: 'assigned_sites', tenantId: 'acme', siteIds: ['one', 'two'] };

/** Index and partition key of each partition, in order. */
const partitionsOf = ({ rounds }: ReturnType<typeof planList>) =>
  rounds.flat().map(({ index, value }) => [index, value]);

test('A list of all entities of a kind in a tenant reads their key prefix in the tenant’s partition', () => {
  expect(planList(THINGS, tenant)).toEqual({
    rounds: [[{ index: undefined, value: 'TENANT#acme', prefix: 'THING#' }]],
    filter: {},
    range: {},
    readAhead: 0,
  });
});

test('A list of the whole platform merges all shards', () => {
  expect(partitionsOf(planList(THINGS, platform))).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((shard) => ['platform', `${shard}#THING`]),
  );
});

test('A list of the entities at several sites merges one partition per site, each within the tenant', () => {
  expect(partitionsOf(planList(THINGS, sites))).toEqual([
    ['site', 'TENANT#acme#SITE#one#THING'],
    ['site', 'TENANT#acme#SITE#two#THING'],
  ]);
  expect(siteExtent({ id: 'one', tenant_id: 'acme' })).toEqual({ ...sites, siteIds: ['one'] });
});

test('A list of the children of an entity reads the key prefix of that entity', () => {
  expect(planList(THINGS, { kind: 'under', tenantId: 'acme', id: 'one' })).toEqual({
    rounds: [[{ index: undefined, value: 'TENANT#acme', prefix: 'THING#one#' }]],
    filter: {},
    range: {},
    readAhead: 0,
  });
});

test('A list that is divided by a field reads the index of that field and filters the rest', () => {
  const plan = planList(THINGS, tenant, 'status', { status: 'open' }, { type: 'fire' });
  expect(partitionsOf(plan)).toEqual([['tenant_status', 'TENANT#acme#THING#open']]);
  expect(plan.filter).toEqual({ type: 'fire' });
});

test('A list by several values of a field reads the values in rounds, each round at every site', () => {
  const things = { ...THINGS, indexes: { site: ['status'] } } as const;
  const rounds = [[{ status: 'open' }, { status: 'seen' }], [{ status: 'shut' }]];
  const values = planList(things, sites, 'status', rounds).rounds.map((round) =>
    round.map(({ value }) => value.replace('TENANT#acme#SITE#', '')),
  );
  expect(values).toEqual([
    ['one#THING#open', 'one#THING#seen', 'two#THING#open', 'two#THING#seen'],
    ['one#THING#shut', 'two#THING#shut'],
  ]);
});

test('A list of all entities of a kind in a tenant reads the tenant’s index if the kind has one', () => {
  const plan = planList({ ...THINGS, indexes: { tenant: ['all'] } }, tenant);
  expect(partitionsOf(plan)).toEqual([['tenant', 'TENANT#acme#THING']]);
});

test('A list cannot read an index that the kind of its entities lacks', () => {
  expect(() => planList(THINGS, tenant, 'severity', { severity: 'high' })).toThrow(
    'THING is not in tenant_severity',
  );
  expect(() => planList({ ...THINGS, indexes: {} }, platform)).toThrow('THING is not in platform');
});

test('Dividing a list by a field that has no value throws', () => {
  expect(() => planList(THINGS, tenant, 'status')).toThrow('No status to divide THING by');
});

test.each([
  [{}, undefined, 'TENANT#acme'],
  [{ type: 'a' }, 'tenant_type', 'TENANT#acme#THING#a'],
  [{ status: 'b' }, 'tenant_status', 'TENANT#acme#THING#b'],
  [{ type: 'a', status: 'b' }, 'tenant_type_severity', 'TENANT#acme#THING#a#b'],
])(
  'A list with the filter %j reads one partition, which contains the filter in its key',
  (filters, index, value) => {
    const plan = planByTypeAndStatus(THINGS, tenant, filters);
    expect(partitionsOf(plan)).toEqual([[index, value]]);
    expect(plan.filter).toEqual({});
  },
);
