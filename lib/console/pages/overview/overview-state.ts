import type { OverviewHour, ResponseSummary, SiteInTrouble } from '../../../client/index.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { percentText } from '../../texts/language.ts';

/** What a tile looks like: its severity while nobody has acknowledged an alert, and its state otherwise. */
export type TileLook = (typeof SEVERITIES)[number] | Exclude<SiteInTrouble['state'], 'active'>;

export function lookOf({ state, severity }: SiteInTrouble): TileLook {
  return state === 'active' ? (SEVERITIES.find((it) => it === severity) ?? 'info') : state;
}

/** The highest severity of the acknowledged alerts of a site, if its active ones are less severe: acknowledged is not over. */
export function worseAcknowledged({ state, severity, acknowledged_severity }: SiteInTrouble) {
  const worst = SEVERITIES.find((it) => it === severity || it === acknowledged_severity);
  return state === 'active' && worst !== severity ? worst : undefined;
}

/** The number that a tile shows: what is wrong at the site, in its worst state. A site on test has none. */
export function countAt(site: SiteInTrouble): number {
  const counts = {
    active: site.active,
    acknowledged: site.acknowledged,
    silent: site.silent_devices,
    never_heard: site.never_heard_devices,
    on_test: 0,
  };
  return counts[site.state];
}

/** The looks of the tiles with their numbers, in the order of the tiles: worst first, as the service sorts them. */
export function countLooks(sites: readonly SiteInTrouble[]): ReadonlyMap<TileLook, number> {
  const counts = new Map<TileLook, number>();
  for (const site of sites) counts.set(lookOf(site), (counts.get(lookOf(site)) ?? 0) + 1);
  return counts;
}

/**
 * Whether an overview is too old to be trusted. A screen that asks seldom does so every two minutes: one request more may fail
 * before it alarms people.
 */
export function isStale(at: string, now: number): boolean {
  return now - Date.parse(at) > STALE_MS;
}

const STALE_MS = 3 * 60_000;

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** The time that an alert has waited, to the second for an hour: `4 min 07 s`, which no one takes for the time of a clock. */
export function waitedText(since: string, now: number, dayUnit: string): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / SECOND_MS));
  const days = Math.floor(seconds / DAY_S);
  const hours = Math.floor((seconds % DAY_S) / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const two = (number: number) => String(number).padStart(2, '0');
  if (days > 0) return `${days} ${dayUnit} ${hours} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  const rest = seconds % MINUTE_S;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
}

/** The share of alerts that were answered in time; a dash if there were none. */
export const shareText = ({ alerts, within_90_seconds }: ResponseSummary): string =>
  percentText(within_90_seconds, alerts);

/** The number of alerts of an hour. */
export const alertsIn = (hour: OverviewHour | undefined): number =>
  SEVERITIES.reduce((sum, severity) => sum + (hour?.[severity] ?? 0), 0);
