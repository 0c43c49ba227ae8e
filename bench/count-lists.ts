import * as z from 'zod';
import type { Alert, AlertFilters } from '../shared/alerts/alert.ts';
import type { BenchData } from './bench-data.ts';
import { deepFault, depthFault, listDepthBudget, readBudget, readFault, unitsOf } from './budgets.ts';
import type { CountingProxy } from './counting-proxy.ts';
import type { GuardUnderTest } from './guard-under-test.ts';
import {
  describeFilters,
  filterCombinations,
  LIMIT,
  type ListPage,
  listPages,
  listScopes,
} from './list-cases.ts';
import type { Row } from './print-table.ts';
import type { TripTotals } from './trip.ts';

export interface Counted {
  readonly rows: readonly Row[];
  /** What is over its budget, in words. */
  readonly faults: readonly string[];
}

/** The first and the deep page of one list. */
interface CountedList {
  readonly scope: string;
  readonly filters: AlertFilters;
  readonly readBudget: number;
  /** What a page reads that skips nothing. */
  readonly unskipped: number;
  readonly pages: readonly [CountedPage, CountedPage];
}

type CountedPage = ListPage & TripTotals;

/** Counts the first and the deep page of every filter combination in every scope. */
export async function countLists(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  data: BenchData,
): Promise<Counted> {
  const lists: CountedList[] = [];
  for (const scope of listScopes(data)) {
    const token = await guard.signIn(scope.user);
    const open = data.alerts.filter((alert) => scope.contains(alert) && isOpen(alert)).length;
    for (const filters of filterCombinations()) {
      const { first, deep } = listPages(scope, filters, data.alerts);
      lists.push({
        scope: scope.name,
        filters,
        unskipped: scope.partitions * (LIMIT + 1),
        readBudget: readBudget(filters, { partitions: scope.partitions, limit: LIMIT, open }),
        pages: [await countPage(guard, proxy, token, first), await countPage(guard, proxy, token, deep)],
      });
    }
  }
  return { rows: lists.map(listRow), faults: lists.flatMap(listFaults) };
}

const pageSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Counts a page and checks that it is the right one: a wrong answer has no price. */
async function countPage(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  token: string,
  page: ListPage,
): Promise<CountedPage> {
  const { path } = page;
  const { result, totals } = await proxy.count(() => guard.call({ method: 'GET', path, token }));
  const ids = pageSchema.parse(result).data.map(({ id }) => id);
  if (ids.join() !== page.ids.join()) throw new Error(`GET ${path} answered another page than it should`);
  return { ...page, ...totals };
}

/** Both pages in a cell, where they differ. */
function listRow({ scope, filters, readBudget, pages: [first, deep] }: CountedList): Row {
  const both = (value: (page: CountedPage) => string | number) => {
    return first.path === deep.path ? String(value(first)) : `${value(first)} → ${value(deep)}`;
  };
  return {
    scope,
    filters: describeFilters(filters),
    'pages before': both((page) => page.pagesBefore),
    returned: both((page) => page.ids.length),
    'items read': both((page) => page.itemsRead),
    'at most': readBudget,
    'read per returned': both((page) => (page.itemsRead / page.ids.length).toFixed(2)),
    'capacity units': both(unitsOf),
    'deep / first': (unitsOf(deep) / unitsOf(first)).toFixed(2),
    trips: both((page) => page.trips),
    depth: both((page) => page.depth),
  };
}

function listFaults({ scope, filters, readBudget, unskipped, pages }: CountedList): string[] {
  const name = `${scope}, ${describeFilters(filters)}`;
  const [first, deep] = pages;
  const ofPages = (first.path === deep.path ? [first] : pages).flatMap((page, place) => {
    const pageName = `${name}, ${place === 0 ? 'first' : 'deep'} page`;
    return [
      ...depthFault(pageName, page, listDepthBudget(filters, page, unskipped)),
      ...readFault(pageName, page, readBudget),
    ];
  });
  return [...ofPages, ...deepFault(name, filters, first, deep)];
}

function isOpen({ status }: Alert): boolean {
  return status !== 'resolved';
}
