import type * as z from 'zod/mini';
import {
  DEDUP_KEY_LENGTH,
  isPlausibleTime,
  MESSAGE_LENGTH,
  METADATA_BYTES,
  METADATA_ENTRIES,
  METADATA_NAME_LENGTH,
  METADATA_VALUE_LENGTH,
  metadataNameField,
  NOTE_LENGTH,
  occurredAtField,
} from '../alerts/alert-input.ts';
import { fieldWarning, type Warning, type WarningCode } from '../alerts/warning.ts';
import { canonicalJson, sha256 } from '../base/digest.ts';
import { replaceUnprintable, shorten } from '../base/fields.ts';
import { isId } from '../base/ids.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { MAXIMUM_FIELD_NAME_LENGTH } from '../base/validation.ts';
import { announcedPictureSchema } from '../pictures/picture-upload.ts';
import {
  EVENT_ID_LENGTH,
  EVENT_SCHEMAS,
  MOST_ANNOUNCED,
  type RaiseEvent,
  type ReportEvent,
} from './report-event.ts';
import { KNOWN_TYPES, shapeOf, textOfBody, UNKNOWN_SIGNAL } from './unknown-event.ts';

/** A valid event, and how it was repaired. */
export interface RepairedEvent<E extends ReportEvent = ReportEvent> {
  readonly event: E;
  readonly warnings: readonly Warning[];
  /**
   * The content that identifies the event, and does not depend on the time: the fields of the valid event, or those of an
   * invalid event as it was sent. The id is left out.
   */
  readonly said: Fields;
  /** The time that the event gave, if it is not plausible; the time of arrival then counts. */
  readonly reportedAt?: string | undefined;
  /** Whether Guard knows its action or its type. No other event is a sign of life. */
  readonly isKnown: boolean;
  /** The shape of an event that Guard does not understand at all, which raises an alert all the same. */
  readonly unknownShape?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
type Action = ReportEvent['action'];
type Warn = (code: WarningCode, happened: string) => void;
/** Makes a valid value of an invalid or missing one. `undefined` leaves the field out. */
type Repairer = (value: unknown, warn: Warn, others: Fields) => unknown;

/**
 * Makes a valid event of any object, because an alarm is never refused for a minor detail (docs/api-contract.md, "What Guard
 * repairs"). A valid event is not changed. Whether its site, zone and device exist is checked later.
 */
export function repairEvent(sent: Fields, now: Date): RepairedEvent {
  const warnings: Warning[] = [];
  const valid = validOf(sent);
  const fields = valid ? sent : withKnownNames(sent, warnings);
  const chosen = valid ? KNOWN : chooseAction(fields, warnings);
  if (chosen === 'unknown') return unknownEvent(sent);
  const event = valid ?? repaired(fields, chosen, warnings);
  const { id: _, ...said }: Fields = valid ?? sent;
  const outcome = { warnings, said, isKnown: chosen.isKnown };
  if (event.action === 'resolve' || event.action === 'heartbeat') return { ...outcome, event };
  const { occurred_at, ...timeless } = event;
  if (occurred_at !== undefined && isPlausibleTime(occurred_at, now)) return { ...outcome, event };
  if (occurred_at !== undefined) {
    const happened = 'is too old or too far ahead. The time of arrival counts.';
    warnings.push(fieldWarning('occurred_at', 'clock_wrong', happened));
  }
  return { ...outcome, event: timeless, reportedAt: reportedTime(fields['occurred_at']) };
}

/** Repairs the body of POST /alerts as `repairEvent` does. It has neither an action nor an id. */
export function repairAlert(sent: Fields, now: Date): RepairedEvent<RaiseEvent> {
  const { action: _, id: __, pictures: ___, ...fields } = sent;
  const { event, warnings, ...outcome } = repairEvent({ ...fields, action: 'raise' }, now);
  if (event.action !== 'raise') throw new Error('The action of an event was repaired although it was valid');
  const unknown = Object.keys(sent).filter((name) => ['action', 'id', 'pictures'].includes(name));
  return { ...outcome, event, warnings: [...warnings, ...unknown.map(unknownField)] };
}

/**
 * Makes an alarm of what Guard does not understand: another system's body, or one without a known action and type. Its fields
 * mean nothing, except those that name its place and a severity above the usual one.
 */
export function unknownEvent(sent: unknown): RepairedEvent<RaiseEvent> {
  const fields = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  const warnings = [
    fieldWarning(
      'action',
      'not_understood',
      'is missing or unknown, and so is the type. The event raises unknown-signal and is no sign of life.',
    ),
  ];
  const ignore: Warn = () => {};
  const ids = PLACE_FIELDS.flatMap((name) => {
    const id = repairId(Reflect.get(fields, name), ignore, {});
    return id === undefined ? [] : [[name, id]];
  });
  const severity = repairSeverity(Reflect.get(fields, 'severity'), ignore, {});
  const event = EVENT_SCHEMAS.raise.parse({
    action: 'raise',
    type: UNKNOWN_SIGNAL,
    severity: severity === 'critical' ? severity : 'high',
    message: `Not understood: ${textOfBody(sent)}`.trim(),
    ...Object.fromEntries(ids),
  });
  return { event, warnings, said: fields, isKnown: false, unknownShape: shapeOf(sent) };
}

const PLACE_FIELDS = ['site_id', 'device_id', 'zone_id'] as const;

function validOf(sent: Fields): ReportEvent | undefined {
  const known = ACTIONS.find((action) => action === sent['action']);
  return known && EVENT_SCHEMAS[known].safeParse(sent).data;
}

function repaired(fields: Fields, { action, type }: ChosenAction, warnings: Warning[]): ReportEvent {
  const chosen = type === undefined ? {} : { type };
  const { shape } = EVENT_SCHEMAS[action];
  const event: Record<string, unknown> = { action };
  for (const [name, schema] of Object.entries<z.ZodMiniType>(shape)) {
    if (name === 'action') continue;
    const given = schema.safeParse(fields[name]);
    const warn: Warn = (code, happened) => warnings.push(fieldWarning(name, code, happened));
    const value = given.success
      ? given.data
      : REPAIRERS[action][name]?.(fields[name], warn, { ...chosen, ...event });
    if (value !== undefined) event[name] = value;
  }
  warnings.push(
    ...Object.keys(fields)
      .filter((name) => !Object.hasOwn(shape, name))
      .map(unknownField),
  );
  return EVENT_SCHEMAS[action].parse(event);
}

function unknownField(name: string): Warning {
  return fieldWarning(nameOf(name), 'unknown_field', 'is unknown here and was ignored.');
}

/** The name of a field from the client, for a warning. */
function nameOf(name: string): string {
  return shorten(replaceUnprintable(name), MAXIMUM_FIELD_NAME_LENGTH);
}

/** Renames fields such as `Severity` and `deviceId`, whose meaning is obvious. */
function withKnownNames(sent: Fields, warnings: Warning[]): Fields {
  const known = Object.keys(EVENT_SCHEMAS.raise.shape);
  const fold = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const fields: Record<string, unknown> = { ...sent };
  for (const [name, value] of Object.entries(sent)) {
    const meant = known.includes(name) ? undefined : known.find((it) => fold(it) === fold(name));
    if (meant === undefined || Object.hasOwn(fields, meant)) continue;
    delete fields[name];
    fields[meant] = value;
    warnings.push(fieldWarning(nameOf(name), 'converted', `was read as ${meant}.`));
  }
  return fields;
}

const ACTIONS = Object.keys(EVENT_SCHEMAS) as Action[];

interface ChosenAction {
  readonly action: Action;
  /** The alert type, if that was given as the action. */
  readonly type?: string;
  readonly isKnown: boolean;
}

/** Of a valid event, which needs no repair. */
const KNOWN = { action: 'raise', isKnown: true } as const;

/**
 * Chooses the action of an event. One with a type that Guard knows raises an alert, whatever else it has, and so does one that
 * has nothing but fields of an alarm and among them a type. Guard understands no other.
 */
function chooseAction(fields: Fields, warnings: Warning[]): ChosenAction | 'unknown' {
  const warn: Warn = (code, happened) => warnings.push(fieldWarning('action', code, happened));
  const { action, type, dedup_key } = fields;
  const chosen = understoodAction(fields);
  if (chosen === 'resolve' && isEmpty(dedup_key)) {
    const happened = 'is missing, so there is nothing to resolve. The event counts as a sign of life.';
    warnings.push(fieldWarning('dedup_key', 'assumed', happened));
    return { action: 'heartbeat', isKnown: true };
  }
  if (chosen !== undefined) {
    if (chosen !== action) warn('converted', `was read as ${chosen}.`);
    return { action: chosen, isKnown: true };
  }
  const named = KNOWN_TYPES.find((known) => known === slugOf(action));
  const isKnown = named !== undefined || KNOWN_TYPES.includes(slugOf(type));
  const isAlarm = slugOf(type) !== '' && Object.keys(fields).every((name) => RAISE_FIELDS.includes(name));
  if (!isKnown && !isAlarm) return 'unknown';
  warn('assumed', 'is missing or unknown. The event was read as raise.');
  return { action: 'raise', ...(named ? { type: named } : {}), isKnown };
}

/** Actions that raise nothing. Whoever names a type or a severity beside one means an alarm, such as that of a door. */
const QUIET_ACTIONS: readonly Action[] = ['open', 'close', 'test'];

function understoodAction({ action, type, severity }: Fields): Action | undefined {
  const named = actionIn(action);
  if (named !== undefined && QUIET_ACTIONS.includes(named)) {
    return isEmpty(type) && isEmpty(severity) ? named : undefined;
  }
  const ofType = action === undefined ? actionIn(type) : undefined;
  return named ?? (ofType !== undefined && QUIET_ACTIONS.includes(ofType) ? undefined : ofType);
}

const RAISE_FIELDS = Object.keys(EVENT_SCHEMAS.raise.shape);

function actionIn(value: unknown): Action | undefined {
  const word = typeof value === 'string' ? value.toLowerCase().replaceAll(/[^a-z]/g, '') : undefined;
  return ACTIONS.find((action) => action === word);
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const repairId: Repairer = (value, warn) => {
  if (value === undefined) return undefined;
  const id = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (isId(id)) warn('converted', 'was read as an id in lower case.');
  else warn('left_out', 'is not an id and was left out.');
  return isId(id) ? id : undefined;
};

const repairType: Repairer = (value, warn, { type: named }) => {
  if (named !== undefined && isEmpty(value)) return named;
  const slug = slugOf(value);
  if (slug) warn('converted', 'was brought into the form of a type: lower-case letters, digits and hyphens.');
  else warn('assumed', 'is missing or not usable. The type is unknown.');
  return slug || 'unknown';
};

const repairSeverity: Repairer = (value, warn, { type }) => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  const folded = ALERT_SEVERITIES.find((severity) => severity === word);
  const severity = folded ?? (type === 'panic' || type === 'fire' ? 'critical' : 'high');
  if (folded) warn('converted', 'was read in lower case.');
  else warn('assumed', `is missing or unknown. It counts as ${severity}.`);
  return severity;
};

const repairMessage: Repairer = (value, warn, { type }) => {
  const message = repairText(MESSAGE_LENGTH)(value, warn, {});
  if (message !== undefined) return message;
  warn('assumed', 'is missing or empty. The type takes its place.');
  return type;
};

function repairText(limit: number): Repairer {
  return (value, warn) => {
    if (isEmpty(value)) return undefined;
    const text = textOf(value).trim();
    const printable = replaceUnprintable(text).trim();
    const fitting = shorten(printable, limit);
    if (typeof value !== 'string') warn('converted', 'was made a text.');
    if (printable !== text)
      warn('characters_replaced', 'had characters that no text may have. They were replaced.');
    if (fitting !== printable) warn('shortened', `had more than ${limit} characters and was cut.`);
    return fitting === '' ? undefined : fitting;
  };
}

/**
 * Makes a repairer for ids and dedup keys. It replaces an invalid one by its hash, because one that was only cut could be
 * that of something else.
 */
function repairName(limit: number): Repairer {
  return (value, warn) => {
    if (value === undefined) return undefined;
    if (isEmpty(value)) {
      warn('left_out', 'is empty and was left out.');
      return undefined;
    }
    if (typeof value === 'number' || typeof value === 'boolean') {
      warn('converted', 'was made a text.');
      return String(value);
    }
    warn('hashed', `is not a text of 1 to ${limit} characters. Its hash takes its place.`);
    return sha256(canonicalJson(value));
  };
}

/** The number or name of an area or a user, which panels write as a number, too. */
const repairNumber: Repairer = (value, warn) => {
  if (isEmpty(value)) return undefined;
  const text = shorten(replaceUnprintable(textOf(value)).trim(), 16);
  if (text === '') return undefined;
  warn('converted', 'was made a short text.');
  return text;
};

const repairFlag: Repairer = (value, warn) => {
  if (isEmpty(value)) return undefined;
  warn('converted', 'was read as true or false.');
  return ['true', '1', 'yes', 'partial'].includes(String(value).trim().toLowerCase());
};

const repairTime: Repairer = (value, warn) => {
  if (value === undefined) return undefined;
  const time = readTime(value);
  if (time) warn('converted', 'was read as an ISO 8601 timestamp.');
  else warn('time_not_readable', 'is not a time with a UTC offset. The time of arrival counts.');
  return time;
};

const repairMetadata: Repairer = (value, warn) => {
  if (isEmpty(value)) {
    if (value !== undefined) warn('left_out', 'is empty and was left out.');
    return undefined;
  }
  const entries = Object.entries(typeof value === 'object' && value ? value : { value });
  const metadata: Record<string, string> = {};
  const codes = new Set<WarningCode>();
  for (const [name, each] of entries) {
    const text = shorten(textOf(each).toWellFormed(), METADATA_VALUE_LENGTH);
    const entry = { [freeName(name, metadata)]: text };
    const grown = { ...metadata, ...entry };
    const isFull = Object.keys(metadata).length === METADATA_ENTRIES;
    if (isFull || Buffer.byteLength(JSON.stringify(grown)) > METADATA_BYTES) codes.add('shortened');
    else Object.assign(metadata, entry);
    if (text !== each) codes.add(typeof each === 'string' ? 'shortened' : 'converted');
    if (!Object.hasOwn(entry, name)) codes.add('converted');
  }
  if (codes.has('converted')) warn('converted', 'was brought into the form of named texts.');
  if (codes.has('shortened')) warn('shortened', 'was larger than allowed. What fits was kept.');
  return metadata;
};

/** What devices call the type of a JPEG. */
const JPEG_NAMES = ['image/jpg', 'image/pjpeg', 'jpeg', 'jpg'];

/** Keeps the pictures that can be announced as they are meant, in their order. */
const repairPictures: Repairer = (value, warn) => {
  if (isEmpty(value)) return undefined;
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const usable = given.flatMap((it) => {
    const { content_type, bytes } = Object(it) as Fields;
    const [name = ''] = String(content_type).toLowerCase().split(';');
    const type = JPEG_NAMES.includes(name.trim()) ? 'image/jpeg' : name.trim();
    const picture = announcedPictureSchema.safeParse({ content_type: type, bytes: Number(bytes) }).data;
    return picture ? [picture] : [];
  });
  const kept = usable.slice(0, MOST_ANNOUNCED);
  if (kept.length < given.length)
    warn('left_out', 'has pictures that are not usable or too many. They were left out.');
  else warn('converted', 'was brought into the form of announced pictures.');
  return kept;
};

/** Makes a slug of a name, different from the names of the other entries. */
function freeName(name: string, taken: Fields): string {
  const slug = metadataNameField.safeParse(name).success ? name : slugOf(name) || 'value';
  const form = slug === 'constructor' ? 'constructor-1' : slug;
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`;
    const free = `${form.slice(0, METADATA_NAME_LENGTH - end.length).replace(/-+$/, '')}${end}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}

type RepairersOf<A extends Action> = Record<
  Exclude<keyof (typeof EVENT_SCHEMAS)[A]['shape'], 'action'>,
  Repairer
>;

const RAISE: RepairersOf<'raise'> = {
  site_id: repairId,
  device_id: repairId,
  zone_id: repairId,
  type: repairType,
  severity: repairSeverity,
  message: repairMessage,
  dedup_key: repairName(DEDUP_KEY_LENGTH),
  occurred_at: repairTime,
  metadata: repairMetadata,
  pictures: repairPictures,
  id: repairName(EVENT_ID_LENGTH),
};
const RESOLVE: RepairersOf<'resolve'> = {
  site_id: repairId,
  device_id: repairId,
  dedup_key: repairName(DEDUP_KEY_LENGTH),
  message: repairText(NOTE_LENGTH),
  id: repairName(EVENT_ID_LENGTH),
};
const HEARTBEAT: RepairersOf<'heartbeat'> = { device_id: repairId };
const PLACED: Pick<RepairersOf<'open'>, 'site_id' | 'device_id' | 'occurred_at' | 'id'> = {
  site_id: repairId,
  device_id: repairId,
  occurred_at: repairTime,
  id: repairName(EVENT_ID_LENGTH),
};
const OPEN: RepairersOf<'open'> = { ...PLACED, partition: repairNumber, user_number: repairNumber };
const CLOSE: RepairersOf<'close'> = { ...OPEN, partial: repairFlag };
const { site_id: _, ...TEST }: typeof PLACED = PLACED;
const REPAIRERS: Record<Action, Readonly<Record<string, Repairer>>> = {
  raise: RAISE,
  resolve: RESOLVE,
  heartbeat: HEARTBEAT,
  open: OPEN,
  close: CLOSE,
  test: TEST satisfies RepairersOf<'test'>,
};

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? canonicalJson(value) : String(value);
}

