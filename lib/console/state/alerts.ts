import type { Alert, AlertSeverity } from '../../client/types.ts';
import type { WatchConnection } from '../../client/watch/watch-options.ts';
import type { Screen } from './screen.ts';
import { rankOf, SEVERITIES } from './severities.ts';
import { typeLabel } from './words.ts';

/** The later of two states of one alert: a version never goes back on the screen. */
export function later<T extends Pick<Alert, 'version'>>(known: T | undefined, told: T): T {
  return known !== undefined && known.version > told.version ? known : told;
}

/** No list lags for so long: after this, what is told is so. */
export const REMEMBERED_MS = 15 * 60_000;

/** What the service answered to actions of this screen, by alert, and when. */
export type OwnAnswers = ReadonlyMap<string, { readonly alert: Alert; readonly at: number }>;

/**
 * What is open: as it was told, but where an answer to this screen's own action is ahead of that. An alert that was
 * resolved here is gone, also while it is still told as open.
 */
export function openAlerts(told: readonly Alert[], own: OwnAnswers): Alert[] {
  return told
    .map((alert) => later(own.get(alert.id)?.alert, alert))
    .filter(({ status }) => status !== 'resolved');
}

/**
 * Keeps of what this screen did itself what has not been told yet. What is not told at all may come with a list that lags, as
 * after another reach.
 */
export function keepAhead(own: OwnAnswers, told: readonly Alert[], now: number): OwnAnswers {
  const versions = new Map(told.map(({ id, version }) => [id, version]));
  const ahead = [...own].filter(
    ([id, { alert, at }]) => alert.version > (versions.get(id) ?? 0) && now - at <= REMEMBERED_MS,
  );
  return ahead.length === own.size ? own : new Map(ahead);
}

/** The open alerts that the screen lists: unacknowledged first, then by severity, then the oldest first. */
export function listedAlerts(open: readonly Alert[], screen: Screen): readonly Alert[] {
  return matchingAlerts(open, screen).sort(inOrder);
}

/** The alerts that the filters let through, in no particular order. */
export function matchingAlerts(
  open: readonly Alert[],
  { status, severities, siteId, type, search = '' }: Screen,
): Alert[] {
  const words = search.toLowerCase().split(/\s+/);
  return open.filter(
    (alert) =>
      (status === 'open' || alert.status === status) &&
      (severities.length === 0 || severities.includes(alert.severity)) &&
      (siteId === undefined || alert.site_id === siteId) &&
      (type === undefined || alert.type === type) &&
      (search === '' || hasWords(alert, words)),
  );
}

/** Whether what is read of an alert holds each of these words, which are in lower case. */
function hasWords(alert: Alert, words: readonly string[]): boolean {
  const { message, type, site_name, zone_name, device_name, acknowledged_by_name } = alert;
  const text = [message, type, typeLabel(type), site_name, zone_name, device_name, acknowledged_by_name]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function inOrder(one: Alert, other: Alert): number {
  return (
    Number(one.status !== 'active') - Number(other.status !== 'active') ||
    rankOf(one.severity) - rankOf(other.severity) ||
    // Ids are in the order of creation. Whoever has waited longest comes first.
    (one.id < other.id ? -1 : 1)
  );
}

/** How many there are of each severity. */
export function countSeverities(alerts: readonly Alert[]): Readonly<Record<AlertSeverity, number>> {
  const none = Object.fromEntries(SEVERITIES.map((it) => [it, 0])) as Record<AlertSeverity, number>;
  for (const { severity } of alerts) none[severity] += 1;
  return none;
}

/** The types that there are, in order, with the one that is chosen. */
export function typesOf(alerts: readonly Alert[], chosen: string | undefined): string[] {
  return [...new Set([...alerts.map(({ type }) => type), ...(chosen ? [chosen] : [])])].sort();
}

/** How many critical alerts nobody has acknowledged: the number in the window's title. */
export function countUnattended(alerts: readonly Alert[]): number {
  return alerts.filter(({ severity, status }) => severity === 'critical' && status === 'active').length;
}

/** How many critical alerts that nobody has acknowledged the filters hide. */
export function hiddenCritical(open: readonly Alert[], screen: Screen): number {
  const shown = screen.status === 'resolved' ? [] : matchingAlerts(open, screen);
  return countUnattended(open) - countUnattended(shown);
}

/** What is said where no alert is listed. That all is quiet is said only where something is guarded and would be heard. */
export function emptyText(open: number, connection: WatchConnection, sites: number | undefined): string {
  if (open > 0) return `None of the ${open} open alerts is like this.`;
  if (connection === 'offline') return 'No open alerts are known while there is no connection.';
  return sites === undefined ? 'No open alerts.' : 'No open alerts. All is quiet.';
}
