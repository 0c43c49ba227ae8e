import {
  ALERT_STATUSES,
  ALERTS,
  type Alert,
  type AlertSeverity,
  type KNOWN_ALERT_TYPES,
  RESOLUTIONS,
} from '../../shared/alerts/alert.ts';
import type { AlertEvent } from '../../shared/alerts/alert-event.ts';
import { newAlert } from '../../shared/alerts/create-alert.ts';
import { transition } from '../../shared/alerts/transition.ts';
import { GUARD_ITSELF, type RecordedActor } from '../../shared/base/actor.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Device } from '../../shared/devices/device.ts';
import { Cells, pack, storeCell } from '../../shared/statistics/cells.ts';
import { countedAlert, readAlertItem } from '../../shared/statistics/count-hour.ts';
import { periodKey } from '../../shared/statistics/keys.ts';
import { type Period, periodAt } from '../../shared/statistics/period.ts';
import { ROWS, timerOf } from '../../shared/statistics/period-item.ts';
import { rolledUpAt } from '../../shared/statistics/recompute.ts';
import { partsOf, sumDay } from '../../shared/statistics/roll-up.ts';
import { countAlert } from '../../shared/statistics/tally.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../../shared/table/definition.ts';
import type { DemoSite } from './demo-premises.ts';
import type { DemoSeed } from './demo-seed.ts';

type DemoType = Exclude<(typeof KNOWN_ALERT_TYPES)[number], 'opening-out-of-hours' | 'runaway'>;

export const DEMO_MESSAGES: Record<DemoType, string> = {
  panic: 'Panic button pressed',
  'device-offline': 'Device stopped reporting',
  intrusion: 'Movement while armed',
  fire: 'Smoke detected',
  tamper: 'Housing opened',
  'low-battery': 'Battery below 15 %',
};

/** The type of device that raises alerts of a type; for other types, any device does. */
const DEVICE_TYPE: Partial<Record<DemoType, string>> = {
  panic: 'panic-button',
  intrusion: 'motion-sensor',
  fire: 'smoke-detector',
  tamper: 'door-contact',
};

const SEVERITIES: Record<DemoType, readonly AlertSeverity[]> = {
  panic: ['critical'],
  'device-offline': ['high', 'medium'],
  intrusion: ['high', 'critical'],
  fire: ['critical'],
  tamper: ['medium', 'low'],
  'low-battery': ['low', 'info'],
};

const TYPES = Object.keys(DEMO_MESSAGES) as DemoType[];

const MINUTE_MS = 60_000;
const NEWEST_AGE_MS = 4 * MINUTE_MS;
const OLDEST_AGE_MS = 30 * 24 * 60 * MINUTE_MS;

/** After how many minutes the operator acknowledges an alert. */
const RESPONSE_MINUTES = [0.4, 0.7, 0.9, 1.2, 1.4, 2.5, 8];

/** How many alerts in a row have the same status. */
const SAME_STATUS = 30;

/**
 * Makes the alerts of a tenant, from minutes to weeks old, newest first. Among the newest, there is every type in every
 * status; older ones are resolved. Machines raise alerts, and Guard itself raises offline alerts.
 */
export function demoAlerts(
  premises: readonly DemoSite[],
  { count, operator, machine, seed }: DemoActors,
): DemoAlert[] {
  return Array.from({ length: count }, (_, place) => {
    const raisedAt = new Date(seed.now.getTime() - ageOf(place, count));
    const site = pick(premises, place + Math.floor(place / 3));
    const raised = raisedAlert(site, place, { machine, raisedAt, id: seed.makeId(raisedAt) });
    const after = (minutes: number) => ({
      actor: operator,
      at: formatTimestamp(new Date(raisedAt.getTime() + minutes * MINUTE_MS)),
    });
    const status = ALERT_STATUSES[Math.floor(place / SAME_STATUS)] ?? 'resolved';
    const events = [eventOf(raised, 'raised', raised.raised_by, seed)];
    if (status === 'active') return { alert: raised, events };
    const acknowledged = changed(transition(raised, 'acknowledge', after(pick(RESPONSE_MINUTES, place))));
    events.push(eventOf(acknowledged, 'acknowledged', operator, seed));
    if (status === 'acknowledged') return { alert: acknowledged, events };
    const resolution = pick(RESOLUTIONS, place);
    const resolved = changed(
      transition(acknowledged, 'resolve', { ...after(15 + (place % 11) * 4), resolution }),
    );
    return { alert: resolved, events: [...events, eventOf(resolved, 'resolved', operator, seed)] };
  });
}

interface DemoActors {
  readonly count: number;
  /** The users who act on them. */
  readonly operator: RecordedActor;
  /** The API key that raises them. */
  readonly machine: RecordedActor;
  readonly seed: DemoSeed;
}

export interface DemoAlert {
  readonly alert: Alert;
  readonly events: readonly AlertEvent[];
}

