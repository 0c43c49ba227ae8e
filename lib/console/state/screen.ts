import type { AlertSeverity } from '../../client/types.ts';
import { SEVERITIES } from './severities.ts';

/** Which alerts are listed: those that are open and live, a part of them, or those that are over. */
export const STATUS_FILTERS = ['open', 'active', 'acknowledged', 'resolved'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** What the screen shows, as its URL says it: a link or a reload shows the same. */
export interface Screen {
  readonly view: 'alerts' | 'devices';
  readonly status: StatusFilter;
  /** None stands for all. */
  readonly severities: readonly AlertSeverity[];
  readonly siteId: string | undefined;
  readonly type: string | undefined;
  /** Words of which each listed alert has all. */
  readonly search: string | undefined;
  /** The alert that is open beside the list. */
  readonly alertId: string | undefined;
  /** The tenant that a platform admin looks at. */
  readonly tenantId: string | undefined;
}

/** What lists every open alert. */
export const NO_FILTER = {
  status: 'open',
  severities: [],
  siteId: undefined,
  type: undefined,
  search: undefined,
} as const satisfies Partial<Screen>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the query of a URL. What is unknown or wrong in it is as if it were not there. */
export function readScreen(query: string): Screen {
  const given = new URLSearchParams(query);
  const severities = (given.get('severity') ?? '').split(',');
  return {
    view: given.get('view') === 'devices' ? 'devices' : 'alerts',
    status: STATUS_FILTERS.find((it) => it === given.get('status')) ?? 'open',
    severities: SEVERITIES.filter((it) => severities.includes(it)),
    siteId: idIn(given.get('site_id')),
    type: given.get('type') || undefined,
    search: given.get('q') || undefined,
    alertId: idIn(given.get('alert')),
    tenantId: idIn(given.get('tenant_id')),
  };
}

/** The query that says this, with its question mark; empty where everything is as usual. */
export function screenQuery(screen: Screen): string {
  const { view, status, severities, siteId, type, search, alertId, tenantId } = screen;
  const said = Object.entries({
    tenant_id: tenantId,
    view: view === 'alerts' ? undefined : view,
    status: status === 'open' ? undefined : status,
    severity: severities.join(',') || undefined,
    site_id: siteId,
    type,
    q: search,
    alert: alertId,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const query = new URLSearchParams(Object.fromEntries(said)).toString().replaceAll('%2C', ',');
  return query === '' ? '' : `?${query}`;
}

function idIn(text: string | null): string | undefined {
  return text !== null && ID.test(text) ? text : undefined;
}
