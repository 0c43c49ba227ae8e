import { dedupKeyOfUser } from '../alerts/dedup-key.ts';
import { concernsLives } from '../base/life-types.ts';
import type { AlertSeverity } from '../base/severities.ts';
import { CODES_OF_MAKERS, CONTACT_ID_CODES } from './contact-id-codes.ts';
import { type Code, EVENT_TYPES, type EventKind, type EventTypeName } from './event-types.ts';
import { type MessageContent, SUPERVISION } from './message.ts';
import type { PanelMaker } from './panel-makers.ts';
import { SIA_CODES } from './sia-codes.ts';
import { readSignals, type Signal } from './signals.ts';

/** What a signal of a panel means. Alarms and troubles raise; what the others do is for their receiver to decide. */
export interface PanelEvent {
  readonly kind: EventKind;
  /** Of a restore, the type that it restores. */
  readonly type: EventTypeName;
  /** Of a restore: an alarm stays open for people, and a trouble is resolved. */
  readonly restores?: 'alarm' | 'trouble';
  readonly severity: AlertSeverity;
  readonly partition?: string;
  readonly zone?: string;
  readonly user?: string;
  /** Two letters, or four digits of Contact ID; empty if the panel sent no readable code. */
  readonly code: string;
  /** The name of the code, and what the panel wrote. */
  readonly text: string;
}

/** The tokens that Guard understands. */
export const UNDERSTOOD: readonly string[] = ['SIA-DCS', 'ADM-CID', ...SUPERVISION];

/** The events of a message. One of supervision has none, whatever its panel writes into it. */
export function eventsOf(
  token: string,
  content: Pick<MessageContent, 'data'>,
  maker?: PanelMaker,
): PanelEvent[] {
  if (SUPERVISION.includes(token)) return [];
  return readSignals(token, content.data).map((signal) => meaningOf(signal, maker));
}

/**
 * What a signal means. An unknown code means an alarm of the type `unknown-signal`, because it may be one; its restore in Contact
 * ID is the end of that alarm. Contact ID has the meanings of the panel's maker, where these are others.
 */
export function meaningOf(signal: Signal, maker: PanelMaker = 'other'): PanelEvent {
  const { format, code, qualifier = '1' } = signal;
  const known =
    format === 'sia' ? SIA_CODES.get(code) : (CODES_OF_MAKERS[maker].get(code) ?? CONTACT_ID_CODES.get(code));
  const sent = format === 'sia' || code === '' ? code : qualifier + code;
  if (!known) {
    const { severity } = EVENT_TYPES[UNKNOWN];
    const isRestore = format === 'contact-id' && qualifier === '3' && code !== '';
    const name = ['Unknown signal', sent, isRestore && 'restored'].filter(Boolean).join(' ');
    return {
      ...(isRestore ? ({ kind: 'restore', restores: 'alarm' } as const) : ({ kind: 'alarm' } as const)),
      type: UNKNOWN,
      severity,
      ...placeOf(signal, 'zone', 'alarm'),
      code: sent,
      text: withText(name, signal),
    };
  }
  const { subject, kind } = known;
  const { name, ...meaning } = format === 'sia' ? ofSia(known) : ofContactId(known, qualifier);
  return { ...meaning, ...placeOf(signal, subject, kind), code: sent, text: withText(name, signal) };
}

export const UNKNOWN = 'unknown-signal';

type Meaning = Pick<PanelEvent, 'kind' | 'type' | 'restores' | 'severity'> & { readonly name: string };

function ofSia(code: Code): Meaning {
  const { kind, type, severity, name } = code;
  return kind === 'restore' ? { ...restoreOf(code), name } : { kind, type, severity, name };
}

function ofContactId(code: Code, qualifier: '1' | '3' | '6'): Meaning {
  const [name = '', endName] = code.name.split(' / ');
  const { kind, type, endType, severity } = code;
  // A status repeats what was reported: of an alarm or a trouble it is a further report, and it opens and closes nothing.
  if (qualifier === '6' && (kind === 'open' || kind === 'close')) {
    return {
      kind: 'other',
      type: 'status',
      severity: 'info',
      name: endName ? `${name} or ${endName}` : name,
    };
  }
  if (qualifier !== '3') return { kind, type, severity, name };
  if (endType) return { kind: EVENT_TYPES[endType].kind, type: endType, severity, name: endName ?? name };
  if (kind === 'bypass') return { kind, type: 'unbypass', severity, name: `${name}: ended` };
  if (kind === 'alarm' || kind === 'trouble') return { ...restoreOf(code), name: `${name} restored` };
  return { kind, type, severity, name: endName ?? name };
}

function restoreOf({ type, severity }: Code): Pick<Meaning, 'kind' | 'type' | 'restores' | 'severity'> {
  return {
    kind: 'restore',
    type,
    restores: EVENT_TYPES[type].kind === 'trouble' ? 'trouble' : 'alarm',
    severity,
  };
}

/**
 * What the number of a signal is, by its code. Beside the modifier of an area, the number of an opening or closing of an area is
 * the user.
 */
function placeOf(
  { number, partition, user }: Signal,
  subject: Code['subject'],
  kind: EventKind,
): Pick<PanelEvent, 'partition' | 'zone' | 'user'> {
  const isOfUser =
    subject === 'user' ||
    (subject === 'area' && partition !== undefined && (kind === 'open' || kind === 'close'));
  const area = partition ?? (subject === 'area' ? number : undefined);
  const by = (isOfUser ? number : undefined) ?? user;
  const zone = subject === 'zone' || subject === 'none' ? number : undefined;
  return {
    ...(area === undefined ? {} : { partition: area }),
    ...(zone === undefined ? {} : { zone }),
    ...(by === undefined ? {} : { user: by }),
  };
}

const withText = (name: string, { text }: Signal): string => (text === undefined ? name : `${name}: ${text}`);

/**
 * The dedup key of an event's alert. A restore has that of what it restores. Different unknown codes are different alarms, so the
 * code belongs to the key of `unknown-signal`. The alarms of two users, such as duress, are different, too.
 */
export function panelDedupKey(deviceId: string, event: PanelEvent): string {
  const key = placeKey(deviceId, event);
  const ofCode = event.type === UNKNOWN ? `${key}:${unknownCode(event)}` : key;
  return isOfUser(event) ? dedupKeyOfUser(ofCode, event.user) : ofCode;
}

/**
 * Whether an event is the alarm of a user, or the restore of one. With the alarm of a zone, panels say who armed: that identifies
 * nothing, unless lives depend on it.
 */
const isOfUser = (event: PanelEvent): event is PanelEvent & { readonly user: string } =>
  event.user !== undefined &&
  (event.zone === undefined || concernsLives(event.type)) &&
  (event.kind === 'alarm' || event.restores === 'alarm');

const placeKey = (deviceId: string, { partition = '', type, zone = '' }: PanelEvent): string =>
  `panel:${deviceId}:${partition}:${type}:${zone}`;

/**
 * The dedup key that a former release used for an event, if that was another one: it had neither the code of an unknown signal nor
 * the user of an alarm.
 */
export const formerDedupKey = (deviceId: string, event: PanelEvent): string | undefined =>
  event.type === UNKNOWN || isOfUser(event) ? placeKey(deviceId, event) : undefined;

/** A code without the qualifier of Contact ID, so that an alarm and its restore have the same. */
export const unknownCode = ({ code }: Pick<PanelEvent, 'code'>): string => code.slice(-3);
