import { expect, test } from 'vitest';
import { COMMON_TYPE } from '../../../bench/bench-alerts.ts';
import { makeBenchData } from '../../../bench/bench-data.ts';
import { itemBytes } from '../../../bench/item-size.ts';
import { SHAPES } from '../../../bench/shapes.ts';
import { ALERTS, alertSchema } from '../../../shared/alerts/alert.ts';

const COUNT = 1_500;
const { alerts } = makeBenchData(COUNT);

test('The alerts of the benchmarks are valid and ordered newest first', () => {
  for (const alert of alerts) alertSchema.parse(alert);
  const ids = alerts.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

test('All alerts of the benchmarks have the same size in the table', () => {
  expect(new Set(alerts.map(({ status }) => status)).size).toBe(3);
  expect(new Set(alerts.map((alert) => itemBytes(ALERTS.item(alert).data))).size).toBe(1);
});

test('Benchmark data with fewer alerts is the beginning of the data with more, and only the first 1,000 alerts can be open', () => {
  expect(makeBenchData(COUNT / 2).alerts).toEqual(alerts.slice(0, COUNT / 2));
  expect(alerts.slice(1_000).every(({ status }) => status === 'resolved')).toBe(true);
});

const made = new Map(SHAPES.map((shape) => [shape.name, makeBenchData(COUNT, shape)]));
const dataOf = (name: string) => {
  const data = made.get(name);
  if (!data) throw new Error(`No ${name}`);
  return data;
};
const openOf = (name: string) => dataOf(name).alerts.filter(({ status }) => status !== 'resolved');

test('The benchmark data one-site has one site, and hundred-sites has 100 sites that are all assigned to one operator', () => {
  expect(new Set(dataOf('one-site').alerts.map(({ site_id }) => site_id)).size).toBe(1);
  expect(new Set(dataOf('hundred-sites').operatorSiteIds).size).toBe(100);
  expect(new Set(dataOf('hundred-sites').alerts.map(({ site_id }) => site_id)).size).toBe(100);
});

test('In the benchmark data oldest-is-open, only the oldest alert is open', () => {
  expect(openOf('oldest-is-open')).toEqual(dataOf('oldest-is-open').alerts.slice(-1));
});

test('In the benchmark data one-type, all alerts have the same type; no alert of one-type or all-resolved is open', () => {
  expect(new Set(dataOf('one-type').alerts.map(({ type }) => type))).toEqual(new Set([COMMON_TYPE]));
  expect(new Set(dataOf('all-resolved').alerts.map(({ type }) => type)).size).toBeGreaterThan(1);
  expect([...openOf('one-type'), ...openOf('all-resolved')]).toEqual([]);
});

test('In the benchmark data open-at-once with 1,500 alerts, exactly the newest half are open', () => {
  expect(openOf('open-at-once')).toEqual(dataOf('open-at-once').alerts.slice(0, COUNT / 2));
});

test('Each kind of benchmark data has its own tenant and accounts', () => {
  const all = [...made.values()];
  expect(new Set(all.map(({ tenantMaster }) => tenantMaster.tenant_id)).size).toBe(SHAPES.length);
  expect(new Set(all.map(({ tenantMaster }) => tenantMaster.email)).size).toBe(SHAPES.length);
});
