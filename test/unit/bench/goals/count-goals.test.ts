import { expect, test } from 'vitest';
import { growthBetween } from '../../../../bench/goals/count-goals.ts';

const row = (filters: string, units: string, scope = 'tenant') => ({
  scope,
  filters,
  'capacity units': units,
});

test('growth is the deepest page among many beside the first among few, of the list where it is most', () => {
  const few = [row('none', '8'), row('type', '4 → 5')];
  const many = [row('none', '8 → 8.4'), row('type', '4 → 6')];
  expect(growthBetween(few, many)).toEqual({ value: 1.5, list: 'tenant, type' });
});

test('growth is seen where only the first page grew', () => {
  expect(growthBetween([row('none', '8')], [row('none', '16')]).value).toBe(2);
});

test('lists are compared with themselves: of the same scope and filters', () => {
  const few = [row('none', '2', 'site'), row('none', '8')];
  expect(growthBetween(few, [row('none', '8'), row('none', '2', 'site')]).value).toBe(1);
});

test('lists of open alerts are left out, which have no deep page', () => {
  const few = [row('none', '8'), row('active + type', '1')];
  expect(growthBetween(few, [row('none', '8'), row('active + type', '100')]).value).toBe(1);
});

test('a list that was not counted among few makes no figure, whatever the others do', () => {
  const many = [row('type', '4'), row('none', '8')];
  expect(growthBetween([row('type', '4')], many)).toEqual({ value: Number.NaN, list: 'tenant, none' });
});
