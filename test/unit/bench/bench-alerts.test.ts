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

test('The alerts of the benchmarks begin with the same ones for every count, and later ones are never open', () => {
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

test('The shape one-site of benchmark data has one site, and hundred-sites has an operator of a hundred', () => {
  expect(new Set(dataOf('one-site').alerts.map(({ site_id }) => site_id)).size).toBe(1);
  expect(new Set(dataOf('hundred-sites').operatorSiteIds).size).toBe(100);
  expect(new Set(dataOf('hundred-sites').alerts.map(({ site_id }) => site_id)).size).toBe(100);
});

test('In the benchmark data oldest-is-open, only the last alert is open', () => {
  expect(openOf('oldest-is-open')).toEqual(dataOf('oldest-is-open').alerts.slice(-1));
});

test('The benchmark data one-type has one type, and all-resolved and one-type have no open alert', () => {
  expect(new Set(dataOf('one-type').alerts.map(({ type }) => type))).toEqual(new Set([COMMON_TYPE]));
  expect(new Set(dataOf('all-resolved').alerts.map(({ type }) => type)).size).toBeGreaterThan(1);
  expect([...openOf('one-type'), ...openOf('all-resolved')]).toEqual([]);
});

test('The benchmark data open-at-once begins with its open alerts: half of few, and 5,000 of many', () => {
  expect(openOf('open-at-once')).toEqual(dataOf('open-at-once').alerts.slice(0, COUNT / 2));
});

test('Each shape of benchmark data has its own tenant and accounts', () => {
  const all = [...made.values()];
  expect(new Set(all.map(({ tenantMaster }) => tenantMaster.tenant_id)).size).toBe(SHAPES.length);
  expect(new Set(all.map(({ tenantMaster }) => tenantMaster.email)).size).toBe(SHAPES.length);
});
