import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { eventsOfLog } from '../../../../shared/alerts/alert-log.ts';
import { raiseAlert } from '../../../../shared/alerts/raise-alert.ts';
import { putNew } from '../../../../shared/table/writes.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { makeSite } from '../../../support/make-site.ts';
import { makeZone } from '../../../support/make-zone.ts';

type AlertInput = Parameters<typeof raiseAlert>[1];

const tenant_id = '019a0000-0000-7000-8000-000000000002';
const site = makeSite('3', { tenant_id });
const other = makeSite('4', { tenant_id });
const zone = makeZone({ site_id: site.id });
const device = makeDevice({ site_id: site.id });
const what = { type: 'fire', severity: 'high', message: 'Smoke' } as const;
const id = '019a0000-0000-7000-8000-0000000000ee';
const at = '2026-01-01T00:00:00.000+00:00';
const actor = { kind: 'key', id: '019a0000-0000-7000-8000-0000000000ef', name: 'Panel' } as const;
const origin = { tenantId: site.tenant_id, actor, at, now: new Date(at), newId: () => id };

interface Premises {
  readonly items?: readonly { id: string }[];
  /** The tenant as it is found after the alert was written. */
  readonly tenant?: unknown;
}

/** A table that holds these, by id. */
const premises =
  ({ items = [site, zone, device], tenant = { Item: { data: {} } } }: Premises) =>
  ({ name, input }: SentCommand) => {
    if (name === 'GetCommand') return tenant;
    if (name !== 'BatchGetCommand') return {};
    const keys: { pk: string; sk: string }[] = input.RequestItems['guard-test'].Keys;
    const found = keys.flatMap((key) => {
      const data = items.find(({ id }) => key.sk.endsWith(id));
      return data ? [{ ...key, data }] : [];
    });
    return { Responses: { 'guard-test': found } };
  };

const raise = async (input: Partial<AlertInput>, options: Premises = {}) => {
  const { table, sent } = fakeTable(premises(options));
  const result = raiseAlert(table, { site_id: site.id, ...what, ...input }, origin);
  return { result, sent };
};

test('A raised alert is active and has the given fields', async () => {
  const { result, sent } = await raise({ zone_id: zone.id, device_id: device.id });
  const { status, alert } = await result;
  expect(status).toBe(201);
  expect(alert).toEqual({
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    zone_id: zone.id,
    device_id: device.id,
    ...what,
    status: 'active',
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: at,
    updated_at: at,
    version: 1,
    occurred_at: at,
    occurrences: 1,
    last_occurred_at: at,
    dedup_key: null,
    raised_by: actor,
    acknowledged_by_name: null,
    resolved_by_name: null,
    site_name: site.name,
    zone_name: zone.name,
    device_name: device.name,
    resolution: null,
    escalation_level: 0,
    metadata: {},
  });
  expect(sent.map(({ name }) => name)).toEqual(['BatchGetCommand', 'PutCommand', 'GetCommand']);
  const { entity, log } = ALERTS.read(sent[1]?.input.Item);
  expect(entity).toEqual(alert);
  expect(eventsOfLog(entity, log)).toMatchObject([{ id, alert_id: id, action: 'raised', actor, at }]);
});

test.each([undefined, null])('An alert needs neither zone nor device to be raised (%s)', async (none) => {
  const { result } = await raise({ zone_id: none, device_id: none });
  expect((await result).alert).toMatchObject({ zone_id: null, device_id: null });
});

test.each([
  ['a missing site', {}, [zone, device], ['site_id']],
  ['a missing zone', { zone_id: zone.id }, [site], ['zone_id']],
  ['a missing device', { device_id: device.id }, [site], ['device_id']],
  ['a zone of another site', { zone_id: zone.id }, [site, { ...zone, site_id: other.id }], ['zone_id']],
  [
    'a device of another site',
    { device_id: device.id },
    [site, { ...device, site_id: other.id }],
    ['device_id'],
  ],
  [
    'a missing site, zone and device',
    { zone_id: zone.id, device_id: device.id },
    [],
    ['site_id', 'zone_id', 'device_id'],
  ],
])('Raising an alert that refers to %s is rejected and writes nothing', async (_, input, items, fields) => {
  const { result, sent } = await raise(input, { items });
  const error = await result.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'validation_failed' });
  expect(Object.keys((error as { fields: object }).fields)).toEqual(fields);
  expect(sent.map(({ name }) => name)).toEqual(['BatchGetCommand']);
});

test.each([
  ['is deleted', {}],
  ['starts to be deleted', { Item: { data: {}, deletion: 'd' } }],
])(
  'If the tenant %s while an alert is raised, the alert is deleted again with its history',
  async (_, tenant) => {
    const { result, sent } = await raise({}, { tenant });
    await expect(result).rejects.toMatchObject({ fields: { site_id: expect.anything() } });
    expect(sent.at(-1)).toMatchObject({ name: 'DeleteCommand', input: { Key: { sk: `ALERT#${id}` } } });
  },
);

test('When a raised alert is withdrawn, the stored response of its request is deleted, too', async () => {
  const { table, sent } = fakeTable(premises({ tenant: {} }));
  const alongside = () => [putNew(table, { pk: 'x', sk: 'ANSWER' }, 'service_unavailable')];
  const result = raiseAlert(table, { site_id: site.id, ...what }, { ...origin, alongside });
  await expect(result).rejects.toMatchObject({ code: 'validation_failed' });
  expect(sent.at(-1)?.input.TransactItems).toContainEqual({
    Delete: { TableName: 'guard-test', Key: { pk: 'x', sk: 'ANSWER' } },
  });
});

test('A raised alert stays if its tenant cannot be read afterwards', async () => {
  const { result } = await raise({}, { tenant: new Error('no table') });
  expect((await result).alert).toMatchObject({ id });
});
