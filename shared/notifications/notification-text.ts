import type { Alert } from '../alerts/alert.ts';
import type { ChannelKind } from '../channels/channel-kind.ts';
import type { RuleEvent } from '../notification-rules/notification-rule.ts';
import type { OutgoingText } from '../senders/sender.ts';
import type { Site } from '../sites/site.ts';
import { withoutPhoneNumbers } from './phone-numbers.ts';

/** The part of an event that a message mentions. */
export interface NotifiedEvent {
  readonly event: RuleEvent;
  /** The alert, device or test. */
  readonly subjectId: string;
  readonly siteId: string;
  readonly at: Date;
  /** `undefined` for a deleted site. */
  readonly site: Pick<Site, 'name' | 'timezone'> | undefined;
  /** Present if the event is about an alert. */
  readonly alert?: Pick<Alert, 'severity' | 'type' | 'reported_type' | 'message'> | undefined;
  /** Present if it is about a device. */
  readonly deviceName?: string | undefined;
}

/** The part of a text of other people that an e-mail contains. */
const MOST_OF_MESSAGE = 140;
const MOST_OF_NAME = 60;
const CUT = '...';

/**
 * The message about an event: what, where, when, and a link. Only e-mail contains the text of an alert, its beginning. A name is
 * one line. No telephone number is part of a message.
 */
export function notificationText(kind: ChannelKind, event: NotifiedEvent, publicUrl: string): OutgoingText {
  const { site, at, subjectId, alert } = event;
  const link = linkTo(event, publicUrl);
  const place = site ? (nameOf(site.name) ?? 'a site') : 'a deleted site';
  const what = whatHappened(event);
  const when = timeAt(at, site?.timezone);
  const subject = `${what} at ${place}`;
  const tag = subjectId;
  switch (kind) {
    case 'sms':
      return { subject, text: smsText(`${what} at `, place, `, ${when}.`, link), link, tag };
    case 'push':
      return { subject, text: when, link, tag };
    case 'email': {
      const said = alert && quoted(alert.message);
      const parts = [`${subject}, ${when}.`, ...(said ? [said] : []), link];
      return { subject, text: `${parts.join('\n\n')}\n`, link, tag };
    }
  }
}

/** The message about events that were held back. */
export function summaryText(
  kind: ChannelKind,
  {
    count,
    areAlerts,
    channelId,
  }: { readonly count: number; readonly areAlerts: boolean; readonly channelId: string },
  publicUrl: string,
): OutgoingText {
  const link = `${publicUrl}/console`;
  const noun = areAlerts ? 'alert' : 'event';
  const subject = `${count} more ${count === 1 ? noun : `${noun}s`}`;
  const tag = `summary-${channelId}`;
  if (kind === 'push') return { subject, text: 'Guard sends fewer messages for now.', link, tag };
  if (kind === 'sms') return { subject, text: smsText('', subject, '.', link), link, tag };
  return { subject, text: `${subject}.\n\n${link}\n`, link, tag };
}

const WORDS: Readonly<Record<RuleEvent, string>> = {
  'alert.raised': '',
  'alert.severity_raised': 'Now ',
  'alert.escalated': 'Escalated: ',
  'alert.acknowledged': 'Acknowledged: ',
  'alert.resolved': 'Resolved: ',
  'alert.reopened': 'Reopened: ',
  'device.offline': 'Device offline',
  'device.online': 'Device online again',
  'test.started': 'Test started',
  'test.ending': 'Test ends in 10 minutes',
  'test.ended': 'Test ended',
};

function whatHappened({ event, alert, deviceName }: NotifiedEvent): string {
  if (alert) return `${WORDS[event]}${alert.severity.toUpperCase()} ${typeOf(alert)}`;
  const name = deviceName === undefined ? undefined : nameOf(deviceName);
  return name === undefined ? WORDS[event] : `${WORDS[event]}: ${name}`;
}

/** The type of the worst report. A runaway alert also says that it is one. */
function typeOf({ type, reported_type = type }: NonNullable<NotifiedEvent['alert']>): string {
  return type === 'runaway' && reported_type !== type ? `${type} (${reported_type})` : reported_type;
}

