import type { AlertFilters } from '../shared/alerts/alert.ts';
import type { TripTotals } from './trip.ts';

/**
 * Round trips to the table that wait for one another, authorizer included. A platform admin's token does not say
 * which tenant an alert is of; finding out takes one trip more. Login has no authorizer: its counters, and what it reads beside
 * them, take two.
 */
export const DEPTH_BUDGETS = {
  login: 3,
  list: 3,
  raise: 5,
  openAlert: 2,
  acknowledge: 3,
  acknowledgeAnywhere: 4,
  refresh: 3,
  logout: 3,
  heartbeat: 3,
} as const;

/** Capacity units of a request, the authorizer's and the rate counter's included. */
export interface UnitBudget {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * An alert takes two write units in the table and one in each index that it stands in, or two where it moves to another
 * partition; the counter takes one.
 */
export const UNIT_BUDGETS = {
  listTenant: { readUnits: 5.5, writeUnits: 1 },
  openAlert: { readUnits: 6, writeUnits: 1 },
  raise: { readUnits: 6, writeUnits: 20 },
  acknowledge: { readUnits: 5, writeUnits: 24 },
  heartbeat: { readUnits: 3, writeUnits: 2 },
} as const satisfies Record<string, UnitBudget>;

/** Up to so many open alerts a list that skips them takes three trips more at most. */
const FEW_OPEN = 200;

/** Of a partition of open alerts, so many are read at once where a filter remains. */
const OPEN_READ_AHEAD = 250;

/** What a list is read from. */
export interface ListSize {
  readonly partitions: number;
  /** In how many rounds the partitions are read, one after the other. */
  readonly rounds: number;
  /** Items of a page, without the one more that is read. */
  readonly limit: number;
  /** Alerts of the list's scope that are open. */
  readonly open: number;
}

/**
 * How many round trips deep a page of a list may be. Where open alerts are skipped, each read is as large as all that was
 * skipped before: with 200 that are open at most three trips more for resolved ones, and then one more whenever their
 * number doubles. A single partition that read no more than the page skipped nothing. All that holds for each round.
 */
export function listDepthBudget(
  filters: AlertFilters,
  { itemsRead }: TripTotals,
  { partitions, rounds, limit, open }: ListSize,
): number {
  const read = DEPTH_BUDGETS.list + rounds - 1;
  const doublings = (first: number) => Math.max(0, Math.ceil(Math.log2(open / first)) + 1);
  if (!isFiltered(filters) || open === 0) return read;
  if (!isOfResolved(filters)) {
    return read + rounds * (open >= OPEN_READ_AHEAD ? doublings(OPEN_READ_AHEAD) : 0);
  }
  const canSkip = partitions > 1 || itemsRead > limit + 1;
  return read + rounds * (canSkip ? (open > FEW_OPEN ? doublings(limit + 1) : 3) : 0);
}

function isOfResolved({ status }: AlertFilters): boolean {
  return status?.includes('resolved') ?? false;
}

/** Whether a filter expression remains beside the keys. */
function isFiltered({ status, type, severity }: AlertFilters): boolean {
  if (status === undefined) return false;
  const isMixed = status.includes('resolved') && status.length > 1;
  return isMixed || type !== undefined || severity !== undefined;
}

/** How many times the first page's capacity units a deep page may cost. */
export const DEEP_TOLERANCE = 1.05;

/**
 * The most items that a page may read: one more than it holds from every partition, and, where a filter expression
 * remains, the open alerts that it can skip. In a list of resolved ones each skipped alert doubles what the next
 * Query asks for.
 */
export function readBudget(filters: AlertFilters, { partitions, limit, open }: ListSize): number {
  const skippable = isFiltered(filters) ? open * (isOfResolved(filters) ? 2 : 1) : 0;
  return partitions * (limit + 1) + skippable;
}

/** What is wrong with the trips of a request, in words. */
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

export function deepFault(name: string, first: TripTotals, deep: TripTotals): string[] {
  if (unitsOf(deep) <= unitsOf(first) * DEEP_TOLERANCE) return [];
  return [`${name}: ${unitsOf(deep)} capacity units for the deep page, ${unitsOf(first)} for the first`];
}

/** Units of a request, its rate counter's included. */
export function unitsOf({ readUnits, writeUnits }: TripTotals): number {
  return readUnits + writeUnits;
}
