import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import type { AuthenticatedKey } from '../../../../shared/base/actor.ts';
import { ApiError } from '../../../../shared/base/errors.ts';
import { type ReportOutcome, runReport } from '../../../../shared/reports/run-report.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { makeKeyCaller } from '../../../support/make-key.ts';
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

/** A table that rejects alerts with this message, and the alerts that it stored. */
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

const contextOf = (hasTime = () => true) => ({
  tenantId,
  caller: makeKeyCaller({ keyId, name: 'Panel', tenantId }),
  actor: { kind: 'key', id: keyId, name: 'Panel' } as const,
  at: '2026-01-01T00:00:00.000+00:00',
  newId: () => '019a0000-0000-7000-8000-0000000000ee',
  now,
  hasTime,
  randomBytes: (size: number) => new Uint8Array(size).fill(7),
  retentionDays: 400,
  isStrict: false,
});

const statuses = ({ results }: ReportOutcome) =>
  results.map((it) => {
    if ('status' in it) return it.status;
    return it.error instanceof ApiError ? it.error.status : 500;
  });

test('After a temporary failure of an event in a report, later events with the same dedup key are skipped', async () => {
  const { table, written } = tableThatRefuses('door');
  const resolve = { action: 'resolve', dedup_key: 'door', site_id: site.id };
  const results = await runReport(table, [raise('door'), resolve, raise('gate')], contextOf());
  expect(statuses(results)).toEqual([500, 503, 201]);
  expect(written).toEqual(['gate']);
});

test('After an invalid event of a report, later events of the same dedup key are processed', async () => {
  const { table, written } = tableThatRefuses('none');
  const wrong = { ...raise('door'), site_id: '019a0000-0000-7000-8000-0000000000aa' };
  expect(statuses(await runReport(table, [wrong, raise('door')], contextOf()))).toEqual([422, 201]);
  expect(written).toEqual(['door']);
});

test('A report starts no event after its time limit', async () => {
  const { table, written } = tableThatRefuses('none');
  let begun = 0;
  const hasTime = () => begun++ < 1;
  expect(statuses(await runReport(table, [raise('door'), raise('door')], contextOf(hasTime)))).toEqual([
    201, 503,
  ]);
  expect(written).toEqual(['door']);
});

const before = makeDevice({ site_id: site.id });
const newSite = makeSite('4', { tenant_id: tenantId });
const after = { ...before, site_id: newSite.id };
const said = { ...raise('door'), site_id: undefined, device_id: before.id };
const tenantKey: AuthenticatedKey = contextOf().caller;
const bound: AuthenticatedKey = { ...tenantKey, siteId: site.id, deviceId: before.id };

/** The site of the raised alert, if the device moves during the report or before it. */
async function reportWhileMoving(
  event: object,
  { caller = tenantKey, isMoved = false, isStrict = false } = {},
) {
  const sites: string[] = [];
  const { table, pauses } = fakeTable(({ name, input }) => {
    if (name === 'BatchGetCommand') {
      const held = [site, newSite, isMoved ? after : before];
      isMoved = true;
      const keys: { sk: string }[] = input.RequestItems['guard-test'].Keys;
      const found = keys.flatMap((key) => {
        const data = held.find(({ id }) => /^(SITE|DEVICE)#/.test(key.sk) && key.sk.endsWith(id));
        return data ? [{ ...key, data }] : [];
      });
      return { Responses: { 'guard-test': found } };
    }
    if (name !== 'TransactWriteCommand') return { Item: { data: {} } };
    sites.push(ALERTS.entityOf(input.TransactItems[0].Put.Item).site_id);
    return {};
  });
  const results = await runReport(table, [event], { ...contextOf(), caller, isStrict });
  return { statuses: statuses(results), sites, pauses: pauses.length };
}

const raisedThere = { statuses: [201], sites: [newSite.id], pauses: 1 };

test('If a device moves during a report, an event that names only the device raises its alert at the new site', async () => {
  expect(await reportWhileMoving(said)).toEqual(raisedThere);
});

test('If a device moves before a report, an event sent with its device-bound key raises its alert at the new site', async () => {
  const event = { ...said, device_id: undefined };
  // The authorizer read where the device was.
  expect(await reportWhileMoving(event, { caller: bound, isMoved: true })).toEqual(raisedThere);
});

test.each([
  ['a key of the tenant', tenantKey],
  ['a device-bound key', bound],
])(
  'In strict mode, an event that names the old site of a moved device is rejected if sent with %s',
  async (_, caller) => {
    const event = { ...said, site_id: site.id };
    const refused = { statuses: [422], sites: [], pauses: 0 };
    expect(await reportWhileMoving(event, { caller, isMoved: true, isStrict: true })).toEqual(refused);
  },
);

test('An event sent with a device-bound key that names the old site of a moved device raises its alert at the new site', async () => {
  const event = { ...said, site_id: site.id };
  expect(await reportWhileMoving(event, { caller: bound, isMoved: true })).toEqual(raisedThere);
});

test('An event sent with a tenant’s key that names the old site of a moved device raises its alert at that site, without the device', async () => {
  const event = { ...said, site_id: site.id };
  const raisedHere = { statuses: [201], sites: [site.id], pauses: 1 };
  expect(await reportWhileMoving(event, { isMoved: true })).toEqual(raisedHere);
});
