import type { Alert, AlertSeverity, Device, SiteTest } from '../../client/types.ts';
import { rankOf } from './severities.ts';

/** The states of a site or device, the worst first (console.md, section 2). Only a watched device is ever silent. */
const PLACE_STATES = ['active', 'acknowledged', 'silent', 'on_test', 'never_heard', 'fine'] as const;

type PlaceStateName = (typeof PLACE_STATES)[number];

/** What one sees of a site or device first, and what else is true of it. */
export interface PlaceState {
  readonly worst: PlaceStateName;
  /** The highest severity of its unacknowledged alerts, or else of the acknowledged ones. */
  readonly severity: AlertSeverity | undefined;
  /** The highest severity of its acknowledged alerts, if that of the others is lower: acknowledged is not over. */
  readonly worseAcknowledged: AlertSeverity | undefined;
  readonly active: number;
  readonly acknowledged: number;
  /** The numbers of its devices. */
  readonly silent: number;
  readonly neverHeard: number;
  /** The running test that ends last. */
  readonly test: SiteTest | undefined;
}

/** What the console follows on every page, and the devices that are offline. */
export interface Followed {
  readonly alerts: readonly Alert[];
  readonly offline: readonly Device[];
  /** In the order of their ends. */
  readonly tests: readonly SiteTest[];
}

interface Tally {
  alerts: Alert[];
  offline: Device[];
  tests: SiteTest[];
}

/** Finds the state of each site, by one look at everything that is followed. Each is computed once. */
export function siteStates({ alerts, offline, tests }: Followed): (siteId: string) => PlaceState {
  const tallies = new Map<string, Tally>();
  const of = (siteId: string): Tally => {
    const tally = tallies.get(siteId) ?? { alerts: [], offline: [], tests: [] };
    tallies.set(siteId, tally);
    return tally;
  };
  for (const alert of alerts) if (!alert.drill) of(alert.site_id).alerts.push(alert);
  for (const device of offline) of(device.site_id).offline.push(device);
  for (const test of tests) of(test.site_id).tests.push(test);
  const states = new Map<string, PlaceState>();
  return (siteId) => {
    const state =
      states.get(siteId) ?? stateOf(tallies.get(siteId) ?? { alerts: [], offline: [], tests: [] });
    states.set(siteId, state);
    return state;
  };
}

/** The type of the alert that Guard raises about a silent device. */
const SILENCE = 'device-offline';

/** Whether Guard raised an alert because a device is silent. */
export const isSilence = ({ type, raised_by }: Alert): boolean =>
  type === SILENCE && raised_by.kind === 'system';

/**
 * Finds the state of each device; undefined for one that is not watched and of which nothing else is known. The alert about the
 * silence of a device is no second state of it.
 */
export function deviceStates({
  alerts,
  tests,
}: Omit<Followed, 'offline'>): (device: Device) => PlaceState | undefined {
  const byDevice = Map.groupBy(alerts, ({ device_id }) => device_id);
  return (device) => {
    const state = stateOf({
      alerts: (byDevice.get(device.id) ?? []).filter(
        (alert) => device.status !== 'offline' || !isSilence(alert),
      ),
      offline: device.status === 'offline' ? [device] : [],
      tests: tests.filter((test) => isTested(test, device)),
    });
    return state.worst === 'fine' && device.status === 'unknown' ? undefined : state;
  };
}

/** Whether a test is about a device, and not only about some types of its alerts. */
export function isTested({ site_id, zone_id, device_ids }: SiteTest, device: Device): boolean {
  return (
    site_id === device.site_id &&
    (zone_id === null || zone_id === device.zone_id) &&
    (device_ids === null || device_ids.includes(device.id))
  );
}

function stateOf({ alerts, offline, tests }: Tally): PlaceState {
  const active = alerts.filter(({ status }) => status === 'active');
  const acknowledged = alerts.filter(({ status }) => status === 'acknowledged');
  const neverHeard = offline.filter(({ last_seen_at }) => last_seen_at === null).length;
  const silent = offline.length - neverHeard;
  const test = tests.at(-1);
  const severity = worstOf(active.length > 0 ? active : acknowledged);
  const handled = worstOf(acknowledged);
  const is: Readonly<Record<PlaceStateName, boolean>> = {
    active: active.length > 0,
    acknowledged: acknowledged.length > 0,
    silent: silent > 0,
    on_test: test !== undefined,
    never_heard: neverHeard > 0,
    fine: true,
  };
  return {
    worst: PLACE_STATES.find((name) => is[name]) ?? 'fine',
    severity,
    worseAcknowledged: handled && severity && rankOf(handled) < rankOf(severity) ? handled : undefined,
    active: active.length,
    acknowledged: acknowledged.length,
    silent,
    neverHeard,
    test,
  };
}

function worstOf(alerts: readonly Alert[]): AlertSeverity | undefined {
  return alerts
    .map(({ severity }) => severity)
    .reduce<AlertSeverity | undefined>(
      (worst, next) => (worst === undefined || rankOf(next) < rankOf(worst) ? next : worst),
      undefined,
    );
}
