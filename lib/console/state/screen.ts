import type { AlertSeverity } from '../../client/types.ts';
import { SEVERITIES } from './severities.ts';

/** The alerts of the list: open ones, which are watched, some of them, or resolved ones, which are read. Parked ones are a list of their own. */
export const STATUS_FILTERS = ['open', 'active', 'acknowledged', 'parked', 'resolved'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The state of the screen. Its URL says the same, so that a link or a reload shows it again. */
export interface Screen {
  /** The name of a page: `sites` in `#/sites`; empty for the first page of the role. */
  readonly view: string;
  /** The item of the page, or another word of its own: `#/sites/<id>`, `#/devices/import`. */
  readonly itemId: string | undefined;
  readonly status: StatusFilter;
  /** The chosen severities; empty for all. */
  readonly severities: readonly AlertSeverity[];
  readonly siteId: string | undefined;
  readonly type: string | undefined;
  /** The person who has every listed alert. */
  readonly holderId: string | undefined;
  /** Every listed alert contains all of these words. */
  readonly search: string | undefined;
  /** The alert that is shown next to the list. */
  readonly alertId: string | undefined;
  /** The first and the last day of a list, in the time zone of the browser: `2026-11-24`. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** The tenant that a platform admin has chosen. */
  readonly tenantId: string | undefined;
  /** The tab of an item; undefined for the first one. */
  readonly tab: string | undefined;
  /** The zone or device of a site that its tab is about. */
  readonly partId: string | undefined;
  /** How the page shows it: what groups the alerts, or the length of a timeline; undefined for its usual way. */
  readonly by: string | undefined;
}

/** Lists every open alert. */
export const NO_FILTER = {
  status: 'open',
  severities: [],
  siteId: undefined,
  type: undefined,
  holderId: undefined,
  search: undefined,
  since: undefined,
  until: undefined,
} as const satisfies Partial<Screen>;

/** The page that a URL shows if it has filters or an alert, and names no page. */
const DESK = 'alerts';

/** An id as the service writes it. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const WORD = /^[a-z]+$/;
const PATH = /^#\/([a-z-]+)(?:\/([\w-]+))?$/;

/** Reads the query and the hash of a URL, and ignores unknown and invalid values. */
export function readScreen({ search, hash }: Pick<URL, 'search' | 'hash'>): Screen {
  const given = new URLSearchParams(search);
  const severities = (given.get('severity') ?? '').split(',');
  const [, named, itemId] = PATH.exec(hash) ?? [];
  const screen = {
    status: STATUS_FILTERS.find((it) => it === given.get('status')) ?? 'open',
    severities: SEVERITIES.filter((it) => severities.includes(it)),
    siteId: idIn(given.get('site_id')),
    type: given.get('type') || undefined,
    holderId: idIn(given.get('acknowledged_by')),
    search: given.get('q') || undefined,
    alertId: idIn(given.get('alert')),
    since: dayIn(given.get('since')),
    until: dayIn(given.get('until')),
    tenantId: idIn(given.get('tenant_id')),
    tab: wordIn(given.get('tab')),
    partId: idIn(given.get('part')),
    by: wordIn(given.get('by')),
  };
  return { view: named ?? (queryOf(screen) === '' ? '' : DESK), itemId, ...screen };
}

/** The screen after changes. Another page begins without days, and another page or item with its first tab. */
export function changedScreen(screen: Screen, changes: Partial<Screen>): Screen {
  const next = { ...screen, ...changes };
  const isSame = next.view === screen.view && next.itemId === screen.itemId;
  const { tab = isSame && !('tab' in changes) ? screen.tab : undefined } = changes;
  const isSameTab = isSame && tab === screen.tab;
  const { partId = isSameTab ? screen.partId : undefined } = changes;
  const { by = isSameTab && !('by' in changes) ? screen.by : undefined } = changes;
  // Days of a report would hide alerts.
  const days = next.view === screen.view ? screen : { since: undefined, until: undefined };
  const { since = 'since' in changes ? undefined : days.since } = changes;
  const { until = 'until' in changes ? undefined : days.until } = changes;
  return { ...next, tab, partId, by, since, until };
}

/** The query and the hash of a screen; empty for the first page of the role. */
export function screenUrl(screen: Screen): string {
  const { view, itemId, tenantId } = screen;
  const query = queryOf(screen);
  const tenant = tenantId === undefined ? '' : `tenant_id=${tenantId}`;
  const whole = [tenant, query].filter((it) => it !== '').join('&');
  const path = [view, itemId].filter((it) => it !== undefined).join('/');
  const isImplied = path === '' || (path === DESK && query !== '');
  return `${whole === '' ? '' : `?${whole}`}${isImplied ? '' : `#/${path}`}`;
}

/** What a screen says about its list: everything in its query except the tenant. */
function queryOf(screen: Omit<Screen, 'view' | 'itemId' | 'tenantId'>): string {
  const { status, severities, siteId, type, holderId, search, alertId, since, until, tab, partId, by } =
    screen;
  const said = Object.entries({
    status: status === 'open' ? undefined : status,
    severity: severities.join(',') || undefined,
    site_id: siteId,
    type,
    acknowledged_by: holderId,
    q: search,
    alert: alertId,
    since,
    until,
    tab,
    part: partId,
    by,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(Object.fromEntries(said)).toString().replaceAll('%2C', ',');
}

function dayIn(text: string | null): string | undefined {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function wordIn(text: string | null): string | undefined {
  return text !== null && WORD.test(text) ? text : undefined;
}

function idIn(text: string | null): string | undefined {
  return text !== null && ID.test(text) ? text : undefined;
}