/** The beginning of a name that people gave; `undefined` if it is no more than a telephone number. */
function nameOf(name: string): string | undefined {
  const shown = withoutPhoneNumbers(oneLine(name));
  return /[\p{L}\p{N}\p{S}]/u.test(shown) ? cut(shown, MOST_OF_NAME) : undefined;
}

/** Names of earlier releases may contain line ends, and characters that turn the direction of what follows. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();

/** The page of the console: an alert next to the list, a site, or the devices. */
function linkTo({ event, subjectId, siteId }: NotifiedEvent, publicUrl: string): string {
  if (event.startsWith('alert.')) return `${publicUrl}/console?alert=${subjectId}`;
  if (event.startsWith('device.')) return `${publicUrl}/console#/devices/${subjectId}`;
  return `${publicUrl}/console#/sites/${siteId}`;
}

/** How an SMS is encoded (3GPP TS 23.038): what a text costs of the room that it has. */
interface Encoding {
  readonly room: number;
  readonly sizeOf: (text: string) => number;
}

const GSM_CHARACTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_PAIRS = new Set('\f^{}\\[~]|€');

/** One SMS in the alphabet of GSM. */
const GSM_7: Encoding = {
  room: 160,
  sizeOf: (text) => text.length + [...text].filter((character) => GSM_PAIRS.has(character)).length,
};

/** Any other alphabet: three joined SMS of 67 UTF-16 units, because a link alone fills one. */
const UCS_2: Encoding = { room: 3 * 67, sizeOf: (text) => text.length };

const isGsm = (text: string) =>
  [...text].every((character) => GSM_CHARACTERS.has(character) || GSM_PAIRS.has(character));

/** The form of what has no accent that could go. */
const PLAIN_FORMS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': CUT,
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
};

/** A text in the alphabet of GSM: letters lose accents that it lacks, and signs that it lacks are left out; other letters stay. */
function gsmForm(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (character) => {
    if (isGsm(character)) return character;
    const plain = PLAIN_FORMS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    return isGsm(plain) || /[\p{L}\p{N}]/u.test(plain) ? plain : '';
  });
  return letters.join('').replaceAll(/ +/g, ' ').trim();
}

/**
 * The text of an SMS that fits its encoding. The name is cut first; the link never is, and is left out if it is too long. A name
 * in another alphabet than GSM's makes the SMS longer; accents and signs do not.
 */
function smsText(before: string, name: string, after: string, link: string): string {
  const plain = gsmForm(name);
  const isPlain = isGsm(before + plain + after);
  const { room, sizeOf } = isPlain ? GSM_7 : UCS_2;
  const shown = isPlain ? plain : name;
  const end = sizeOf(link) < room - MINIMUM_TEXT ? ` ${link}` : '';
  const forText = room - sizeOf(end);
  const whole = `${before}${shown}${after}`;
  if (sizeOf(whole) <= forText) return whole + end;
  const forName = forText - sizeOf(before + after);
  if (forName >= CUT.length + 1) return before + cut(shown, forName, sizeOf) + after + end;
  return cut(whole, forText, sizeOf) + end;
}

/** The text that a link must leave room for. */
const MINIMUM_TEXT = 20;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text of the given size, and no part of a character. */
function cut(text: string, size: number, sizeOf = (it: string) => it.length): string {
  if (sizeOf(text) <= size) return text;
  let room = size - CUT.length;
  let beginning = '';
  for (const { segment } of CHARACTERS.segment(text)) {
    room -= sizeOf(segment);
    if (room < 0) break;
    beginning += segment;
  }
  return beginning + CUT;
}

function quoted(message: string): string | undefined {
  const line = withoutPhoneNumbers(oneLine(message));
  return line === '' ? undefined : cut(line, MOST_OF_MESSAGE);
}

/** The time in the zone of the site, and the name of the zone; in UTC if this release does not know the zone. */
function timeAt(at: Date, timeZone = 'UTC'): string {
  try {
    return formatIn(at, timeZone);
  } catch {
    return formatIn(at, 'UTC');
  }
}

function formatIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
    .format(at)
    .replace(',', '');
}
