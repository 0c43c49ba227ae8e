import type { TripTotals } from './trip.ts';

/**
 * Sequential round trips to the table, including the authorizer's. Finding the tenant of an alert for a platform admin takes
 * one more. A login has no authorizer; its counters and the parallel reads take two.
 */
export const DEPTH_BUDGETS = {
  login: 3,
  list: 3,
  raise: 5,
  openAlert: 2,
  /** One more where a single site has most of the open alerts. */
  overview: 6,
  acknowledge: 3,
  acknowledgeAnywhere: 4,
  refresh: 3,
  logout: 3,
  heartbeat: 3,
  inboundState: 5,
  inboundAlarm: 9,
  gateway: 8,
  previewResponse: 8,
} as const;

/** The capacity units of a request, including the authorizer's and the rate counter's. */
export interface UnitBudget {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * An open alert takes one write unit in the table, or two above 1,024 bytes, and one in each of its three indexes; twice as many
 * in the table within a transaction. A resolve takes it out of these and into ten others. The rate counter takes one.
 */
export const UNIT_BUDGETS = {
  /** From a network address that is new to the user. From a known one it takes two write units less. */
  login: { readUnits: 4, writeUnits: 15 },
  /** It reads the table, where alerts have their history and their index attributes. */
  listTenant: { readUnits: 6.5, writeUnits: 1 },
  openAlert: { readUnits: 6, writeUnits: 1 },
  /** Most of it is for up to a thousand open alerts, and as many of the highest severities if there are more. */
  overview: { readUnits: 200, writeUnits: 1 },
  raise: { readUnits: 7, writeUnits: 5 },
  /** Two more for the claim of the dedup key, and twice as many in the table. */
  deviceRaise: { readUnits: 9, writeUnits: 9 },
  surface: { readUnits: 9, writeUnits: 26 },
  /** One more in the timer index if a reminder begins, which a critical alert has; one more for an item above 1,024 bytes. */
  acknowledge: { readUnits: 5, writeUnits: 7 },
  /** The reminder of a critical alert moves in the timer index: two more than another alert. */
  takeOver: { readUnits: 4, writeUnits: 8 },
  /** A take-over with a timer. */
  park: { readUnits: 5, writeUnits: 8 },
  heartbeat: { readUnits: 3, writeUnits: 2 },
  /** A run that judges a supervision that holds: one unit for its watch, two for the timer that moves in its index. */
  supervisionHolds: { readUnits: 8, writeUnits: 3 },
  /** A heartbeat, the state that was known, and the entry of the hour. */
  inboundState: { readUnits: 4, writeUnits: 3 },
  /** An alarm of a device, its new state, and the entry of the message. */
  inboundAlarm: { readUnits: 12, writeUnits: 14 },
  gateway: { readUnits: 28, writeUnits: 26 },
  previewResponse: { readUnits: 20, writeUnits: 1 },
} as const satisfies Record<string, UnitBudget>;

/** The steps of an alert's life. Those of requests have the units of the authorizer and the rate counter, too. */
export const LIFE_BUDGETS = {
  'raise (person)': { readUnits: 7, writeUnits: 5 },
  acknowledge: { readUnits: 4, writeUnits: 5 },
  'resolve (person)': { readUnits: 4, writeUnits: 15 },
  retention: { readUnits: 0, writeUnits: 0 },
  /** Raised, acknowledged, resolved and expired. */
  'a life (person)': { readUnits: 15, writeUnits: 25 },
  'raise (device)': { readUnits: 9, writeUnits: 9 },
  'repeat (device)': { readUnits: 9, writeUnits: 4 },
  'acknowledge (of a device)': { readUnits: 6, writeUnits: 10 },
  'carry occurrences': { readUnits: 2, writeUnits: 10 },
  'resolve (device)': { readUnits: 5, writeUnits: 22 },
  'a life (device)': { readUnits: 20, writeUnits: 41 },
  'raise with an event id (device)': { readUnits: 11, writeUnits: 11 },
  note: { readUnits: 4, writeUnits: 6 },
  'escalation step': { readUnits: 1, writeUnits: 6 },
  'raise the severity (device)': { readUnits: 9, writeUnits: 9 },
} as const satisfies Record<string, UnitBudget>;

export type LifeStep = keyof typeof LIFE_BUDGETS;

/** Up to this number of open alerts, a list that skips them takes at most three more trips. */
const FEW_OPEN = 200;

/** The number of items of a partition of open alerts that a filtered query reads at once. */
const OPEN_READ_AHEAD = 250;

/** The size of the data that a list is read from, and what its plan skips. */
export interface ListSize {
  readonly partitions: number;
  /** The number of sequential rounds in which the partitions are read. */
  readonly rounds: number;
  /** The number of items of a page. One more is read. */
  readonly limit: number;
  /** The number of open alerts in the list's scope. */
  readonly open: number;
  /** Whether a filter expression skips open alerts, and all partitions with one are read ahead. */
  readonly skips: 'nothing' | 'ahead' | 'in pages';
}

/**
 * The maximum number of sequential round trips of a page of a list. Where open alerts are skipped, each read is as large as
 * all skipped before: at most three more trips for 200 open alerts, and one more for each doubling. A single partition that
 * read only the page has skipped nothing. This holds for each round.
 */
export function listDepthBudget(
  { itemsRead }: TripTotals,
  { partitions, rounds, limit, open, skips }: ListSize,
): number {
  const read = DEPTH_BUDGETS.list + rounds - 1;
  const doublings = (first: number) => Math.max(0, Math.ceil(Math.log2(open / first)) + 1);
  if (skips === 'nothing' || open === 0) return read;
  if (skips === 'ahead') return read + rounds * (open >= OPEN_READ_AHEAD ? doublings(OPEN_READ_AHEAD) : 0);
  const canSkip = partitions > 1 || itemsRead > limit + 1;
  return read + rounds * (canSkip ? (open > FEW_OPEN ? doublings(limit + 1) : 3) : 0);
}

/** The ratio of items that a deep page may read, compared to the first page. Their units differ: an open alert is smaller. */
const DEEP_TOLERANCE = 1.05;

/**
 * The maximum number of items that a page may read: one more than the page from every partition, and the open alerts
 * that a filter expression can skip. Where these are not read ahead, each skipped one doubles the limit of the next query.
 */
export function readBudget({ partitions, limit, open, skips }: ListSize): number {
  const skippable = { nothing: 0, ahead: open, 'in pages': 2 * open }[skips];
  return partitions * (limit + 1) + skippable;
}

export function depthFault(name: string, { depth }: TripTotals, budget: number): string[] {
  return depth > budget ? [`${name}: ${depth} round trips deep, the budget is ${budget}`] : [];
}

export function readFault(name: string, { itemsRead }: TripTotals, budget: number): string[] {
  return itemsRead > budget ? [`${name}: ${itemsRead} items read, the budget is ${budget}`] : [];
}

export function unitFaults(
  name: string,
  { readUnits, writeUnits }: TripTotals,
  budget: UnitBudget | undefined,
): string[] {
  if (budget === undefined) return [];
  const fault = (what: string, units: number, most: number) =>
    units > most ? [`${name}: ${units} ${what} units, the budget is ${most}`] : [];
  return [...fault('read', readUnits, budget.readUnits), ...fault('write', writeUnits, budget.writeUnits)];
}

/** A deep page reads no more than the first. Where a filter skips open alerts, `readBudget` alone limits both. */
export function deepFault(
  name: string,
  { skips }: Pick<ListSize, 'skips'>,
  [first, deep]: readonly [TripTotals, TripTotals],
): string[] {
  if (skips !== 'nothing' || deep.itemsRead <= first.itemsRead * DEEP_TOLERANCE) return [];
  return [`${name}: ${deep.itemsRead} items read for the deep page, ${first.itemsRead} for the first`];
}

/** The units of a request, including its rate counter's. */
export function unitsOf({ readUnits, writeUnits }: TripTotals): number {
  return readUnits + writeUnits;
}