function eventOf(
  { id: alert_id, tenant_id, updated_at: at }: Alert,
  action: AlertEvent['action'],
  actor: RecordedActor,
  { makeId }: DemoSeed,
): AlertEvent {
  return { id: makeId(new Date(at)), alert_id, tenant_id, action, actor, note: null, at };
}

/** The age of the alert at a position in the list. It grows with the square of the position. */
function ageOf(place: number, count: number): number {
  const share = (place / Math.max(count - 1, 1)) ** 2;
  return Math.round(NEWEST_AGE_MS + share * (OLDEST_AGE_MS - NEWEST_AGE_MS));
}

function raisedAlert(
  { site, zones, devices }: DemoSite,
  place: number,
  { machine, raisedAt, id }: { machine: RecordedActor; raisedAt: Date; id: string },
): Alert {
  const type = pick(TYPES, place);
  const kind = DEVICE_TYPE[type];
  const device = pick(
    devices.filter((candidate) => kind === undefined || candidate.type === kind),
    place * 5,
  );
  const at = formatTimestamp(raisedAt);
  const zone = zones.find((candidate) => candidate.id === device.zone_id);
  const severity = pick(SEVERITIES[type], Math.floor(place / TYPES.length));
  const report = { type, severity, message: `${DEMO_MESSAGES[type]}: ${device.name}` };
  return newAlert(id, { site, zone, device }, report, {
    actor: type === 'device-offline' ? GUARD_ITSELF : machine,
    at,
  });
}

function changed(result: ReturnType<typeof transition>): Alert {
  if (result.outcome !== 'changed') throw new Error('A demo alert cannot take this step');
  return result.alert;
}

function pick<T>(values: readonly T[], place: number): T {
  const value = values[place % values.length];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}

const THRESHOLD = 20;
const OCCURRENCES = 64;
const LATEST_AFTER_MS = 3 * 60_000;

/** Replaces one active tamper alert by the runaway alert of its device. */
export function withRunawayAlert(alerts: readonly DemoAlert[]): DemoAlert[] {
  const chosen = alerts.find(({ alert }) => alert.type === 'tamper' && alert.status === 'active');
  return alerts.map((it) => (it === chosen ? runaway(it) : it));
}

function runaway({ alert, events }: DemoAlert): DemoAlert {
  const changed = {
    ...alert,
    type: 'runaway',
    message: `More than ${THRESHOLD} tamper alerts in 10 minutes`,
    occurrences: OCCURRENCES,
    last_occurred_at: formatTimestamp(new Date(Date.parse(alert.created_at) + LATEST_AFTER_MS)),
    raised_by: GUARD_ITSELF,
  };
  return { alert: changed, events: events.map((event) => ({ ...event, actor: GUARD_ITSELF })) };
}

/** Gives a device a `runaway_after`, if it has a runaway alert. */
export function withThreshold(device: Device, alerts: readonly Alert[]): Device {
  const isRunaway = alerts.some(({ type, device_id }) => type === 'runaway' && device_id === device.id);
  return isRunaway ? { ...device, runaway_after: THRESHOLD } : device;
}

type Item = Record<string, unknown>;

/** Makes the statistics of demo alerts, as the timers would have computed them by now. */
export function demoStatistics(tenantId: string, alerts: readonly Alert[], now: Date): Item[] {
  const createdIn = (level: Period['level']) =>
    Map.groupBy(alerts, ({ created_at }) => periodAt(level, new Date(created_at)).name);
  return [
    ...[...createdIn('HOUR')].map(([name, its]) => hourItem(tenantId, { level: 'HOUR', name }, its)),
    ...[...createdIn('DAY')].flatMap(([name, its]) => dayItems(tenantId, { level: 'DAY', name }, its, now)),
  ];
}

function hourItem(tenantId: string, hour: Period, alerts: readonly Alert[]): Item {
  const rows = pack(cellsOf(alerts).values().map(storeCell));
  return { ...periodKey(tenantId, hour), generation: 1, alerts: alerts.length, [ROWS]: rows };
}

function dayItems(tenantId: string, day: Period, alerts: readonly Alert[], now: Date): Item[] {
  const key = periodKey(tenantId, day);
  const dueAt = rolledUpAt(tenantId, day);
  if (dueAt > now) {
    return [{ ...key, [TIMER_INDEX]: timerOf(tenantId, day), [DUE_ATTRIBUTE]: formatTimestamp(dueAt) }];
  }
  const parts = partsOf(tenantId, day, sumDay(cellsOf(alerts).values()), { parts: 1, isWritten: () => true });
  return [
    { ...key, generation: 1, parts: 1, rolled: true },
    ...parts.map((part) => ({ ...part.key, generation: 1, [ROWS]: part.packed })),
  ];
}

function cellsOf(alerts: readonly Alert[]): Cells {
  const cells = new Cells();
  for (const alert of alerts) {
    const { key, siteName, counted } = countedAlert(readAlertItem(ALERTS.item(alert)));
    countAlert(cells.at(key, siteName), counted);
  }
  return cells;
}
