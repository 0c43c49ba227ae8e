import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  type Alert,
  KNOWN_ALERT_TYPES,
} from '../../shared/alerts/alert.ts';
import { transition } from '../../shared/alerts/transition.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { DemoSite } from './demo-premises.ts';
import type { DemoSeed } from './demo-seed.ts';

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

const MINUTE_MS = 60_000;
const NEWEST_AGE_MS = 4 * MINUTE_MS;
const OLDEST_AGE_MS = 30 * 24 * 60 * MINUTE_MS;

/** Every type with every severity in every status, once. */
const COMBINATIONS = KNOWN_ALERT_TYPES.length * ALERT_SEVERITIES.length * ALERT_STATUSES.length;

/**
 * Alerts of a tenant, from minutes to weeks old, the newest first and closest together. The newest have every
 * combination of type, severity and status; the older ones are resolved, as they are where operators do their work.
 */
export function demoAlerts(
  premises: readonly DemoSite[],
  { count, operatorId, seed }: { count: number; operatorId: string; seed: DemoSeed },
): Alert[] {
  return Array.from({ length: count }, (_, place) => {
    const raisedAt = new Date(seed.now.getTime() - ageOf(place, count));
    const site = pick(premises, place + Math.floor(place / 3));
    const raised = raisedAlert(site, place, raisedAt, seed.makeId(raisedAt));
    const after = (minutes: number) => ({
      userId: operatorId,
      at: formatTimestamp(new Date(raisedAt.getTime() + minutes * MINUTE_MS)),
    });
    const status = place < COMBINATIONS ? pick(ALERT_STATUSES, Math.floor(place / 30)) : 'resolved';
    if (status === 'active') return raised;
    const acknowledged = changed(transition(raised, 'acknowledge', after(2 + (place % 7))));
    if (status === 'acknowledged') return acknowledged;
    return changed(transition(acknowledged, 'resolve', after(15 + (place % 11) * 4)));
  });
}

/** How long ago the alert of a place was raised: the age grows with the square of the place. */
function ageOf(place: number, count: number): number {
  const share = (place / Math.max(count - 1, 1)) ** 2;
  return Math.round(NEWEST_AGE_MS + share * (OLDEST_AGE_MS - NEWEST_AGE_MS));
}

function raisedAlert({ site, devices }: DemoSite, place: number, raisedAt: Date, id: string): Alert {
  const type = pick(KNOWN_ALERT_TYPES, place);
  const kind = RAISED_BY[type];
  const device = pick(
    devices.filter((candidate) => kind === undefined || candidate.type === kind),
    place * 5,
  );
  const at = formatTimestamp(raisedAt);
  return {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    zone_id: device.zone_id,
    device_id: device.id,
    type,
    severity: pick(ALERT_SEVERITIES, Math.floor(place / KNOWN_ALERT_TYPES.length)),
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
