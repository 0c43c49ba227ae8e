import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  type Alert,
  KNOWN_ALERT_TYPES,
} from '../../shared/alerts/alert.ts';
import { transition } from '../../shared/alerts/transition.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { DemoSite } from './demo-premises.ts';

const MESSAGES: Record<(typeof KNOWN_ALERT_TYPES)[number], string> = {
  panic: 'Panic button pressed',
  'device-offline': 'Device stopped reporting',
  intrusion: 'Movement while armed',
  fire: 'Smoke detected',
  tamper: 'Housing opened',
  'low-battery': 'Battery below 15 %',
};

/** What kind of device raises such an alert; the others come from any. */
const RAISED_BY: Partial<Record<(typeof KNOWN_ALERT_TYPES)[number], string>> = {
  panic: 'panic-button',
  intrusion: 'motion-sensor',
  fire: 'smoke-detector',
  tamper: 'door-contact',
};

const HOUR_MS = 3_600_000;
/** Between two alerts of a tenant; with an odd number of hours they fall on every time of day. */
const INTERVAL_MS = 5 * HOUR_MS;

/** Every type with every severity in every status, once. */
const COMBINATIONS = KNOWN_ALERT_TYPES.length * ALERT_SEVERITIES.length * ALERT_STATUSES.length;

/**
 * Alerts of a tenant, back in time from `newestAt`. The newest have every combination of type, severity and
 * status; the older ones are resolved, as they are where operators do their work.
 */
export function demoAlerts(
  premises: readonly DemoSite[],
  {
    count,
    newestAt,
    operatorId,
    makeId,
  }: { count: number; newestAt: Date; operatorId: string; makeId: (at: Date) => string },
): Alert[] {
  return Array.from({ length: count }, (_, age) => {
    const raisedAt = new Date(newestAt.getTime() - age * INTERVAL_MS);
    const raised = raisedAlert(pick(premises, age + Math.floor(age / 3)), age, raisedAt, makeId(raisedAt));
    const by = (hours: number) => ({
      userId: operatorId,
      at: formatTimestamp(new Date(raisedAt.getTime() + hours * HOUR_MS)),
    });
    const status = age < COMBINATIONS ? pick(ALERT_STATUSES, Math.floor(age / 30)) : 'resolved';
    if (status === 'active') return raised;
    const acknowledged = changed(transition(raised, 'acknowledge', by(1)));
    return status === 'acknowledged' ? acknowledged : changed(transition(acknowledged, 'resolve', by(2)));
  });
}

function raisedAlert({ site, devices }: DemoSite, age: number, raisedAt: Date, id: string): Alert {
  const type = pick(KNOWN_ALERT_TYPES, age);
  const kind = RAISED_BY[type];
  const device = pick(
    devices.filter((candidate) => kind === undefined || candidate.type === kind),
    age * 5,
  );
  const at = formatTimestamp(raisedAt);
  return {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    zone_id: device.zone_id,
    device_id: device.id,
    type,
    severity: pick(ALERT_SEVERITIES, Math.floor(age / KNOWN_ALERT_TYPES.length)),
    status: 'active',
    message: `${MESSAGES[type]}: ${device.name}`,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: at,
    updated_at: at,
  };
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
