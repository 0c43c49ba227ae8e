import * as z from 'zod';

/** One request to the table and its cost. Times are milliseconds of `performance.now()`. */
export interface Trip {
  readonly operation: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** The number of items that a query read before its filter expression; 0 for other operations. */
  readonly itemsRead: number;
}

/** The totals of several trips. */
export interface TripTotals {
  readonly trips: number;
  /** The length of the longest chain of sequential trips. */
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
 * The length of the longest chain of trips in which each started after the previous one had ended. Repeatedly taking the
 * trip that ends first among those that start after the last one gives it.
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
