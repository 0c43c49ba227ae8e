import { ALERT_SEVERITIES, type Alert, KNOWN_ALERT_TYPES } from '../shared/alerts/alert.ts';
import { type AlertAction, transition } from '../shared/alerts/transition.ts';
import { newId } from '../shared/ids.ts';
import type { Site } from '../shared/sites/site.ts';
import { formatTimestamp } from '../shared/time.ts';
import type { Random } from './random.ts';

/** What most alerts are, so that lists by it are long, too. */
export const COMMON_TYPE = 'device-offline';
export const COMMON_SEVERITY = 'low';
const COMMON = 0.6;

const TYPES = [COMMON_TYPE, ...KNOWN_ALERT_TYPES.filter((type) => type !== COMMON_TYPE)];
const SEVERITIES = [
  COMMON_SEVERITY,
  ...ALERT_SEVERITIES.filter((value) => value !== COMMON_SEVERITY),
] as const;

const NEWEST_AT = Date.parse('2026-11-01T00:00:00Z');
const MINUTE_MS = 60_000;

export interface AlertOrigin {
  readonly sites: readonly Site[];
  readonly operatorId: string;
  readonly random: Random;
}

/**
 * Alerts of a tenant's sites, one a minute back in time, newest first. The first site and the common type and
 * severity have 60 % each. About 200 are open: most of the newest, and a few that nobody got to.
 */
export function benchAlerts(count: number, origin: AlertOrigin): Alert[] {
  return Array.from({ length: count }, (_, age) => {
    const raisedAt = new Date(NEWEST_AT - age * MINUTE_MS);
    const raised = raisedAlert(origin, raisedAt);
    const acknowledged = changed(raised, 'acknowledge', origin.operatorId, raisedAt, 2);
    if (origin.random.chance(openShare(age))) return origin.random.chance(0.5) ? raised : acknowledged;
    return changed(acknowledged, 'resolve', origin.operatorId, raisedAt, 30);
  });
}

/** Active alerts, newer than all of `benchAlerts`. */
export function freshAlerts(count: number, origin: AlertOrigin): Alert[] {
  return Array.from({ length: count }, (_, place) => {
    return raisedAlert(origin, new Date(NEWEST_AT + (place + 1) * MINUTE_MS));
  });
}

function openShare(age: number): number {
  if (age < 100) return 0.9;
  if (age < 400) return 0.3;
  return age < 1_400 ? 0.02 : 0;
}

function raisedAlert({ sites, random }: AlertOrigin, raisedAt: Date): Alert {
  const site = random.mostly(COMMON, sites);
  const at = formatTimestamp(raisedAt);
  return {
    id: newId(raisedAt, random.bytes),
    tenant_id: site.tenant_id,
    site_id: site.id,
    zone_id: newId(raisedAt, random.bytes),
    device_id: newId(raisedAt, random.bytes),
    type: random.mostly(COMMON, TYPES),
    severity: random.mostly(COMMON, SEVERITIES),
    status: 'active',
    message: 'Motion sensor in the main hall stopped reporting',
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: at,
    updated_at: at,
  };
}

function changed(alert: Alert, action: AlertAction, userId: string, raisedAt: Date, minutes: number): Alert {
  const at = formatTimestamp(new Date(raisedAt.getTime() + minutes * MINUTE_MS));
  const result = transition(alert, action, { userId, at });
  if (result.outcome !== 'changed') throw new Error(`An alert cannot be ${action}d`);
  return result.alert;
}
