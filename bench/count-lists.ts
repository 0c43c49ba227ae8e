import * as z from 'zod';
import type { AlertFilters } from '../shared/alerts/alert.ts';
import {
  deepFault,
  depthFault,
  type ListSize,
  listDepthBudget,
  readBudget,
  readFault,
  unitsOf,
} from './budgets.ts';
import type { CountingProxy } from './counting-proxy.ts';
import type { GuardUnderTest } from './guard-under-test.ts';
import {
  describeFilters,
  filterCombinations,
  LIMIT,
  type ListData,
  type ListedAlert,
  type ListPage,
  type ListScope,
  listPages,
  listScopes,
  planSize,
  SEVERAL_VALUES,
} from './list-cases.ts';
import type { Row } from './print-table.ts';
import type { TripTotals } from './trip.ts';

export interface Counted {
  readonly rows: readonly Row[];
  readonly faults: readonly string[];
}

export interface CountedList {
  readonly scope: string;
  readonly filters: AlertFilters;
  readonly size: ListSize;
  readonly pages: readonly [CountedPage, CountedPage];
}

type CountedPage = ListPage & TripTotals;

/** The lists to count. By default all scopes and filters that match alerts, 1,000 pages deep. */
export interface ListChoice {
  readonly scopes?: readonly ListScope[];
  readonly filters?: readonly AlertFilters[];
  readonly deepPages?: number;
}

const DEEP_PAGES = 1_000;

export async function countLists(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  data: ListData,
  {
    scopes = listScopes(data),
    filters = [...filterCombinations(), ...SEVERAL_VALUES],
    deepPages = DEEP_PAGES,
  }: ListChoice = {},
): Promise<CountedList[]> {
  const lists: CountedList[] = [];
  for (const scope of scopes) {
    const token = await guard.signIn(scope.user);
    // Loads the function and opens its connections.
    await guard.call({ method: 'GET', path: scope.path, token });
    const open = data.alerts.filter((alert) => scope.contains(alert) && isOpen(alert)).length;
    for (const some of filters) {
      const { first, deep } = listPages(scope, some, data.alerts, deepPages);
      const size = { ...planSize(scope, some), limit: LIMIT, open };
      const count = (page: ListPage) => countPage(guard, proxy, token, page);
      lists.push({
        scope: scope.name,
        filters: some,
        size,
        pages: [await count(first), await count(deep)],
      });
    }
  }
  return lists;
}

export function listReport(lists: readonly CountedList[]): Counted {
  return { rows: lists.map(listRow), faults: lists.flatMap(listFaults) };
}

const pageSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Counts a page, and checks that it is the expected one. */
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

/** A cell with both pages if they differ. */
function listRow({ scope, filters, size, pages: [first, deep] }: CountedList): Row {
  const both = (value: (page: CountedPage) => string | number) => {
    return first.path === deep.path ? String(value(first)) : `${value(first)} → ${value(deep)}`;
  };
  return {
    scope,
    filters: describeFilters(filters),
    'pages before': both((page) => page.pagesBefore),
    returned: both((page) => page.ids.length),
    'items read': both((page) => page.itemsRead),
    'at most': readBudget(size),
    'read per returned': both(({ itemsRead, ids }) =>
      ids.length === 0 ? '–' : (itemsRead / ids.length).toFixed(2),
    ),
    'capacity units': both(unitsOf),
    'deep / first': (unitsOf(deep) / unitsOf(first)).toFixed(2),
    trips: both((page) => page.trips),
    depth: both((page) => page.depth),
  };
}

function listFaults({ scope, filters, size, pages }: CountedList): string[] {
  const name = `${scope}, ${describeFilters(filters)}`;
  const [first, deep] = pages;
  const ofPages = (first.path === deep.path ? [first] : pages).flatMap((page, place) => {
    const pageName = `${name}, ${place === 0 ? 'first' : 'deep'} page`;
    return [
      ...depthFault(pageName, page, listDepthBudget(page, size)),
      ...readFault(pageName, page, readBudget(size)),
    ];
  });
  return [...ofPages, ...deepFault(name, size, pages)];
}

function isOpen({ status }: ListedAlert): boolean {
  return status !== 'resolved';
}
