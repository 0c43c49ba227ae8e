import { INDEX_NAMES } from '../../shared/table/definition.ts';
import { findRequest, type Measurements } from '../cost/measurements.ts';
import type { Touch } from '../cost/touch.ts';
import { type Demand, totalOf } from './demand.ts';
import { AWS_LIMITS } from './limits.ts';
import { keyLoads, type PlaceLoad, type Population, placeLoads, type Stream } from './load.ts';

/** What requests want of the table: of it and its indexes as a whole, of its keys, and of the places in them. */
export function tableDemands(
  streams: readonly Stream[],
  population: Population,
  measured: Measurements,
): Demand[] {
  return [
    ...(['table', ...INDEX_NAMES] as const).flatMap((index) => wholeDemands(index, streams, measured)),
    ...keyLoads(streams, population, measured).flatMap((load) => placeDemands('key', load)),
    ...placeLoads(streams, population, measured).flatMap((load) => placeDemands('place', load)),
  ];
}

function wholeDemands(index: Touch['index'], streams: readonly Stream[], measured: Measurements): Demand[] {
  const units = (kind: 'readUnits' | 'writeUnits') =>
    totalOf(streams, ({ request }) =>
      findRequest(measured, request)
        .touches.filter((touch) => touch.index === index)
        .reduce((sum, touch) => sum + touch[kind], 0),
    );
  const reads = { what: `${index}, reads`, amount: units('readUnits') };
  const writes = { what: `${index}, writes`, amount: units('writeUnits') };
  return [
    { kind: 'new table', ...reads, limit: AWS_LIMITS.newTableReads.amount },
    { kind: 'new table', ...writes, limit: AWS_LIMITS.newTableWrites.amount },
    { kind: 'table quota', ...reads, limit: AWS_LIMITS.tableReads.amount },
    { kind: 'table quota', ...writes, limit: AWS_LIMITS.tableWrites.amount },
  ];
}

function placeDemands(kind: 'key' | 'place', { place, readUnits, writeUnits }: PlaceLoad): Demand[] {
  const { partitionReads, partitionWrites } = AWS_LIMITS;
  return [
    { kind, what: `reads of ${place}`, amount: readUnits, limit: partitionReads.amount },
    { kind, what: `writes to ${place}`, amount: writeUnits, limit: partitionWrites.amount },
  ];
}
