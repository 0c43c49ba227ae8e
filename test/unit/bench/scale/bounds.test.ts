import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../../../bench/cost/baseline.ts';
import type { MeasuredFunction, Measurements } from '../../../../bench/cost/measurements.ts';
import { boundsOf } from '../../../../bench/scale/bounds.ts';
import { howMany, keyLoads, type Population, placeLoads } from '../../../../bench/scale/load.ts';
import type { Scenario } from '../../../../bench/scale/scenarios.ts';
import { NO_STACK } from '../cost/no-stack.ts';

const POPULATION: Population = { tenants: 2, users: 40, sites: 10, addresses: 4, devices: 20 };

/** Takes 20 ms: two calls to the table. */
const RUN: MeasuredFunction = {
  name: 'authorizer',
  cpuMilliseconds: 0,
  tripsInSequence: 2,
  readUnits: 0,
  writeUnits: 0,
  logBytes: 0,
};

/** A poll that reads the tenant, the user and the newest alerts of two sites, and counts itself. */
const MEASURED: Measurements = {
  requests: [
    {
      name: 'poll, a page of 20',
      responseBytes: 0,
      functions: [RUN, { ...RUN, name: 'list-alerts' }],
      touches: [
        { index: 'table', partition: 'TENANT#{tenant}', sort: 'TENANT', readUnits: 1, writeUnits: 0 },
        { index: 'table', partition: 'TENANT#{tenant}', sort: 'USER#{user}', readUnits: 1, writeUnits: 0 },
        { index: 'table', partition: 'RATE#api#{user}', sort: '{minute}', readUnits: 0, writeUnits: 1 },
        { index: 'site_status', partition: 'TENANT#{tenant}#SITE#{site}', readUnits: 4, writeUnits: 0 },
      ],
    },
  ],
  scheduled: { idle: [], busy: [] },
  reactions: [],
  deliveryBytes: 0,
  retention: RUN,
  stack: NO_STACK,
};
const STREAMS = [{ request: 'poll, a page of 20', perSecond: 80 }] as const;

test('the load of a place is shared by as many as there are of it', () => {
  const loads = placeLoads(STREAMS, POPULATION, MEASURED);
  expect(loads).toEqual([
    { place: 'TENANT#{tenant} / TENANT', readUnits: 40, writeUnits: 0 },
    { place: 'TENANT#{tenant} / USER#{user}', readUnits: 2, writeUnits: 0 },
    { place: 'RATE#api#{user} / {minute}', readUnits: 0, writeUnits: 2 },
    { place: 'site_status: TENANT#{tenant}#SITE#{site}', readUnits: 32, writeUnits: 0 },
  ]);
});

test('the items of one key bear their load together', () => {
  expect(keyLoads(STREAMS, POPULATION, MEASURED)).toEqual([
    { place: 'TENANT#{tenant}', readUnits: 80, writeUnits: 0 },
    { place: 'RATE#api#{user}', readUnits: 0, writeUnits: 2 },
  ]);
});

test.each([
  ['EMAIL#{user}', 40],
  ['TENANT#{tenant}#SITE#{site}#ALERT', 10],
  ['WATCH#{device}', 20],
  ['RATE#key#{key}', 20],
  ['EVENT#{key}#{event}', Number.POSITIVE_INFINITY],
  ['RATE#login-address#{address}', 4],
  ['{shard}#ALERT', 8],
  ['TENANT#{tenant}', 2],
  ['PLATFORM', 1],
])('there are as many %s as there are of what divides it last', (partition, count) => {
  expect(howMany({ partition }, POPULATION)).toBe(count);
});

describe('bounds', () => {
  const scenario: Scenario = {
    name: 'users of one tenant poll',
    unit: 'users',
    streams: (users) => [{ request: 'poll, a page of 20', perSecond: users / 30 }],
    population: (users) => ({ tenants: 1, users, sites: 5, addresses: 1, devices: 1 }),
  };
  const bounds = boundsOf(scenario, { measured: MEASURED, settings: SETTINGS });
  const sizeOf = (kind: string, what?: string) =>
    bounds.find((bound) => bound.kind === kind && (what === undefined || bound.what === what))?.size;

  test('are met where the load comes to the limit', () => {
    expect(sizeOf('place', 'reads of TENANT#{tenant} / TENANT')).toBeCloseTo(3_000 * 30);
    expect(sizeOf('key', 'reads of TENANT#{tenant}')).toBeCloseTo(1_500 * 30);
    expect(sizeOf('throttle')).toBeCloseTo(SETTINGS.gatewayRequestsPerSecond * 30);
    expect(sizeOf('address')).toBeCloseTo((SETTINGS.firewallRequestsPerAddress / 300) * 30);
    expect(sizeOf('Lambda', 'runs')).toBeCloseTo((10_000 / 2) * 30);
    expect(sizeOf('Lambda', 'concurrent runs')).toBeCloseTo((1_000 / 0.04) * 30);
    expect(sizeOf('new table', 'site_status, reads')).toBeCloseTo((12_000 / 4) * 30);
  });

  test('come the nearest first', () => {
    const sizes = bounds.map(({ size }) => size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  test('are none where the load stays the same however many there are', () => {
    expect(sizeOf('place', 'writes to RATE#api#{user} / {minute}')).toBeUndefined();
  });
});
