import type { Alert } from '../alerts/alert.ts';
import type { AlertSeverity } from '../base/severities.ts';
import { runtimeZone } from '../base/time-zones.ts';
import type { Site } from '../sites/site.ts';
import type { ChannelKind } from './channel-kind.ts';
import type { RuleEvent } from './notification-rule.ts';
import { withoutPhoneNumbers } from './phone-numbers.ts';
import type { OutgoingText } from './sender.ts';
import { reportedSeverity } from './storm.ts';

/** What a message says about an event. */
export interface NotifiedEvent {
  readonly event: RuleEvent;
  /** The id of the alert, device or test. */
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

/** How many characters of a text that other people wrote an e-mail contains. */
const MOST_OF_MESSAGE = 140;
const MOST_OF_NAME = 60;
const CUT = '...';

/**
 * Makes the message about an event: what, where and when, and a link. Only an e-mail contains the beginning of the alert's
 * own message. Names are put on one line, and telephone numbers are left out.
 */
export function notificationText(kind: ChannelKind, event: NotifiedEvent, publicUrl: string): OutgoingText {
  const { site, at, subjectId, alert } = event;
  const link = linkTo(event, publicUrl);
  const place = placeOf(site);
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

/** What a summary says about a held message. */
export interface SummarizedEvent extends Pick<NotifiedEvent, 'event' | 'siteId'> {
  readonly site: Pick<Site, 'name'> | undefined;
  readonly alert: Pick<Alert, 'severity' | 'type' | 'reported_type'> | undefined;
}

export interface SummaryText<T> {
  readonly text: OutgoingText;
  /**
   * The alerts that the message covers. Critical alerts for whose names it has no room are not covered: they wait for the
   * next summary.
   */
  readonly covered: readonly T[];
}

/** How many lines an e-mail about several alerts may have, and how many characters a push. */
const MOST_LINES = 50;
const PUSH_LENGTH = 400;
/** An SMS or a push shortens types and names, so that it has room for several. */
const MOST_OF_SHORT_TYPE = 20;
const MOST_OF_SHORT_NAME = 24;

/**
 * Makes the message about held events, given the highest severity first. It says how many alerts of the highest severity
 * wait, and where. It names the type and site of every critical alert that it covers, so that none is only a number.
 */
export function summaryText<T extends SummarizedEvent>(
  kind: ChannelKind,
  waiting: readonly T[],
  tag: string,
  publicUrl: string,
): SummaryText<T> {
  const link = `${publicUrl}/console`;
  const groups = groupsOf(waiting);
  const worst = groups[0]?.severity;
  const ofWorst = groups.filter(({ severity }) => severity === worst);
  const count = countOf(ofWorst);
  const others = waiting.length - count;
  const head = worst
    ? `${count} more ${worst.toUpperCase()} ${count === 1 ? 'alert' : 'alerts'}`
    : `${others} more ${others === 1 ? 'event' : 'events'}`;
  const rest = worst && others > 0 ? `${others} ${others === 1 ? 'other' : 'others'}` : '';
  const subject = rest ? `${head}, ${rest}` : head;
  const messageOf = (text: string, named: number): SummaryText<T> => {
    const unnamed = new Set(criticalOf(groups.slice(named)).flatMap(({ its }) => its));
    return { text: { subject, text, link, tag }, covered: waiting.filter((it) => !unnamed.has(it)) };
  };
  switch (kind) {
    case 'sms': {
      const after = rest && ` ${rest}.`;
      const textOf = (named: number) => (worst ? `${head}: ${namesOf(ofWorst, named)}${after}` : `${head}.`);
      const end = ` ${link}`;
      const named = mostNamed(ofWorst, (it) => smsForm(textOf(it) + end).fits);
      const whole = smsForm(textOf(named) + end);
      const hasAll = criticalOf(ofWorst.slice(named)).length === 0;
      if (hasAll && whole.fits) return messageOf(whole.text, named);
      // The link is left out if that makes room for more names of sites, because these are worth more.
      const more = mostNamed(ofWorst, (it) => smsForm(textOf(it)).fits);
      return messageOf(smsForm(textOf(more)).text, more);
    }
    case 'push': {
      if (!worst) return messageOf('Guard sends fewer messages for now.', 0);
      const named = mostNamed(ofWorst, (it) => namesOf(ofWorst, it).length <= PUSH_LENGTH);
      return messageOf(namesOf(ofWorst, named), named);
    }
    case 'email': {
      const named = Math.min(groups.length, MOST_LINES);
      const lines = groups.slice(0, named).map((it) => `${it.severity.toUpperCase()} ${labelOf(it)}`);
      const { left, follows } = unnamedOf(groups, named);
      const listed = [
        ...lines,
        ...(left > 0 ? [`and ${left} more`] : []),
        ...(follows ? ['More follow.'] : []),
      ];
      const parts = [`${subject}.`, ...(listed.length > 0 ? [listed.join('\n')] : []), link];
      return messageOf(`${parts.join('\n\n')}\n`, named);
    }
  }
}

/** The held alerts of one severity and type at one site. */
interface Group<T> {
  readonly severity: AlertSeverity;
  readonly its: readonly T[];
}

function groupsOf<T extends SummarizedEvent>(waiting: readonly T[]): Group<T>[] {
  const reported = waiting.flatMap((it) => {
    const severity = reportedSeverity(it.event, it.alert?.severity);
    if (!severity || !it.alert) return [];
    return [{ it, severity, key: `${severity} ${typeOf(it.alert)} ${it.siteId}` }];
  });
  return [...Map.groupBy(reported, ({ key }) => key).values()].flatMap((all) => {
    const severity = all[0]?.severity;
    return severity ? [{ severity, its: all.map(({ it }) => it) }] : [];
  });
}

const countOf = (groups: readonly Group<unknown>[]) => groups.reduce((sum, { its }) => sum + its.length, 0);

const criticalOf = <T>(groups: readonly Group<T>[]) =>
  groups.filter(({ severity }) => severity === 'critical');

/**
 * Counts the alerts that a message does not name, and says whether critical ones are among those that wait for another
 * summary.
 */
function unnamedOf(groups: readonly Group<unknown>[], named: number) {
  const others = groups.slice(named);
  const critical = criticalOf(others);
  return { left: countOf(others) - countOf(critical), follows: critical.length > 0 };
}

/** Names the type and site of a group, and how many alerts it has. */
function labelOf(
  { its }: Group<SummarizedEvent>,
  most: { readonly type: number; readonly name: number } = {
    type: Number.POSITIVE_INFINITY,
    name: MOST_OF_NAME,
  },
): string {
  const { alert, site } = its[0] ?? {};
  const label = `${cut(alert ? typeOf(alert) : '', most.type)} at ${cut(placeOf(site), most.name)}`;
  return its.length === 1 ? label : `${label} (${its.length})`;
}

/** Makes the sentences that name the first groups, with shortened types and names. */
function namesOf(groups: readonly Group<SummarizedEvent>[], named: number): string {
  const short = { type: MOST_OF_SHORT_TYPE, name: MOST_OF_SHORT_NAME };
  const labels = groups.slice(0, named).map((it) => labelOf(it, short));
  const { left, follows } = unnamedOf(groups, named);
  return `${labels.join(', ')}${left > 0 ? ` and ${left} more` : ''}.${follows ? ' More follow.' : ''}`;
}

/** For how many of the first groups a message has room: at least one, so that every summary makes progress. */
function mostNamed(groups: readonly unknown[], fits: (named: number) => boolean): number {
  let named = Math.min(groups.length, MOST_LINES);
  while (named > 1 && !fits(named)) named -= 1;
  return named;
}

const placeOf = (site: Pick<Site, 'name'> | undefined) =>
  site ? (nameOf(site.name) ?? 'a site') : 'a deleted site';

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

/** The type in the report with the highest severity. For a runaway alert, the text also says that it is one. */
function typeOf({ type, reported_type = type }: Pick<Alert, 'type' | 'reported_type'>): string {
  return type === 'runaway' && reported_type !== type ? `${type} (${reported_type})` : reported_type;
}

/** The beginning of a name that people gave; `undefined` if nothing is left of it without telephone numbers. */
function nameOf(name: string): string | undefined {
  const shown = withoutPhoneNumbers(oneLine(name));
  return /[\p{L}\p{N}\p{S}]/u.test(shown) ? cut(shown, MOST_OF_NAME) : undefined;
}

/** Puts a text on one line. It may contain line breaks, and characters that reverse the direction of the text after them. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();

/** The page of the console to which a message links: the alert next to the list, a site, or the devices. */
function linkTo({ event, subjectId, siteId }: NotifiedEvent, publicUrl: string): string {
  if (event.startsWith('alert.')) return `${publicUrl}/console?alert=${subjectId}`;
  if (event.startsWith('device.')) return `${publicUrl}/console#/devices/${subjectId}`;
  return `${publicUrl}/console#/sites/${siteId}`;
}

/** An encoding of SMS (3GPP TS 23.038): how much room it has, and how much of that a text takes. */
interface Encoding {
  readonly room: number;
  readonly sizeOf: (text: string) => number;
}

const GSM_CHARACTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_PAIRS = new Set('\f^{}\\[~]|€');

/** One SMS in the GSM alphabet. */
const GSM_7: Encoding = {
  room: 160,
  sizeOf: (text) => text.length + [...text].filter((character) => GSM_PAIRS.has(character)).length,
};

/** Three joined SMS of 67 UTF-16 units each, for texts in other alphabets: the link alone fills one. */
const UCS_2: Encoding = { room: 3 * 67, sizeOf: (text) => text.length };

const isGsm = (text: string) =>
  [...text].every((character) => GSM_CHARACTERS.has(character) || GSM_PAIRS.has(character));

/** Plain forms of signs and letters from which no accent can be removed. */
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

/** Writes a text in the GSM alphabet: it drops accents and signs that the alphabet lacks. Letters of other alphabets stay. */
function gsmForm(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (character) => {
    if (isGsm(character)) return character;
    const plain = PLAIN_FORMS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    return isGsm(plain) || /[\p{L}\p{N}]/u.test(plain) ? plain : '';
  });
  return letters.join('').replaceAll(/ +/g, ' ').trim();
}

/** The text that an SMS contains, and whether it fits. It is in the GSM alphabet if that has all of its letters. */
function smsForm(text: string): { readonly text: string; readonly fits: boolean } {
  const plain = gsmForm(text);
  const [shown, { room, sizeOf }] = isGsm(plain) ? [plain, GSM_7] : [text, UCS_2];
  return { text: shown, fits: sizeOf(shown) <= room };
}

/**
 * Makes the text of an SMS that fits its encoding. The name is shortened first. The link is never shortened, but is left out
 * if it is too long. A name in an alphabet other than GSM makes the SMS longer; accents and signs do not.
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

/** How much room a link must leave for the text. */
const MINIMUM_TEXT = 20;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text, up to the given size. It never ends with a part of a character. */
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

/** The time in the time zone of the site, with the name of that zone; in UTC if this release does not know the zone. */
function timeAt(at: Date, timeZone = 'UTC'): string {
  try {
    return formatIn(at, timeZone);
  } catch {
    return formatIn(at, 'UTC');
  }
}

function formatIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: runtimeZone(timeZone),
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
