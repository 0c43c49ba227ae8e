import type { Alert, AlertSeverity } from '../../client/types.ts';
import { desk } from '../texts/desk.ts';
import { countSeverities } from './alerts.ts';
import { SEVERITIES } from './severities.ts';
import { typeLabel } from './words.ts';

/** What the rows of the list can be grouped by. */
export const GROUPINGS = ['none', 'site', 'device', 'type'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Alerts of one site, device or type, in the order of the list. */
export interface AlertGroup {
  /** Differs from the id of every alert. */
  readonly id: string;
  readonly name: string;
  /** The site of a device. */
  readonly place: string | undefined;
  readonly alerts: readonly Alert[];
  /** The worst severity of those that nobody has acknowledged; of all if there are none. */
  readonly severity: AlertSeverity;
  readonly active: number;
  readonly acknowledged: number;
  /** The number of critical ones. */
  readonly critical: number;
  /** When the newest was raised. */
  readonly newest: string;
}

/** A row of the list. */
export type ListRow = Alert | AlertGroup;

export const isGroup = (row: ListRow): row is AlertGroup => 'alerts' in row;

interface Named {
  readonly key: string | null;
  readonly name: string;
  readonly place?: string | undefined;
}

const NAMED: Readonly<Record<Exclude<Grouping, 'none'>, (alert: Alert) => Named>> = {
  site: ({ site_id, site_name }) => ({ key: site_id, name: site_name ?? desk.list.unknownSite }),
  // What a site reports without a device belongs to the site.
  device: ({ device_id, device_name, site_id, site_name }) => ({
    key: device_id ?? site_id,
    name: device_id === null ? desk.list.noDevice : (device_name ?? device_id),
    place: site_name ?? undefined,
  }),
  type: ({ type }) => ({ key: type, name: typeLabel(type) }),
};

/** Groups listed alerts. The group of the first alert comes first: worse groups stand above others, as worse alerts do. */
export function groupAlerts(listed: readonly Alert[], by: Exclude<Grouping, 'none'>): AlertGroup[] {
  const groups = new Map<string, { readonly named: Named; readonly alerts: [Alert, ...Alert[]] }>();
  for (const alert of listed) {
    const named = NAMED[by](alert);
    const id = `group-${named.key}`;
    const group = groups.get(id);
    if (group) group.alerts.push(alert);
    else groups.set(id, { named, alerts: [alert] });
  }
  return [...groups].map(([id, { named, alerts }]) => groupOf(id, named, alerts));
}

function groupOf(id: string, { name, place }: Named, alerts: readonly [Alert, ...Alert[]]): AlertGroup {
  const active = alerts.filter(({ status }) => status === 'active');
  const counts = countSeverities(active.length > 0 ? active : alerts);
  return {
    id,
    name,
    place,
    alerts,
    severity: SEVERITIES.find((it) => counts[it] > 0) ?? alerts[0].severity,
    active: active.length,
    acknowledged: alerts.length - active.length,
    critical: countSeverities(alerts).critical,
    newest: alerts.reduce((newest, { created_at }) => (created_at > newest ? created_at : newest), ''),
  };
}

/** The rows of groups, with the alerts of those that are open. */
export function groupRows(groups: readonly AlertGroup[], open: ReadonlySet<string>): ListRow[] {
  return groups.flatMap((group) => (open.has(group.id) ? [group, ...group.alerts] : [group]));
}
