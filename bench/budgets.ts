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
  acknowledge: 3,
  acknowledgeAnywhere: 4,
  refresh: 3,
  logout: 3,
} as const;

/**
 * The first pages of resolved alerts of a kind skip what is still open, a doubling read at a time: with 200 open
 * alerts at most three trips more. Where nothing is skipped, as deep in the list, they are as deep as the others.
 */
const SKIPPING_LIST_DEPTH = DEPTH_BUDGETS.list + 3;

/** How many round trips deep a page of a list may be. */
export function listDepthBudget(filters: AlertFilters, { itemsRead }: TripTotals, unskipped: number): number {
  const skips = filters.status === 'resolved' && isFiltered(filters) && itemsRead > unskipped;
  return skips ? SKIPPING_LIST_DEPTH : DEPTH_BUDGETS.list;
}

/** Whether a filter expression remains beside the keys. */
function isFiltered({ status, type, severity }: AlertFilters): boolean {
  return status !== undefined && (type !== undefined || severity !== undefined);
}

/** How many times the first page's capacity units a deep page may cost. */
const DEEP_TOLERANCE = 1.1;

/**
 * The most items that a page may read: one more than it holds from every partition, and, where a filter expression
 * remains, the open alerts that it can skip. In a list of resolved ones each skipped alert doubles what the next
 * Query asks for.
 */
export function readBudget(
  filters: AlertFilters,
  { partitions, limit, open }: { partitions: number; limit: number; open: number },
): number {
  const skippable = isFiltered(filters) ? open * (filters.status === 'resolved' ? 2 : 1) : 0;
  return partitions * (limit + 1) + skippable;
}

/** What is wrong with the trips of a request, in words. */
export function depthFault(name: string, { depth }: TripTotals, budget: number): string[] {
  return depth > budget ? [`${name}: ${depth} round trips deep, the budget is ${budget}`] : [];
}

export function readFault(name: string, { itemsRead }: TripTotals, budget: number): string[] {
  return itemsRead > budget ? [`${name}: ${itemsRead} items read, the budget is ${budget}`] : [];
}

/**
 * A list of open alerts has no deep page: it is as long as what is open, and its last page costs what it skips. Of
 * the others, alerts that someone acted on are some 130 bytes larger than the newest ones.
 */
export function deepFault(
  name: string,
  { status }: AlertFilters,
  first: TripTotals,
  deep: TripTotals,
): string[] {
  const isOpenList = status === 'active' || status === 'acknowledged';
  if (isOpenList || unitsOf(deep) <= unitsOf(first) * DEEP_TOLERANCE) return [];
  return [`${name}: ${unitsOf(deep)} capacity units for the deep page, ${unitsOf(first)} for the first`];
}

/** Units of a request, its rate counter's included. */
export function unitsOf({ readUnits, writeUnits }: TripTotals): number {
  return readUnits + writeUnits;
}
