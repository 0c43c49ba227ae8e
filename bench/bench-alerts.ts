import { ALERT_SEVERITIES, ALERTS, type Alert, KNOWN_ALERT_TYPES } from '../shared/alerts/alert.ts';
import type { AlertEvent, AlertEventAction } from '../shared/alerts/alert-event.ts';
import { OPEN_FORM } from '../shared/alerts/alert-form.ts';
import { placeEntries } from '../shared/alerts/change-stored.ts';
import { newAlert } from '../shared/alerts/create-alert.ts';
import { type AlertAction, transition } from '../shared/alerts/transition.ts';
import { lowestIdAt, newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import type { Site } from '../shared/sites/site.ts';
import { REVISION } from '../shared/table/version.ts';
import { itemBytes } from './item-size.ts';
import type { Random } from './random.ts';

/** The type of most alerts, so that lists filtered by it are long, too. */
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

/** The size of each alert's data in every status. */
const DATA_BYTES = 640;

/** Makes an alert of a given age in minutes, one of `count`. */
export type MakeAlert = (age: number, count: number, origin: AlertOrigin) => Alert;

/**
 * Alerts of a tenant's sites, one a minute, newest first. All have the same size, so that pages differ only in what is
 * measured.
 */
export function* benchAlerts(
  count: number,
  origin: AlertOrigin,
  make: MakeAlert = mixedAlert,
): Generator<Alert, void, void> {
  for (let age = 0; age < count; age++) yield withDataBytes(make(age, count, origin), DATA_BYTES);
}

/**
 * The first site, the common type and the common severity have 60 % each. About 200 alerts are open, most of them the
 * newest. The newest are the same for every count.
 */
function mixedAlert(age: number, _: number, origin: AlertOrigin): Alert {
  const raised = raisedAlert(origin, raisedAt(age));
  if (!origin.random.chance(openShare(age))) return resolved(raised, origin);
  return origin.random.chance(0.5) ? raised : acknowledged(raised, origin);
}

/** An active alert of a given age in minutes. */
export function activeAlert(age: number, origin: AlertOrigin): Alert {
  return raisedAlert(origin, raisedAt(age));
}

export function resolved(raised: Alert, origin: AlertOrigin): Alert {
  return changed(acknowledged(raised, origin), 'resolve', origin.operatorId, 30);
}

function acknowledged(raised: Alert, origin: AlertOrigin): Alert {
  return changed(raised, 'acknowledge', origin.operatorId, 2);
}

const raisedAt = (age: number) => new Date(NEWEST_AT - age * MINUTE_MS);

/** The alert with a message that is cut or padded until its data has this size. */
function withDataBytes(alert: Alert, bytes: number): Alert {
  const length = alert.message.length + bytes - itemBytes(ALERTS.item(alert).data);
  return { ...alert, message: alert.message.slice(0, length).padEnd(length, '.') };
}

/** The item of an alert as the endpoints would have written it, with its history. */
export function alertItem(alert: Alert) {
  const { id, tenant_id, raised_by, created_at, acknowledged_at, resolved_at, severity, type } = alert;
  const entry = (action: AlertEventAction, at: string, said: Partial<AlertEvent>) => ({
    event: {
      id: lowestIdAt(new Date(at)),
      alert_id: id,
      tenant_id,
      action,
      note: null,
      at,
      actor: raised_by,
      ...said,
    },
  });
  const { acknowledged_by, acknowledged_by_name, resolved_by, resolved_by_name } = alert;
  const { attributes } = placeEntries(alert, { form: OPEN_FORM }, [
    entry('raised', created_at, { severity, type }),
    ...(acknowledged_at === null
      ? []
      : [entry('acknowledged', acknowledged_at, { actor: person(acknowledged_by, acknowledged_by_name) })]),
    ...(resolved_at === null
      ? []
      : [entry('resolved', resolved_at, { actor: person(resolved_by, resolved_by_name) })]),
  ]);
  return { ...ALERTS.item(alert), ...attributes, [REVISION]: alert.version };
}

const person = (id: string | null, name: string | null) => ({ kind: 'user', id, name: name ?? '' }) as const;

/** Active alerts, newer than all of `benchAlerts`. */
export function freshAlerts(count: number, origin: AlertOrigin): Alert[] {
  return Array.from({ length: count }, (_, place) => {
    return raisedAlert(origin, new Date(NEWEST_AT + (place + 1) * MINUTE_MS));
  });
}

function openShare(age: number): number {
  if (age < 100) return 0.9;
  if (age < 400) return 0.3;
  return age < 1_000 ? 0.02 : 0;
}

function raisedAlert({ sites, random }: AlertOrigin, raisedAt: Date): Alert {
  const site = random.mostly(COMMON, sites);
  const at = formatTimestamp(raisedAt);
  const named = (name: string) => ({ id: newId(raisedAt, random.bytes), name });
  const id = newId(raisedAt, random.bytes);
  const place = { site, zone: named('Main hall'), device: named('Motion sensor 14') };
  const report = {
    type: random.mostly(COMMON, TYPES),
    severity: random.mostly(COMMON, SEVERITIES),
    message: 'Motion sensor in the main hall stopped reporting',
  };
  // All ids have the same length.
  const actor = { kind: 'key', id: site.id, name: 'Alarm panel' } as const;
  return newAlert(id, place, report, { actor, at });
}

function changed(alert: Alert, action: AlertAction, userId: string, minutes: number): Alert {
  const at = formatTimestamp(new Date(Date.parse(alert.created_at) + minutes * MINUTE_MS));
  const result = transition(alert, action, {
    actor: { kind: 'user', id: userId, name: 'Olga Operator' },
    at,
  });
  if (result.outcome !== 'changed') throw new Error(`An alert cannot be ${action}d`);
  return result.alert;
}
