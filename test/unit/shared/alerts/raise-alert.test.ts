import { describe, expect, test } from 'vitest';
import { raiseAlert } from '../../../../shared/alerts/raise-alert.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { makeDevice } from '../../../support/make-device.ts';
import { makeSite } from '../../../support/make-site.ts';
import { makeZone } from '../../../support/make-zone.ts';

type AlertInput = Parameters<typeof raiseAlert>[1];

const site = makeSite('3');
const other = makeSite('4');
const zone = makeZone({ site_id: site.id });
const device = makeDevice({ site_id: site.id });
const what = { type: 'fire', severity: 'high', message: 'Smoke' } as const;
const origin = {
  id: '019a0000-0000-7000-8000-0000000000ee',
  tenantId: 'acme',
  at: '2026-01-01T00:00:00.000+00:00',
};

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

describe('raising an alert', () => {
  test('records it as active, with what it was raised for', async () => {
    const { result, sent } = await raise({ zone_id: zone.id, device_id: device.id });
    const alert = await result;
    expect(alert).toEqual({
      id: origin.id,
      tenant_id: 'acme',
      site_id: site.id,
      zone_id: zone.id,
      device_id: device.id,
      ...what,
      status: 'active',
      acknowledged_at: null,
      acknowledged_by: null,
      resolved_at: null,
      resolved_by: null,
      created_at: origin.at,
      updated_at: origin.at,
    });
    expect(sent.map(({ name }) => name)).toEqual(['BatchGetCommand', 'PutCommand', 'GetCommand']);
    expect(sent[1]?.input.Item.data).toEqual(alert);
  });

  test.each([undefined, null])('needs neither zone nor device (%s)', async (none) => {
    const { result } = await raise({ zone_id: none, device_id: none });
    expect(await result).toMatchObject({ zone_id: null, device_id: null });
  });

  test.each([
    ['a site that is not there', {}, [zone, device], ['site_id']],
    ['a zone that is not there', { zone_id: zone.id }, [site], ['zone_id']],
    ['a device that is not there', { device_id: device.id }, [site], ['device_id']],
    ['a zone of another site', { zone_id: zone.id }, [site, { ...zone, site_id: other.id }], ['zone_id']],
    [
      'a device of another site',
      { device_id: device.id },
      [site, { ...device, site_id: other.id }],
      ['device_id'],
    ],
    [
      'nothing that is there',
      { zone_id: zone.id, device_id: device.id },
      [],
      ['site_id', 'zone_id', 'device_id'],
    ],
  ])('names %s as wrong, and writes nothing', async (_, input, items, fields) => {
    const { result, sent } = await raise(input, { items });
    const error = await result.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'validation_failed' });
    expect(Object.keys((error as { fields: object }).fields)).toEqual(fields);
    expect(sent.map(({ name }) => name)).toEqual(['BatchGetCommand']);
  });

  test.each([
    ['is gone', {}],
    ['is being deleted', { Item: { data: {}, deletion: 'd' } }],
  ])('leaves none behind in a tenant that %s meanwhile', async (_, tenant) => {
    const { result, sent } = await raise({}, { tenant });
    await expect(result).rejects.toMatchObject({ fields: { site_id: expect.anything() } });
    expect(sent.at(-1)).toMatchObject({
      name: 'DeleteCommand',
      input: { Key: { sk: `ALERT#${origin.id}` } },
    });
  });

  test('keeps it where the tenant cannot be read: one too many is better than one that is lost', async () => {
    const { result } = await raise({}, { tenant: new Error('no table') });
    expect(await result).toMatchObject({ id: origin.id });
  });
});
