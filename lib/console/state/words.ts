import { isPermitted } from '../../../shared/base/access.ts';
import type {
  Actor,
  Alert,
  AlertEvent,
  AlertPlanStep,
  AlertSeverity,
  AlertStatus,
  Resolution,
  Role,
  Warning,
} from '../../client/types.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import type { StatusFilter } from './screen.ts';

const STATUS_LABELS: Readonly<Record<AlertStatus, string>> = common.statuses;

export const STATUS_FILTER_LABELS: Readonly<Record<StatusFilter, string>> = {
  open: desk.list.open,
  parked: desk.list.parked,
  ...STATUS_LABELS,
};

export const RESOLUTION_LABELS: Readonly<Record<Resolution, string>> = common.resolutions;

/** The service may know values that this console does not: they are shown as they are. */
function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;
}

/** The text for users without a site: an empty screen must not look like quiet. */
export function noSitesText(role: Role): string {
  const { noSite, askAdmin, createOne } = desk.noSites;
  return `${noSite} ${isPermitted(role, 'sites:create') ? createOne : askAdmin}`;
}

export function severityLabel(severity: AlertSeverity): string {
  return labelOf(common.severities, severity);
}

export function statusLabel(status: AlertStatus): string {
  return labelOf(common.statuses, status);
}

export function resolutionLabel(resolution: string): string {
  return labelOf(common.resolutions, resolution);
}

export function roleLabel(role: Role): string {
  return labelOf(common.roles, role);
}

/** Says what happened. An outcome names its step: by its text, if the steps are known. A risen severity names both. */
export function eventLabel(
  entry: Pick<AlertEvent, 'action' | 'step' | 'outcome' | 'severity' | 'former_severity' | 'type'>,
  steps: readonly AlertPlanStep[] = [],
): string {
  const { action, step, outcome, severity, former_severity: former, type } = entry;
  const label = labelOf(desk.events, action);
  if (severity && former) {
    const rise = `${label}: ${severityLabel(former)} → ${severityLabel(severity)}`;
    return type === undefined ? rise : `${rise} (${typeLabel(type)})`;
  }
  if (step === undefined || outcome === undefined) return label;
  const text = steps.find(({ key }) => key === step)?.text ?? step;
  return `${label} “${text}”: ${labelOf(common.outcomes, outcome)}`;
}

/** Says what Guard did with a field of a report. */
export function warningLabel({ field, code }: Pick<Warning, 'field' | 'code'>): string {
  return `${field}: ${labelOf(common.warnings, code)}`;
}

/** The name of an actor. A person may be called Guard, too; only Guard itself is the system. */
export function actorLabel({ kind, name }: Pick<Actor, 'kind' | 'name'>): string {
  return kind === 'system' ? common.system(name) : name;
}

/** Says who resolved an alert, if known. Guard itself has a name but no id. */
export function resolverLabel({ resolved_by: id, resolved_by_name: name }: Alert): string | null {
  return name && actorLabel({ kind: id === null ? 'system' : 'user', name });
}

/** `device-offline` → `Device offline`, in the language of this page. An unknown `lift-alarm` becomes `Lift alarm`. */
export function typeLabel(type: string): string {
  return nameOf(common.alertTypes, type);
}

export function deviceTypeLabel(type: string): string {
  return nameOf(common.deviceTypes, type);
}

/** A kind of types: what they are called, and whether Guard knows more of them. */
const TYPES = { alert: common.alertTypes, device: common.deviceTypes } as const;
type TypeKind = keyof typeof TYPES;

/** The names of the known types and of others that are in use, for a person to choose from. */
export function typeNames(kind: TypeKind, used: readonly string[] = []): string[] {
  const types = [...Object.keys(TYPES[kind]), ...used];
  return [...new Set(types.map((it) => nameOf(TYPES[kind], it)))].sort((one, other) =>
    one.localeCompare(other),
  );
}

/**
 * The type that a person means: by its name in the language of this page, or made of their words (`Lift alarm` becomes
 * `lift-alarm`). Empty if nothing of the text can be in a type.
 */
export function typeNamed(kind: TypeKind, text: string): string {
  const typed = text.trim().toLowerCase();
  const known = Object.keys(TYPES[kind]).find((it) => nameOf(TYPES[kind], it).toLowerCase() === typed);
  return (
    known ??
    typed
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  );
}

function nameOf(names: Readonly<Record<string, string>>, type: string): string {
  const words = Object.hasOwn(names, type) ? (names[type] ?? type) : type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether the cause of an open alert is over: its device said so, and people close it. */
export const isRestored = ({ status, restored_at }: Pick<Alert, 'status' | 'restored_at'>): boolean =>
  status !== 'resolved' && restored_at !== undefined;

/** Whether somebody at the site cancelled the alarm of an open alert at its panel. */
export const isCancelled = ({ status, cancelled }: Pick<Alert, 'status' | 'cancelled'>): boolean =>
  status !== 'resolved' && cancelled !== undefined;

/** That an alarm was cancelled at its panel, and by whom. */
export function cancelWords({ cancelled }: Pick<Alert, 'cancelled'>): string {
  const { user_number, user_name } = cancelled ?? {};
  if (user_number === undefined || user_number === null) return desk.events.cancelled;
  return desk.cancelledBy(user_name ? `${user_number} (${user_name})` : user_number);
}

/** The places where an alert was raised, the nearest first. Old alerts may lack the names. */
export function placeOf({ device_name, zone_name }: Alert): string {
  return [device_name, zone_name].filter((it) => it !== null).join(' · ');
}

/** What an alert says. A drill says that it is one, in the language of this page. */
export const messageOf = ({ drill, message }: Pick<Alert, 'drill' | 'message'>): string =>
  drill ? desk.drill.message : message;
