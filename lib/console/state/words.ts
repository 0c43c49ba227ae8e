import type {
  Actor,
  Alert,
  AlertEvent,
  AlertSeverity,
  AlertStatus,
  Resolution,
  Role,
} from '../../client/types.ts';
import type { StatusFilter } from './screen.ts';

const SEVERITY_LABELS: Readonly<Record<AlertSeverity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
};

export const STATUS_LABELS: Readonly<Record<AlertStatus, string>> = {
  active: 'Active',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
};

export const STATUS_FILTER_LABELS: Readonly<Record<StatusFilter, string>> = {
  open: 'Open',
  ...STATUS_LABELS,
};

export const RESOLUTION_LABELS: Readonly<Record<Resolution, string>> = {
  real: 'Real',
  false_alarm: 'False alarm',
  test: 'Test',
  duplicate: 'Duplicate',
  other: 'Other',
};

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  platform_admin: 'Platform admin',
  tenant_master: 'Tenant master',
  tenant_admin: 'Tenant admin',
  operator: 'Operator',
  viewer: 'Viewer',
};

const EVENT_LABELS: Readonly<Record<string, string>> = {
  raised: 'Raised',
  reoccurred: 'Occurred again',
  acknowledged: 'Acknowledged',
  noted: 'Note',
  escalated: 'Escalated: nobody acknowledged it in time',
  resolved: 'Resolved',
  reopened: 'Reopened',
};

/** The text for users without a site: an empty screen must not look like quiet. */
export function noSitesText(role: Role): string {
  const isAssigned = role === 'operator' || role === 'viewer';
  const next = isAssigned
    ? 'Ask a tenant admin or tenant master to assign sites to you.'
    : 'Create the first site and its devices through the API. A tenant master creates the key with which they report.';
  return `No site is within your scope, so nothing is shown here. ${next}`;
}

/** The service may know severities that this screen does not. */
export function severityLabel(severity: AlertSeverity): string {
  return SEVERITY_LABELS[severity] ?? severity;
}

export function roleLabel(role: Role): string {
  return ROLE_LABELS[role] ?? role;
}

export function eventLabel({ action }: Pick<AlertEvent, 'action'>): string {
  return EVENT_LABELS[action] ?? action;
}

/** The name of an actor. A person may be called Guard, too; only Guard itself is the system. */
export function actorLabel({ kind, name }: Pick<Actor, 'kind' | 'name'>): string {
  return kind === 'system' ? `${name} (system)` : name;
}

/** Who resolved an alert, if known. Guard itself has a name but no id. */
export function resolverLabel({ resolved_by: id, resolved_by_name: name }: Alert): string | null {
  return name && actorLabel({ kind: id === null ? 'system' : 'user', name });
}

/** `low-battery` → `Low battery`. */
export function typeLabel(type: string): string {
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where it was raised, the nearest place first. Old alerts may lack the names. */
export function placeOf({ device_name, zone_name }: Alert): string {
  return [device_name, zone_name].filter((it) => it !== null).join(' · ');
}

export function resolutionLabel(resolution: string): string {
  return (RESOLUTION_LABELS as Readonly<Record<string, string>>)[resolution] ?? resolution;
}
