import { PLATFORM_SHARDS } from '../../shared/table/index-keys.ts';
import type { RequestName } from '../cost/measured-requests.ts';
import { findRequest, type Measurements } from '../cost/measurements.ts';
import { placeOf, type Touch } from '../cost/touch.ts';

/** How many there are of what keys are divided by, in the whole service. */
export interface Population {
  readonly tenants: number;
  readonly users: number;
  readonly sites: number;
  readonly addresses: number;
  /** Devices that report, each with a key of its own. */
  readonly devices: number;
}

/** So many requests of a kind each second. */
export interface Stream {
  readonly request: RequestName;
  readonly perSecond: number;
}

/** What streams do to one place, per second. */
export interface PlaceLoad {
  readonly place: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The load of whole partition keys of the table, whose items lie together until DynamoDB has split them. */
export function keyLoads(
  streams: readonly Stream[],
  population: Population,
  measured: Measurements,
): PlaceLoad[] {
  return loads(streams, population, measured, ({ index, ...touch }) =>
    index === 'table' ? [{ ...touch, index, sort: undefined }] : [],
  );
}

/**
 * The load of every place that the streams touch, where each user, site and tenant has the same part of it. What has an
 * id of its own counts as one place for all: ids are in the order of their creation, so new and recent items lie side by
 * side, and splitting a partition does not part them.
 */
export function placeLoads(
  streams: readonly Stream[],
  population: Population,
  measured: Measurements,
): PlaceLoad[] {
  return loads(streams, population, measured, (touch) => [touch]);
}

function loads(
  streams: readonly Stream[],
  population: Population,
  measured: Measurements,
  choose: (touch: Touch) => Touch[],
): PlaceLoad[] {
  const parts = streams.flatMap(({ request, perSecond }) =>
    findRequest(measured, request)
      .touches.flatMap(choose)
      .map((touch) => {
        const share = perSecond / howMany(touch, population);
        return {
          place: placeOf(touch),
          readUnits: share * touch.readUnits,
          writeUnits: share * touch.writeUnits,
        };
      }),
  );
  return Array.from(
    Map.groupBy(parts, ({ place }) => place),
    ([place, ofPlace]) => {
      const sum = (kind: 'readUnits' | 'writeUnits') =>
        ofPlace.reduce((total, part) => total + part[kind], 0);
      return { place, readUnits: sum('readUnits'), writeUnits: sum('writeUnits') };
    },
  );
}

/** How many places there are that read like this one. What is of a tenant has one; serials and events come without end. */
export function howMany(touch: Pick<Touch, 'partition' | 'sort'>, population: Population): number {
  const key = `${touch.partition} ${touch.sort ?? ''}`;
  if (key.includes('{serial}') || key.includes('{event}')) return Number.POSITIVE_INFINITY;
  if (key.includes('{device}') || key.includes('{key}')) return population.devices;
  if (key.includes('{user}')) return population.users;
  if (key.includes('{site}')) return population.sites;
  if (key.includes('{address}')) return population.addresses;
  if (key.includes('{shard}')) return PLATFORM_SHARDS;
  return key.includes('{tenant}') ? population.tenants : 1;
}
