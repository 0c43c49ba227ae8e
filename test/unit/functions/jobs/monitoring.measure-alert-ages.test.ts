import type { Context, ScheduledEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { measureAlertAgesHandler as createHandler } from '../../../../functions/jobs/monitoring.ts';
import type { MetricValue } from '../../../../shared/lambda/metrics.ts';
import { asError, type Runtime } from '../../../../shared/lambda/runtime.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readPartitionKey } from '../../../support/read-expressions.ts';

const NOW = Date.parse('2026-11-22T00:00:00.000Z');

const hex = (value: number) => value.toString(16).padStart(12, '0');

/** A critical alert of this age in seconds. */
const waitingFor = (seconds: number, tenant: number) => ({
  data: makeAlert({
    id: `${hex(NOW - seconds * 1_000).replace(/^(.{8})/, '$1-')}-7000-8000-${hex(tenant)}`,
    tenant_id: `019a0000-0000-7000-8000-${hex(tenant)}`,
    created_at: new Date(NOW - seconds * 1_000).toISOString(),
  }),
});

/** Measures with this answer of the first shard; the other shards are empty. Resolves to the metrics and logs. */
async function measure(answer: object) {
  const metrics: MetricValue[] = [];
  const logged: { readonly level: string; readonly message: string; readonly fields: unknown }[] = [];
  const write = (level: string) => (message: string, fields: unknown) =>
    logged.push({ level, message, fields });
  const { table } = fakeTable(({ input }) => (readPartitionKey(input).startsWith('0#') ? answer : {}));
  const runtime = {
    table,
    clock: () => new Date(NOW),
    takeColdStart: () => false,
    stopwatch: () => 0,
    logger: { info: write('info'), error: write('error') },
    nameSources: asError,
    publishMetrics: (values: readonly MetricValue[]) => metrics.push(...values),
  } as unknown as Runtime;
  await createHandler(() => runtime)({} as ScheduledEvent, {} as Context);
  const named = (name: string) => metrics.filter((metric) => metric.name === name).map(({ value }) => value);
  return {
    logged,
    ofTenants: named('UnacknowledgedCriticalAlertAge'),
    oldest: named('OldestUnacknowledgedCriticalAlertAge'),
  };
}

test('The alert age metric covers the 100 tenants whose alerts wait longest, and every alert that waits too long is logged', async () => {
  const Items = Array.from({ length: 120 }, (_, tenant) => waitingFor(1_000 - tenant, tenant));
  const { ofTenants, oldest, logged } = await measure({ Items });
  expect(ofTenants).toEqual(Array.from({ length: 100 }, (_, place) => 1_000 - place));
  expect(oldest).toEqual([1_000]);
  expect(logged).toHaveLength(120);
});

test('Only unacknowledged critical alerts that have waited longer than the limit are logged', async () => {
  const { logged, ofTenants } = await measure({ Items: [waitingFor(301, 1), waitingFor(300, 2)] });
  expect(ofTenants).toEqual([301, 300]);
  expect(logged).toEqual([
    {
      level: 'info',
      message: 'Critical alert waits',
      fields: {
        tenant_id: waitingFor(301, 1).data.tenant_id,
        alert_id: waitingFor(301, 1).data.id,
        age_seconds: 301,
      },
    },
  ]);
});

test('If there are too many active alerts to read, the alert age is published by tenant, but not for all tenants together', async () => {
  const { ofTenants, oldest, logged } = await measure({
    Items: [waitingFor(400, 1)],
    ScannedCount: 2_500,
    LastEvaluatedKey: { id: 'more' },
  });
  expect(ofTenants).toEqual([400]);
  expect(oldest).toEqual([]);
  expect(logged.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'info: Critical alert waits',
    'error: Too many active alerts to read',
  ]);
});

test('If no alert is unacknowledged, the published alert age of all tenants together is 0, and none is published by tenant', async () => {
  expect(await measure({})).toEqual({ logged: [], ofTenants: [], oldest: [0] });
});
