import type { Alert } from '../alerts/alert.ts';
import { timeOfId } from '../base/ids.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Device } from '../devices/device.ts';
import type { SiteTest } from '../test-mode/site-test.ts';
import { SITE_STATES, type SiteTrouble } from './overview-contract.ts';

export type OpenAlert = Pick<
  Alert,
  'id' | 'site_id' | 'site_name' | 'status' | 'severity' | 'created_at' | 'acknowledged_at'
>;

/** A watched device that is not online. */
export type SilentDevice = Pick<Device, 'site_id' | 'last_seen_at' | 'created_at'>;

export type RunningTest = Pick<SiteTest, 'id' | 'site_id' | 'ends_at'>;

/** What the states of sites follow from. */
export interface TroubleFacts {
  readonly alerts: readonly OpenAlert[];
  readonly devices: readonly SilentDevice[];
  readonly tests: readonly RunningTest[];
}

/** A watched device is offline before its first heartbeat, too. Then it has not fallen silent. */
export const isNeverHeard = ({ last_seen_at }: Pick<SilentDevice, 'last_seen_at'>) => last_seen_at === null;

/** Returns the sites in trouble, the worst first, with the name of the site at the time of its newest alert. */
export function sitesInTrouble({ alerts, devices, tests }: TroubleFacts): SiteTrouble[] {
  const bySite = <T extends { readonly site_id: string }>(items: readonly T[]) =>
    Map.groupBy(items, ({ site_id }) => site_id);
  const [alertsAt, devicesAt, testsAt] = [bySite(alerts), bySite(devices), bySite(tests)] as const;
  const siteIds = new Set([...alertsAt.keys(), ...devicesAt.keys(), ...testsAt.keys()]);
  return [...siteIds]
    .map((siteId) =>
      stateOf(siteId, {
        alerts: alertsAt.get(siteId) ?? [],
        devices: devicesAt.get(siteId) ?? [],
        tests: testsAt.get(siteId) ?? [],
      }),
    )
    .toSorted(byState);
}

function stateOf(siteId: string, { alerts, devices, tests }: TroubleFacts): SiteTrouble {
  const active = alerts.filter(({ status }) => status === 'active');
  const acknowledged = alerts.filter(({ status }) => status === 'acknowledged');
  const worst = worstOf(active.length > 0 ? active : acknowledged);
  const neverHeard = devices.filter(isNeverHeard);
  const silent = devices.filter((it) => !isNeverHeard(it));
  const isWorst = ({ severity }: OpenAlert) => severity === worst;
  /** Since when the site is in each state; empty for a state in which it is not. */
  const since: Readonly<Record<SiteTrouble['state'], readonly (string | null)[]>> = {
    active: active.filter(isWorst).map(({ created_at }) => created_at),
    acknowledged: acknowledged.filter(isWorst).map(({ acknowledged_at }) => acknowledged_at),
    silent: silent.map(({ last_seen_at }) => last_seen_at),
    on_test: tests.map(({ id }) => formatTimestamp(timeOfId(id))),
    never_heard: neverHeard.map(({ created_at }) => created_at),
  };
  const state = SITE_STATES.find((it) => since[it].length > 0) ?? 'never_heard';
  return {
    site_id: siteId,
    name: alerts.reduce<string | null>((name, it) => name ?? it.site_name, null),
    state,
    severity: worst,
    active: active.length,
    acknowledged: acknowledged.length,
    silent_devices: silent.length,
    never_heard_devices: neverHeard.length,
    acknowledged_severity: worstOf(acknowledged),
    test_ends_at:
      tests
        .map(({ ends_at }) => ends_at)
        .sort()
        .at(-1) ?? null,
    since: since[state].filter((it) => it !== null).sort()[0] ?? null,
  };
}

const worstOf = (alerts: readonly OpenAlert[]) =>
  ALERT_SEVERITIES.findLast((severity) => alerts.some((it) => it.severity === severity)) ?? null;

const SEVERITIES: readonly (string | null)[] = ALERT_SEVERITIES;

const rankOf = (severity: string | null) => SEVERITIES.indexOf(severity);

/** The worst first: by state, severity and time. Sites that are equal in these are in the order of their ids. */
function byState(one: SiteTrouble, other: SiteTrouble): number {
  return (
    SITE_STATES.indexOf(one.state) - SITE_STATES.indexOf(other.state) ||
    rankOf(other.severity) - rankOf(one.severity) ||
    compare(one.since ?? '', other.since ?? '') ||
    compare(one.site_id, other.site_id)
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