/** The maximum length of a slug. It is also that of names in metadata. */
const SLUG_LENGTH = 64;

/** Makes a slug: letters without accents, digits, and a hyphen for anything else; empty if nothing is left. */
function slugOf(value: unknown): string {
  if (isEmpty(value) || typeof value === 'object') return '';
  const plain = String(value).normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, SLUG_LENGTH).replace(/-$/, '');
}

/** The variants of ISO 8601 that firmware writes: without colons or separators, with a space, a comma or a short offset. */
const LOOSE_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)[t\s]?(\d\d):?(\d\d):?(\d\d)?(?:[.,](\d{1,3})\d*)?\s?(?:(z|utc|gmt)|([+-]\d\d):?(\d\d)?)$/i;
const EPOCH = /^\d{9,13}(?:\.\d+)?$/;
/** Smaller numbers are seconds since 1970; this and larger ones are milliseconds. */
const FIRST_MILLISECONDS = 1e11;
const LAST_MILLISECONDS = 1e13;

/** Returns the timestamp that a value means, if that is beyond doubt. */
function readTime(value: unknown): string | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && EPOCH.test(value.trim()))) {
    const number = Number(value);
    const milliseconds = number < FIRST_MILLISECONDS ? number * 1_000 : number;
    const isReadable = milliseconds >= 0 && milliseconds < LAST_MILLISECONDS;
    return isReadable ? formatTimestamp(new Date(milliseconds)) : undefined;
  }
  const parts = typeof value === 'string' ? LOOSE_TIME.exec(value.trim()) : undefined;
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', utc, hours, minutes = '00'] = parts;
  const offset = utc ? 'Z' : `${hours}:${minutes}`;
  return occurredAtField.safeParse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`)
    .data;
}

const REPORTED_LENGTH = 64;

function reportedTime(value: unknown): string | undefined {
  return isEmpty(value)
    ? undefined
    : shorten(replaceUnprintable(textOf(value)).trim(), REPORTED_LENGTH) || undefined;
}
