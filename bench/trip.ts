import * as z from 'zod';

/** One request to the table and what it cost. Times are in milliseconds of `performance.now()`. */
export interface Trip {
  readonly operation: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Items that a Query looked at, before its filter expression; 0 for other operations. */
  readonly itemsRead: number;
}

/** What a number of trips come to. */
export interface TripTotals {
  readonly trips: number;
  /** How many of them had to wait for one another. */
  readonly depth: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly itemsRead: number;
}

const capacitySchema = z.object({ CapacityUnits: z.number() });

const usageSchema = z.object({
  ConsumedCapacity: z.union([capacitySchema.transform((one) => [one]), z.array(capacitySchema)]).default([]),
  ScannedCount: z.number().default(0),
});

const READ_OPERATIONS = new Set(['BatchGetItem', 'GetItem', 'Query', 'Scan', 'TransactGetItems']);

/** The costs of an operation, from the body of its response. */
export function readCosts(
  operation: string,
  response: unknown,
): Pick<Trip, 'readUnits' | 'writeUnits' | 'itemsRead'> {
  const { ConsumedCapacity, ScannedCount } = usageSchema.parse(response);
  const units = ConsumedCapacity.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  const reads = READ_OPERATIONS.has(operation);
  return { readUnits: reads ? units : 0, writeUnits: reads ? 0 : units, itemsRead: ScannedCount };
}

export function totalOf(trips: readonly Trip[]): TripTotals {
  const sum = (value: (trip: Trip) => number) => trips.reduce((total, trip) => total + value(trip), 0);
  return {
    trips: trips.length,
    depth: depthOf(trips),
    readUnits: sum((trip) => trip.readUnits),
    writeUnits: sum((trip) => trip.writeUnits),
    itemsRead: sum((trip) => trip.itemsRead),
  };
}

/**
 * How many trips the longest chain has in which each started after the one before had ended. Taking, again and
 * again, the trip that ends first of those that started after the last one taken gives the longest chain.
 */
function depthOf(trips: readonly Pick<Trip, 'startedAt' | 'endedAt'>[]): number {
  let depth = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const trip of trips.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (trip.startedAt < lastEnd) continue;
    depth += 1;
    lastEnd = trip.endedAt;
  }
  return depth;
}
