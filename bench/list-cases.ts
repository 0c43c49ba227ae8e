import type { User } from '../shared/accounts/user.ts';
import type { Alert, AlertFilters, AlertStatus } from '../shared/alerts/alert.ts';
import { planAlertList } from '../shared/alerts/list-alerts.ts';
import { encodeCursor, type Position } from '../shared/table/list-page.ts';
import { type Extent, type Filter, siteExtent } from '../shared/table/list-plan.ts';
import { COMMON_SEVERITY, COMMON_TYPE } from './bench-alerts.ts';
import type { BenchData } from './bench-data.ts';
import type { ListSize } from './budgets.ts';

export const LIMIT = 20;

/** A list as one role sees it. */
export interface ListScope {
  readonly name: string;
  readonly user: User;
  readonly path: string;
  readonly extent: Extent;
  contains(alert: ListedAlert): boolean;
}

/** The fields of an alert that decide which lists contain it. */
export type ListedAlert = Pick<Alert, 'id' | 'site_id' | 'type' | 'severity' | 'status'>;

/** The readers of lists, and the alerts in these lists, newest first. */
export interface ListData extends Omit<BenchData, 'alerts' | 'origin'> {
  readonly alerts: readonly ListedAlert[];
}

export function listScopes(data: ListData): ListScope[] {
  const { platformAdmin, tenantMaster, operators, operatorSiteIds, sites } = data;
  const site = sites[0];
  if (!site) throw new Error('There is no site');
  const path = '/api/v1/alerts';
  const { tenant_id: tenantId } = site;
  const all = () => true;
  return [
    { name: 'platform', user: platformAdmin, path, extent: { kind: 'platform' }, contains: all },
    { name: 'tenant', user: tenantMaster, path, extent: { kind: 'tenant', tenantId }, contains: all },
    {
      name: 'site',
      user: tenantMaster,
      path: `/api/v1/sites/${site.id}/alerts`,
      extent: siteExtent(site),
      contains: ({ site_id }) => site_id === site.id,
    },
    {
      name: `operator, ${operatorSiteIds.length} sites`,
      user: operators[0],
      path,
      extent: { kind: 'assigned_sites', tenantId, siteIds: operatorSiteIds },
      contains: ({ site_id }) => operatorSiteIds.includes(site_id),
    },
  ];
}

/** The number of partitions that a page of a list is merged from, the number of their rounds, and what they skip. */
export function planSize(
  { extent }: ListScope,
  filters: AlertFilters,
): Pick<ListSize, 'partitions' | 'rounds' | 'skips'> {
  const { rounds } = planAlertList(extent, filters);
  const partitions = rounds.flat();
  const skipping = partitions.flatMap((it) => it.skipping ?? []).filter(isSkipping);
  const isAhead = skipping.every(({ readAhead }) => readAhead > 0);
  const skips = skipping.length === 0 ? 'nothing' : isAhead ? 'ahead' : 'in pages';
  return { partitions: partitions.length, rounds: rounds.length, skips };
}

const isSkipping = ({ filter }: { readonly filter: Filter }) =>
  Object.values(filter).some((value) => value !== undefined);

/** No alert has this type. */
const UNHEARD_OF = 'unheard-of';

/** Lists that find nothing. They must cost next to nothing, apart from the open alerts that they skip. */
export const EMPTY_FILTERS: readonly AlertFilters[] = [
  { type: [UNHEARD_OF] },
  { status: ['resolved'], type: [UNHEARD_OF] },
  { status: ['active'], type: [UNHEARD_OF] },
];

const OPEN: readonly AlertStatus[] = ['acknowledged', 'active'];

/** Lists of several values, which are sorted as in the identity of a list. */
export const SEVERAL_VALUES: readonly AlertFilters[] = [
  { status: OPEN },
  { status: OPEN, severity: ['critical', 'high'] },
  { severity: ['critical', 'high'] },
  { status: ['acknowledged', 'resolved'] },
];

/** All combinations of filters. Open and resolved alerts are read in different ways, so both statuses occur. */
export function filterCombinations(): AlertFilters[] {
  const statuses: (readonly AlertStatus[] | undefined)[] = [undefined, ['resolved'], ['active']];
  const [type, severity] = [[COMMON_TYPE], [COMMON_SEVERITY]] as const;
  return statuses.flatMap((status) => [
    { status },
    { status, type },
    { status, severity },
    { status, type, severity },
  ]);
}

export function describeFilters({ status, type, severity }: AlertFilters): string {
  const names = [
    status?.join(' or '),
    type?.includes(UNHEARD_OF) ? 'a type of none' : type && 'type',
    severity && (severity.length > 1 ? `${severity.length} severities` : 'severity'),
  ].filter((name) => name !== undefined);
  return names.join(' + ') || 'none';
}

/** One page of a list, with the ids that it must contain. */
export interface ListPage {
  readonly pagesBefore: number;
  readonly path: string;
  readonly ids: readonly string[];
}

/** The first page, and a deep one: after the given number of pages, or the last full page. */
export function listPages(
  scope: ListScope,
  filters: AlertFilters,
  alerts: readonly ListedAlert[],
  deepPages: number,
): { first: ListPage; deep: ListPage } {
  const { status, type, severity } = filters;
  const matching = alerts.filter(
    (alert) =>
      scope.contains(alert) &&
      (status?.includes(alert.status) ?? true) &&
      (type?.includes(alert.type) ?? true) &&
      (severity?.includes(alert.severity) ?? true),
  );
  const named = Object.entries({ status, type, severity }).flatMap(([name, values]): [string, string][] =>
    values ? [[name, values.join(',')]] : [],
  );
  const fullPagesBefore = Math.max(0, Math.floor(matching.length / LIMIT) - 1);
  const pageAfter = (pagesBefore: number) => listPage(scope, named, matching, pagesBefore);
  return { first: pageAfter(0), deep: pageAfter(Math.min(deepPages, fullPagesBefore)) };
}

/** The cursor is made as the list would have issued it on the page before. */
function listPage(
  scope: ListScope,
  named: readonly (readonly [string, string])[],
  matching: readonly ListedAlert[],
  pagesBefore: number,
): ListPage {
  const start = pagesBefore * LIMIT;
  const query = new URLSearchParams({ ...Object.fromEntries(named), limit: String(LIMIT) });
  const last = matching[start - 1];
  if (last) {
    const position: Position = { id: last.id, direction: 'next' };
    const parameters = named.map(([name, value]) => `${name}=${value}`).sort();
    query.set('cursor', encodeCursor(position, [scope.user.id, scope.path, ...parameters]));
  }
  const ids = matching.slice(start, start + LIMIT).map(({ id }) => id);
  return { pagesBefore, path: `${scope.path}?${query}`, ids };
}
