import { describe, expect, test } from 'vitest';
import { alertAgeMetrics, alertAgeSeconds, findWaitingAlerts } from '../../../../shared/alerts/alert-ages.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readExpressions, readPartitionKey } from '../../../support/read-expressions.ts';

describe('alertAge', () => {
  const alert = { created_at: '2026-11-20T12:00:00.000+00:00', severity: 'critical' } as const;
  const at = (milliseconds: number) => new Date(Date.parse(alert.created_at) + milliseconds);

  test('The age of an alert is in seconds and never negative', () => {
    expect(alertAgeSeconds(alert, at(1_500))).toBe(1.5);
    expect(alertAgeSeconds(alert, at(-1_500))).toBe(0);
  });

  test.each([
    ['acknowledge', 'SecondsToAcknowledge'],
    ['resolve', 'SecondsToResolve'],
  ] as const)('The time to %s an alert is measured for critical alerts only', (action, name) => {
    expect(alertAgeMetrics(action, alert, at(2_000))).toEqual([{ name, value: 2 }]);
    expect(alertAgeMetrics(action, { ...alert, severity: 'high' }, at(2_000))).toEqual([]);
  });
});

describe('waitingAlerts', () => {
  const idOf = (second: number) => `019a0000-${String(second).padStart(4, '0')}-7000-8000-000000000000`;
  const itemOf = (second: number, tenant: string) => ({
    data: makeAlert({ id: idOf(second), tenant_id: tenantOf(tenant) }),
  });
  const tenantOf = (letter: string) => `019a0000-0000-7000-8000-00000000000${letter}`;

  /** A table with these pages in its shards: of active alerts of the whole form, and of open ones of the other form. */
  function shardsOf(
    shards: Readonly<Record<`${number} ${'active' | 'open'}`, readonly (readonly object[])[]>>,
  ) {
    const asked = new Map<string, number>();
    return fakeTable(({ input }) => {
      const partition = readPartitionKey(input);
      const page = asked.get(partition) ?? 0;
      asked.set(partition, page + 1);
      const pages = shards[partition.replace('#ALERT#', ' ') as keyof typeof shards] ?? [];
      return {
        Items: pages[page] ?? [],
        ScannedCount: 1_000,
        ...(page + 1 < pages.length ? { LastEvaluatedKey: { page } } : {}),
      };
    });
  }

  test('The oldest unacknowledged critical alert of each tenant is found over all shards and pages, oldest first', async () => {
    const { table, sent } = shardsOf({
      '0 open': [[itemOf(5, 'a')], [itemOf(7, 'c')]],
      '0 active': [[itemOf(3, 'b'), itemOf(9, 'a')]],
      '2 open': [[itemOf(4, 'a'), itemOf(6, 'b')]],
    });
    const { oldestOfTenants, isComplete } = await findWaitingAlerts(table, 'critical');
    expect(oldestOfTenants.map(({ id, tenant_id }) => [id, tenant_id])).toEqual([
      [idOf(3), tenantOf('b')],
      [idOf(4), tenantOf('a')],
      [idOf(7), tenantOf('c')],
    ]);
    expect(isComplete).toBe(true);
    expect(sent).toHaveLength(17);
    expect(sent[0]?.input).toMatchObject({ IndexName: 'platform_status', ScanIndexForward: true });
    expect(readExpressions(sent[0]?.input)).toEqual({
      key: 'platform_status = "0#ALERT#active"',
      filter: 'data.severity = "critical"',
    });
  });

  test('At most 2,500 alerts of a shard are read to find waiting ones; with more, the result is marked incomplete', async () => {
    const pages = Array.from({ length: 10 }, (_, page) => [itemOf(page + 1, 'a')]);
    const { table, sent } = shardsOf({ '3 open': pages });
    const { oldestOfTenants, isComplete } = await findWaitingAlerts(table, 'critical');
    expect(isComplete).toBe(false);
    expect(oldestOfTenants.map(({ id }) => id)).toEqual([idOf(1)]);
    const ofShard = sent.filter(({ input }) => readPartitionKey(input) === '3#ALERT#open');
    expect(ofShard.map(({ input }) => input.Limit)).toEqual([2_500, 1_500, 500]);
  });

  test('Acknowledged alerts do not count as waiting', async () => {
    expect(await findWaitingAlerts(fakeTable([]).table, 'critical')).toEqual({
      oldestOfTenants: [],
      isComplete: true,
    });
  });
});
