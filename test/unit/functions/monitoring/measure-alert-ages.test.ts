import type { Context, ScheduledEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { createHandler } from '../../../../functions/monitoring/measure-alert-ages.ts';
import { asError } from '../../../../shared/lambda/name-sources.ts';
import type { MetricValue } from '../../../../shared/lambda/publish-metrics.ts';
import type { Runtime } from '../../../../shared/lambda/runtime.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const NOW = Date.parse('2026-11-22T00:00:00.000Z');

const hex = (value: number) => value.toString(16).padStart(12, '0');

/** A critical alert of a tenant that has waited for so many seconds. */
const waitingFor = (seconds: number, tenant: number) => ({
  data: makeAlert({
    id: `${hex(NOW - seconds * 1_000).replace(/^(.{8})/, '$1-')}-7000-8000-${hex(tenant)}`,
    tenant_id: `019a0000-0000-7000-8000-${hex(tenant)}`,
    created_at: new Date(NOW - seconds * 1_000).toISOString(),
  }),
});

/** Measures where the first shard answers so and the others hold nothing; gives what was published and logged. */
async function measure(answer: object) {
  const metrics: MetricValue[] = [];
  const logged: { readonly level: string; readonly message: string; readonly fields: unknown }[] = [];
  const write = (level: string) => (message: string, fields: unknown) =>
    logged.push({ level, message, fields });
  const { table } = fakeTable(({ input }) =>
    input.ExpressionAttributeValues[':partition'].startsWith('0#') ? answer : {},
  );
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

describe('the ages of alerts', () => {
  test('are measured of the 100 tenants that wait longest, and all that wait too long stand in the log', async () => {
    const Items = Array.from({ length: 120 }, (_, tenant) => waitingFor(1_000 - tenant, tenant));
    const { ofTenants, oldest, logged } = await measure({ Items });
    expect(ofTenants).toEqual(Array.from({ length: 100 }, (_, place) => 1_000 - place));
    expect(oldest).toEqual([1_000]);
    expect(logged).toHaveLength(120);
  });

  test('are logged from the limit on, and not before', async () => {
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

  test('are not said to be measured where not all active alerts could be read, but who waits is told', async () => {
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

  test('are 0 where nothing waits, and of no tenant', async () => {
    expect(await measure({})).toEqual({ logged: [], ofTenants: [], oldest: [0] });
  });
});
