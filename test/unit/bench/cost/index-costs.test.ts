import { expect, test } from 'vitest';
import { indexCosts } from '../../../../bench/cost/index-costs.ts';
import { pagesToPay } from '../../../../bench/cost/index-rows.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { INDEX_NAMES, TIMER_INDEX } from '../../../../shared/table/definition.ts';
import { indexNames } from '../../../../shared/table/index-keys.ts';

const all = indexCosts();
const find = (name: string) => {
  const found = all.find(({ index }) => index === name);
  if (!found) throw new Error(`No ${name}`);
  return found;
};

test('every index of lists has its costs, and those that alerts stand in are known', () => {
  expect(all.map(({ index }) => index).sort()).toEqual(
    INDEX_NAMES.filter((name) => name !== TIMER_INDEX).sort(),
  );
  const used = all.filter(({ isUsed }) => isUsed).map(({ index }) => index);
  expect(used).toEqual(indexNames(ALERTS.indexes));
});

test('some list reads each index that alerts stand in, and no list another one', () => {
  for (const { index, isUsed, filters } of all) expect([index, filters.length > 0]).toEqual([index, isUsed]);
});

test('an entry is written by each of three steps, and moved by two where the index is divided by status', () => {
  for (const { index, writeUnits } of all) {
    expect([index, writeUnits]).toEqual([index, index.endsWith('_status') ? 1 + 2 + 2 : 1 + 1 + 1]);
  }
});

test('without an index a page is merged of the severities, read from the table, or filtered', () => {
  expect(find('tenant_type').pageWithout).toMatchObject({ from: 'tenant_type_severity, 5 partitions' });
  expect(find('tenant_type').pageWithout.readUnits).toBe(5 * find('tenant_type').page.readUnits);
  expect(find('platform').pageWithout.from).toBe('platform_severity, 40 partitions');
  expect(find('tenant').pageWithout.from).toBe('the table');
  expect(find('device').pageWithout.from).toBe('tenant, filtered');
  for (const { pageWithout, page } of all.filter(({ pageWithout: { from } }) => from.endsWith('filtered'))) {
    expect(pageWithout.readUnits).toBeGreaterThan(70 * page.readUnits);
  }
});

test('an index pays from as many pages as cost what its writes do', () => {
  // 3 units written at $0.705 a million, and 8 units less read at $0.1415.
  const costs = { writeUnits: 3, page: { from: '', readUnits: 2 }, pageWithout: { from: '', readUnits: 10 } };
  expect(pagesToPay(costs)).toBeCloseTo((3 * 0.705) / (8 * 0.1415));
});
