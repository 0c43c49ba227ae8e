import { ALERT_SEVERITIES, type AlertSeverity } from '../base/severities.ts';

export type EventKind = 'alarm' | 'trouble' | 'restore' | 'open' | 'close' | 'test' | 'bypass' | 'other';

interface EventType {
  readonly kind: Exclude<EventKind, 'restore'>;
  /** The severity of its codes, unless a code has another. */
  readonly severity: AlertSeverity;
}

const alarm = (severity: AlertSeverity): EventType => ({ kind: 'alarm', severity });
const trouble = (severity: AlertSeverity): EventType => ({ kind: 'trouble', severity });
const recorded = (kind: EventType['kind']): EventType => ({ kind, severity: 'info' });

/**
 * The types of all events of panels. Those of alarms and troubles become types of alerts. A type is either an alarm, which
 * people close, or a trouble, which its restore resolves. What can fail at the same place at the same time has types of its
 * own: a restore must not resolve another trouble.
 */
export const EVENT_TYPES = {
  panic: alarm('critical'),
  fire: alarm('critical'),
  medical: alarm('critical'),
  gas: alarm('critical'),
  'carbon-monoxide': alarm('critical'),
  intrusion: alarm('high'),
  tamper: alarm('high'),
  'code-tamper': alarm('medium'),
  'door-forced': alarm('high'),
  'door-held-open': alarm('medium'),
  'general-alarm': alarm('high'),
  'water-leak': alarm('high'),
  temperature: alarm('medium'),
  technical: alarm('medium'),
  'no-activity': alarm('medium'),
  'missed-check-in': alarm('high'),
  'late-to-open': alarm('medium'),
  'late-to-close': alarm('medium'),
  'arming-failed': alarm('medium'),
  'exit-error': alarm('medium'),
  'unknown-signal': alarm('high'),
  'mains-failure': trouble('medium'),
  'low-battery': trouble('low'),
  'power-supply-trouble': trouble('medium'),
  overcurrent: trouble('medium'),
  'ground-fault': trouble('medium'),
  'communication-trouble': trouble('medium'),
  'phone-line-trouble': trouble('medium'),
  'network-failure': trouble('medium'),
  'radio-interference': trouble('high'),
  'siren-trouble': trouble('medium'),
  'output-trouble': trouble('low'),
  'printer-trouble': trouble('low'),
  'expansion-trouble': trouble('medium'),
  'expansion-missing': trouble('medium'),
  'sensor-trouble': trouble('medium'),
  'sensor-lost': trouble('medium'),
  'camera-trouble': trouble('low'),
  'door-trouble': trouble('low'),
  'fire-trouble': trouble('high'),
  'fire-supervisory': trouble('high'),
  'panic-trouble': trouble('high'),
  'medical-trouble': trouble('high'),
  'system-trouble': trouble('medium'),
  'fail-to-test': trouble('medium'),
  opening: recorded('open'),
  closing: recorded('close'),
  'partial-closing': recorded('close'),
  test: recorded('test'),
  'walk-test': recorded('test'),
  bypass: recorded('bypass'),
  unbypass: recorded('bypass'),
  'alarm-cancelled': recorded('other'),
  access: recorded('other'),
  'access-denied': recorded('other'),
  'remote-access': recorded('other'),
  'settings-changed': recorded('other'),
  status: recorded('other'),
} as const satisfies Readonly<Record<string, EventType>>;

export type EventTypeName = keyof typeof EVENT_TYPES;

const SUBJECTS = ['zone', 'user', 'area', 'none'] as const;

/** What the number after a code is. `none` is a device of the panel or nothing; it is kept as if it were a zone. */
export type Subject = (typeof SUBJECTS)[number];

/** A row of a table of codes. */
export interface Code {
  readonly code: string;
  readonly kind: EventKind;
  /** Of a restore, the type that it restores. */
  readonly type: EventTypeName;
  /** The type of its closing in Contact ID, where that is no restore. */
  readonly endType?: EventTypeName;
  readonly severity: AlertSeverity;
  readonly subject: Subject;
  readonly name: string;
}

/**
 * Reads a table: in each row a code, its type, its subject and its name. `-type` restores that type, and `type:severity` has
 * another severity than its type. `opening/closing` is one type at its beginning and another at its end. A name with a slash
 * is one for the beginning and one for the end.
 */
export function readCodes(table: string): ReadonlyMap<string, Code> {
  const rows = table.trim().split('\n').map(readRow);
  const codes = new Map(rows.map((row) => [row.code, row]));
  if (codes.size < rows.length) throw new Error('A table has a code twice');
  return codes;
}

function readRow(row: string): Code {
  const [, code = '', restores, type = '', endType, severity, subject = '', name = ''] =
    /^(\S+) (-?)([a-z-]+)(?:\/([a-z-]+))?(?::([a-z]+))? ([a-z]+) (.+)$/.exec(row) ?? [];
  if (!isEventType(type) || (endType !== undefined && !isEventType(endType)))
    throw new Error(`Unknown type in the row "${row}"`);
  const known = SUBJECTS.find((it) => it === subject);
  if (!known) throw new Error(`Unknown subject in the row "${row}"`);
  const usual: EventType = EVENT_TYPES[type];
  const own = ALERT_SEVERITIES.find((it) => it === severity);
  if (severity !== undefined && !own) throw new Error(`Unknown severity in the row "${row}"`);
  return {
    code,
    kind: restores ? 'restore' : usual.kind,
    type,
    ...(endType === undefined ? {} : { endType }),
    severity: own ?? usual.severity,
    subject: known,
    name,
  };
}

function isEventType(type: string): type is EventTypeName {
  return Object.hasOwn(EVENT_TYPES, type);
}
