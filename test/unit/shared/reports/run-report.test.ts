import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { runReport } from '../../../../shared/reports/run-report.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeSite } from '../../../support/make-site.ts';

const tenantId = '019a0000-0000-7000-8000-000000000002';
const site = makeSite('3', { tenant_id: tenantId });
const now = new Date('2026-01-01T00:00:00.000Z');
const keyId = '019a0000-0000-7000-8000-0000000000ef';

const raise = (dedup_key: string) => ({
  action: 'raise',
  type: 'intrusion',
  severity: 'high',
  message: dedup_key,
  site_id: site.id,
  dedup_key,
});

/** A table in which alerts of this message cannot be written; and what was written. */
function tableThatRefuses(message: string) {
  const written: string[] = [];
  const { table } = fakeTable(({ name, input }) => {
    if (name === 'BatchGetCommand') {
      const keys: { pk: string; sk: string }[] = input.RequestItems['guard-test'].Keys;
      const found = keys.filter(({ sk }) => sk === `SITE#${site.id}`).map((key) => ({ ...key, data: site }));
      return { Responses: { 'guard-test': found } };
    }
    if (name !== 'TransactWriteCommand') return { Item: { data: {} } };
    const alert = ALERTS.entityOf(input.TransactItems[0].Put.Item);
    if (alert.message === message) return new Error('no capacity');
    written.push(alert.message);
    return {};
  });
  return { table, written };
}

const reporting = (hasTime = () => true) => ({
  tenantId,
  caller: { keyId, name: 'Panel', tenantId, siteId: undefined, deviceId: undefined },
  actor: { kind: 'key', id: keyId, name: 'Panel' } as const,
  at: '2026-01-01T00:00:00.000+00:00',
  newId: () => '019a0000-0000-7000-8000-0000000000ee',
  now,
  hasTime,
  hear: async () => {},
  failed: (error: unknown) => ({ status: error instanceof ApiError ? error.status : 500 }),
  onResolved: () => {},
});

const statuses = (results: readonly { readonly status: number }[]) => results.map(({ status }) => status);

test('what follows an event that may succeed when it comes again is not done before it', async () => {
  const { table, written } = tableThatRefuses('door');
  const resolve = { action: 'resolve', dedup_key: 'door', site_id: site.id };
  const results = await runReport(table, [raise('door'), resolve, raise('gate')], reporting());
  expect(statuses(results)).toEqual([500, 503, 201]);
  expect(written).toEqual(['gate']);
});

test('what follows an event that is wrong is done', async () => {
  const { table, written } = tableThatRefuses('none');
  const wrong = { ...raise('door'), zone_id: '019a0000-0000-7000-8000-0000000000aa' };
  expect(statuses(await runReport(table, [wrong, raise('door')], reporting()))).toEqual([422, 201]);
  expect(written).toEqual(['door']);
});

test('events are not begun once the time of the report is over', async () => {
  const { table, written } = tableThatRefuses('none');
  let begun = 0;
  const hasTime = () => begun++ < 1;
  expect(statuses(await runReport(table, [raise('door'), raise('door')], reporting(hasTime)))).toEqual([
    201, 503,
  ]);
  expect(written).toEqual(['door']);
});
