import { describe, expect, test } from 'vitest';
import { type KnownValues, namePlace } from '../../../../bench/cost/place-names.ts';
import { mergeTouches, placeOf, type Touch } from '../../../../bench/cost/touch.ts';
import { writeTouches } from '../../../../bench/cost/touches.ts';

const key = { pk: 'TENANT#t', sk: 'ALERT#a' };
const active = { ...key, id: 'a', tenant_status: 'active', tenant_type: 'fire', data: { status: 'active' } };
const resolved = { ...active, tenant_status: 'resolved', data: { status: 'resolved' } };

describe('a write', () => {
  test('that moves an entry of an index touches where it was and where it is', () => {
    const reported = { table: 1, indexes: { tenant_status: 2, tenant_type: 1 } };
    const touches = writeTouches([{ key, before: active, after: resolved }], reported);
    expect(touches.map((touch) => [placeOf(touch), touch.writeUnits])).toEqual([
      ['TENANT#t / ALERT#a', 1],
      ['tenant_status: active', 1],
      ['tenant_status: resolved', 1],
      ['tenant_type: fire', 1],
    ]);
  });

  test('of what no index holds touches the item only', () => {
    const counted = { ...active, children: 1 };
    const touches = writeTouches([{ key, before: active, after: counted }], { table: 1, indexes: {} });
    expect(touches).toHaveLength(1);
  });

  test('in a transaction counts twice at the table', () => {
    const written = { key, before: undefined, after: key };
    const touches = writeTouches([written, { ...written, after: undefined }], { table: 4, indexes: {} });
    expect(touches.map(({ writeUnits }) => writeUnits)).toEqual([2, 2]);
  });

  test('that costs other than the engine reports is not recorded', () => {
    expect(() => writeTouches([{ key, before: active, after: active }], { table: 2, indexes: {} })).toThrow(
      '2',
    );
  });
});

test('touches of one place are added up', () => {
  const touch: Touch = { index: 'table', partition: 'p', sort: 's', readUnits: 1, writeUnits: 0 };
  expect(mergeTouches([touch, { ...touch, writeUnits: 2 }, { ...touch, sort: 'other' }])).toEqual([
    { ...touch, readUnits: 2, writeUnits: 2 },
    { ...touch, sort: 'other' },
  ]);
});

describe('a place is named by what varies in its keys', () => {
  const user = '019b7892-1c00-7319-82cf-a808c8063c73';
  const [deviceId, keyId, siteId] = [1, 2, 3].map((last) => `019b7892-1c00-7000-8000-00000000000${last}`) as [
    string,
    string,
    string,
  ];
  const known: KnownValues = new Map([
    ['019b7892-1c00-7377-88b4-417dcd85b98a', 'tenant'],
    [user, 'user'],
    [deviceId, 'device'],
    [keyId, 'key'],
    [siteId, 'site'],
    ['127.0.0.1', 'address'],
  ]);
  const nameOf = (index: Touch['index'], partition: string, sort?: string) =>
    placeOf(namePlace({ index, partition, sort, readUnits: 0, writeUnits: 0 }, known));
  const tenant = 'TENANT#019b7892-1c00-7377-88b4-417dcd85b98a';

  test.each([
    ['TENANT#{tenant} / TOKEN#{user}#{id}', nameOf('table', tenant, `TOKEN#${user}#271`)],
    ['TENANT#{tenant} / SERIAL#{serial}', nameOf('table', tenant, 'SERIAL#M1')],
    ['TENANT#{tenant} / ALERT#{id}', nameOf('table', tenant, 'ALERT#01a19467-e800-751b-a2bb-90382fb5f8b2')],
    ['RATE#api#{user} / {minute}', nameOf('table', `RATE#api#${user}`, '2026-11-21T12:22')],
    [
      'RATE#login#{user}#{address} / {minute}',
      nameOf('table', 'RATE#login#ZJC7CjrHRI26X9oxoqzupQEx4guQD2UZ4mrgTaMDGXU#127.0.0.1', '2026-11-21T12:22'),
    ],
    [
      'RATE#guesses#{user} / {hour}',
      nameOf('table', 'RATE#guesses#ZJC7CjrHRI26X9oxoqzupQEx4guQD2UZ4mrgTaMDGXU', '2026-11-22T12'),
    ],
    ['TENANT#{tenant} / WATCH#{device}', nameOf('table', tenant, `WATCH#${deviceId}`)],
    ['TENANT#{tenant} / EVENT#{key}#{event}', nameOf('table', tenant, `EVENT#${keyId}#kFb3-x_9`)],
    ['TENANT#{tenant} / OPEN#{site}#{id}', nameOf('table', tenant, `OPEN#${siteId}#kFb3-x_9`)],
    ['EMAIL#{user} / EMAIL', nameOf('table', 'EMAIL#operator-1@bench.test', 'EMAIL')],
    ['platform_status: {shard}#ALERT#active', nameOf('platform_status', '3#ALERT#active')],
  ])('%s', (expected, named) => expect(named).toBe(expected));
});
