import type { Alert, AlertFilters, AlertStatus } from '../shared/alerts/alert.ts';
import type { Position } from '../shared/lists/cursor.ts';
import { encodeCursor } from '../shared/lists/cursor.ts';
import { PLATFORM_SHARDS } from '../shared/table/index-keys.ts';
import type { User } from '../shared/users/user.ts';
import { COMMON_SEVERITY, COMMON_TYPE } from './bench-alerts.ts';
import type { BenchData } from './bench-data.ts';

export const LIMIT = 20;
const DEEP_PAGES = 1_000;

/** A list as one profile sees it. */
export interface ListScope {
  readonly name: string;
  readonly user: User;
  readonly path: string;
  /** How many partitions a page of it is merged from. */
  readonly partitions: number;
  contains(alert: Alert): boolean;
}

export function listScopes(data: BenchData): ListScope[] {
  const { platformAdmin, tenantMaster, operators, operatorSiteIds, sites } = data;
  const site = sites[0];
  if (!site) throw new Error('There is no site');
  const path = '/api/v1/alerts';
  const all = () => true;
  return [
    { name: 'platform', user: platformAdmin, path, partitions: PLATFORM_SHARDS, contains: all },
    { name: 'tenant', user: tenantMaster, path, partitions: 1, contains: all },
    {
      name: 'site',
      user: tenantMaster,
      path: `/api/v1/sites/${site.id}/alerts`,
      partitions: 1,
      contains: ({ site_id }) => site_id === site.id,
    },
    {
      name: `operator, ${operatorSiteIds.length} sites`,
      user: operators[0],
      path,
      partitions: operatorSiteIds.length,
      contains: ({ site_id }) => operatorSiteIds.includes(site_id),
    },
  ];
}

/** The 8 combinations, those with a status for an open one and for `resolved`, which are read in other ways. */
export function filterCombinations(): AlertFilters[] {
  const statuses: (AlertStatus | undefined)[] = [undefined, 'resolved', 'active'];
  return statuses.flatMap((status) => [
    { status },
    { status, type: COMMON_TYPE },
    { status, severity: COMMON_SEVERITY },
    { status, type: COMMON_TYPE, severity: COMMON_SEVERITY },
  ]);
}

export function describeFilters({ status, type, severity }: AlertFilters): string {
  const names = [status, type && 'type', severity && 'severity'].filter((name) => name !== undefined);
  return names.join(' + ') || 'none';
}

/** One page of a list, with the ids that it must hold. */
export interface ListPage {
  readonly pagesBefore: number;
  readonly path: string;
  readonly ids: readonly string[];
}

/**
 * The first page and the one after 1,000 others, or as deep as a full page exists. The cursor is made as the list
 * would have issued it on the page before.
 */
export function listPages(
  scope: ListScope,
  filters: AlertFilters,
  alerts: readonly Alert[],
): { first: ListPage; deep: ListPage } {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  const matching = alerts.filter(
    (alert) =>
      scope.contains(alert) && named.every(([name, value]) => alert[name as keyof AlertFilters] === value),
  );
  const pageAfter = (pagesBefore: number): ListPage => {
    const start = pagesBefore * LIMIT;
    const query = new URLSearchParams([...named, ['limit', String(LIMIT)]]);
    const last = matching[start - 1];
    if (last) {
      const position: Position = { id: last.id, direction: 'next' };
      const parameters = named.map(([name, value]) => `${name}=${value}`).sort();
      query.set('cursor', encodeCursor(position, [scope.user.id, scope.path, ...parameters]));
    }
    const ids = matching.slice(start, start + LIMIT).map(({ id }) => id);
    return { pagesBefore, path: `${scope.path}?${query}`, ids };
  };
  const fullPagesBefore = Math.max(0, Math.floor(matching.length / LIMIT) - 1);
  return { first: pageAfter(0), deep: pageAfter(Math.min(DEEP_PAGES, fullPagesBefore)) };
}
