import type { Alert, AlertSeverity } from '../../client/types.ts';
import type { WatchConnection } from '../../client/watch/watch-options.ts';
import { desk } from '../texts/desk.ts';
import { startOfDay } from './local-time.ts';
import type { NO_FILTER, Screen } from './screen.ts';
import { rankOf, SEVERITIES } from './severities.ts';
import { typeLabel } from './words.ts';

/** The newer of two versions of one alert: the screen never goes back to an older one. */
export function newer<T extends Pick<Alert, 'version'>>(known: T | undefined, received: T): T {
  return known !== undefined && known.version > received.version ? known : received;
}

/** No list is stale for so long: after this time, a list is right. */
export const STALE_AFTER_MS = 15 * 60_000;

/** The responses to actions of this screen, by alert, with their times. */
export type ActionResponses = ReadonlyMap<string, { readonly alert: Alert; readonly at: number }>;

/**
 * The open alerts: each in the watched version, or in the version of this screen's own action if that is newer. An alert that
 * was resolved here disappears at once, even if the watch still contains it.
 */
export function openAlerts(watched: readonly Alert[], responses: ActionResponses): Alert[] {
  return watched
    .map((alert) => newer(responses.get(alert.id)?.alert, alert))
    .filter(({ status }) => status !== 'resolved');
}

/**
 * Keeps the responses that are newer than the watched alerts. A response is also kept while the watch lacks its alert: a stale
 * list may still contain it.
 */
export function keepNewer(
  responses: ActionResponses,
  watched: readonly Alert[],
  now: number,
): ActionResponses {
  const versions = new Map(watched.map(({ id, version }) => [id, version]));
  const kept = [...responses].filter(
    ([id, { alert, at }]) => alert.version > (versions.get(id) ?? 0) && now - at <= STALE_AFTER_MS,
  );
  return kept.length === responses.size ? responses : new Map(kept);
}

/** What the person has chosen to see. */
export type Filters = Pick<Screen, keyof typeof NO_FILTER>;

/** The open alerts that the screen lists, in their order. */
export function listedAlerts(open: readonly Alert[], screen: Filters): readonly Alert[] {
  const listed = matchingAlerts(open, screen);
  return screen.status === 'parked' ? listed.sort(byReturn) : listed.sort(inOrder);
}

/** The alerts that match the filters, in no particular order. */
export function matchingAlerts(
  open: readonly Alert[],
  { status, severities, siteId, type, holderId, since, until, search = '' }: Filters,
): Alert[] {
  const [first, end] = [since && startOfDay(since), until && startOfDay(until, 1)].map(
    (it) => it && Date.parse(it),
  );
  const words = search.normalize('NFC').toLowerCase().split(/\s+/);
  return open.filter(
    (alert) =>
      (status === 'open' || status === 'parked' || alert.status === status) &&
      // What somebody has is theirs, parked or not.
      (holderId !== undefined || isParked(alert) === (status === 'parked')) &&
      (severities.length === 0 || severities.includes(alert.severity)) &&
      (siteId === undefined || alert.site_id === siteId) &&
      (type === undefined || alert.type === type) &&
      (!first || Date.parse(alert.created_at) >= first) &&
      (!end || Date.parse(alert.created_at) < end) &&
      (holderId === undefined || ownedBy(holderId, [alert]).length > 0) &&
      (search === '' || hasWords(alert, words)),
  );
}

/** Whether the visible texts of an alert contain all of these words, which are in lower case. */
function hasWords(alert: Alert, words: readonly string[]): boolean {
  const text = TEXTS.get(alert) ?? textOf(alert);
  TEXTS.set(alert, text);
  return words.every((word) => text.includes(word));
}

/** Each letter that is typed searches thousands of alerts. */
const TEXTS = new WeakMap<Alert, string>();

function textOf(alert: Alert): string {
  const { message, type, site_name, zone_name, device_name, acknowledged_by_name } = alert;
  return [message, type, typeLabel(type), site_name, zone_name, device_name, acknowledged_by_name]
    .join('\n')
    .normalize('NFC')
    .toLowerCase();
}

/** Whether an alert waits outside the queue. */
export const isParked = ({ parked }: Pick<Alert, 'parked'>): boolean => parked !== undefined;

/** The parked alerts whose time is over. The service may say so later than that. */
export const endedParkings = (alerts: readonly Alert[], now: number): readonly Alert[] =>
  alerts.filter(({ parked }) => parked && Date.parse(parked.until) <= now);

/** The one that comes back next is first. */
const byReturn = ({ parked: one }: Alert, { parked: other }: Alert) =>
  (one?.until ?? '') < (other?.until ?? '') ? -1 : 1;

/** Unacknowledged first, then by severity, then the oldest first. */
export function inOrder(one: Alert, other: Alert): number {
  return (
    Number(one.status !== 'active') - Number(other.status !== 'active') ||
    rankOf(one.severity) - rankOf(other.severity) ||
    // Ids are in the order of creation: the oldest alert comes first.
    (one.id < other.id ? -1 : 1)
  );
}

/** The alerts that a user has: acknowledged by them, and not resolved. */
export function ownedBy(userId: string, open: readonly Alert[]): readonly Alert[] {
  return open.filter((it) => it.status === 'acknowledged' && it.acknowledged_by === userId);
}

/** Of the alerts that a user had, those that another user has now. */
export function takenFrom(
  had: ReadonlySet<string>,
  open: readonly Alert[],
  userId: string,
): readonly Alert[] {
  return open.filter((it) => had.has(it.id) && it.status === 'acknowledged' && it.acknowledged_by !== userId);
}

/** The number of alerts of each severity. */
export function countSeverities(alerts: readonly Alert[]): Readonly<Record<AlertSeverity, number>> {
  const none = Object.fromEntries(SEVERITIES.map((it) => [it, 0])) as Record<AlertSeverity, number>;
  for (const { severity } of alerts) none[severity] += 1;
  return none;
}

/** The types of alerts or devices and the chosen one, in order. */
export function typesOf(items: readonly Pick<Alert, 'type'>[], chosen: string | undefined): string[] {
  return [...new Set([...items.map(({ type }) => type), ...(chosen ? [chosen] : [])])].sort();
}

/** The number of unacknowledged critical alerts, which the title of the window shows. */
export function countUnattended(alerts: readonly Alert[]): number {
  return unattended(alerts).length;
}

const unattended = (alerts: readonly Alert[]) =>
  alerts.filter(({ severity, status }) => severity === 'critical' && status === 'active');

/** The number of unacknowledged critical alerts that the filters hide. */
export function hiddenCritical(open: readonly Alert[], screen: Screen): number {
  const critical = unattended(open);
  return critical.length - (screen.status === 'resolved' ? 0 : matchingAlerts(critical, screen).length);
}

/** The text of an empty list. It says that all is quiet only if there are sites and a connection. */
export function emptyText(open: number, connection: WatchConnection, sites: number | undefined): string {
  if (open > 0) return desk.list.noneMatches(open);
  if (connection === 'offline') return desk.list.unknownOffline;
  if (connection === 'late') return desk.list.unknownLate;
  return sites === undefined ? desk.list.noneOpen : desk.list.quiet;
}
