import type { Alert } from '../alerts/alert.ts';
import { DEFAULT_LANGUAGE, type Language } from '../base/language.ts';
import { type AlertSeverity, severityRank } from '../base/severities.ts';
import { zoneToShow } from '../base/zone-offsets.ts';
import type { Site } from '../sites/site.ts';
import type { Texts } from '../texts/en.ts';
import { textsIn } from '../texts/texts.ts';
import { alertTypes as de } from '../texts/types-de.ts';
import { alertTypes as es } from '../texts/types-es.ts';
import { alertTypes as pt } from '../texts/types-pt.ts';
import type { ChannelKind } from './channel-kind.ts';
import type { NotifyEvent } from './notification-rule.ts';
import { withoutPhoneNumbers } from './phone-numbers.ts';
import type { OutgoingText } from './sender.ts';
import { CUT, cut, GSM_7, gsmForm, isGsm, smsForm, UCS_2 } from './sms-form.ts';
import { reportedSeverity } from './storm.ts';

/** What a message says about an event. */
export interface NotifiedEvent {
  readonly event: NotifyEvent;
  /** The id of the alert, device or test. */
  readonly subjectId: string;
  readonly siteId: string;
  readonly at: Date;
  /** `undefined` for a deleted site. */
  readonly site: Pick<Site, 'name' | 'timezone'> | undefined;
  /** Present if the event is about an alert. */
  readonly alert?: Pick<Alert, 'severity' | 'type' | 'reported_type' | 'message' | 'drill'> | undefined;
  /** Present if it is about a device. */
  readonly deviceName?: string | undefined;
}

/** How many characters of a text that other people wrote an e-mail contains. */
const MOST_OF_MESSAGE = 140;
const MOST_OF_NAME = 60;

/** Known types of alerts in each language. Others are shown as they were reported, and in English all are. */
const TYPES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, pt, es, de };

interface MessageTexts extends Texts {
  readonly types: Readonly<Record<string, string>>;
}

const messageTextsIn = (language: Language = DEFAULT_LANGUAGE): MessageTexts => ({
  ...textsIn(language),
  types: TYPES[language],
});

/**
 * Makes the message about an event in a person's language: what, where and when, and a link. Only an e-mail contains the beginning of the alert's
 * own message. Names are put on one line, and telephone numbers are left out.
 */
export function notificationText(
  kind: ChannelKind,
  event: NotifiedEvent,
  publicUrl: string,
  language?: Language,
): OutgoingText {
  const texts = messageTextsIn(language);
  const { site, at, subjectId, alert } = event;
  const link = linkTo(event, publicUrl);
  const place = placeOf(site, texts);
  const what = whatHappened(event, texts);
  const when = timeAt(at, site?.timezone, texts.locale);
  const subject = `${what}${texts.at}${place}`;
  const tag = subjectId;
  switch (kind) {
    case 'sms':
      return { subject, text: smsText(what + texts.at, place, `, ${when}.`, link), link, tag };
    case 'push':
      return { subject, text: when, link, tag };
    case 'email': {
      const said = alert?.drill ? texts.drill.email : alert && quoted(alert.message);
      const parts = [`${subject}, ${when}.`, ...(said ? [said] : []), link];
      return { subject, text: `${parts.join('\n\n')}\n`, link, tag };
    }
  }
}

/** What a summary says about a held message. */
export interface SummarizedEvent extends Pick<NotifiedEvent, 'event' | 'siteId'> {
  readonly site: Pick<Site, 'name'> | undefined;
  readonly alert: Pick<Alert, 'severity' | 'type' | 'reported_type' | 'drill'> | undefined;
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
  language?: Language,
): SummaryText<T> {
  const texts = messageTextsIn(language);
  const words = texts.summary;
  const link = `${publicUrl}/console`;
  const groups = groupsOf(waiting);
  const worst = groups[0]?.severity;
  const ofWorst = groups.filter(({ severity }) => severity === worst);
  const count = countOf(ofWorst);
  const reminded = remindersOf(waiting);
  const [worstReminded] = reminded;
  const others = waiting.length - count - reminded.length;
  const drill = waiting.every(({ alert }) => alert?.drill) ? texts.drill.begins : '';
  const reminder = worstReminded ? words.reminders(reminded.length, reminderOf(worstReminded, texts)) : '';
  const alerts = worst ? words.alerts(count, texts.severities[worst]) : '';
  const head = drill + (alerts || reminder || words.events(others));
  const rest = [
    ...(alerts && reminder ? [reminder] : []),
    ...((alerts || reminder) && others > 0 ? [words.others(others)] : []),
  ].join(', ');
  const subject = rest ? `${head}, ${rest}` : head;
  const messageOf = (text: string, named: number): SummaryText<T> => {
    const unnamed = new Set(criticalOf(groups.slice(named)).flatMap(({ its }) => its));
    return { text: { subject, text, link, tag }, covered: waiting.filter((it) => !unnamed.has(it)) };
  };
  switch (kind) {
    case 'sms': {
      const after = rest && ` ${rest}.`;
      const textOf = (named: number) =>
        worst ? `${head}: ${namesOf(ofWorst, named, texts)}${after}` : `${head}.${after}`;
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
      if (!worst) return messageOf(reminder ? rest : words.fewer, 0);
      const named = mostNamed(ofWorst, (it) => namesOf(ofWorst, it, texts).length <= PUSH_LENGTH);
      return messageOf(namesOf(ofWorst, named, texts), named);
    }
    case 'email': {
      const named = Math.min(groups.length, MOST_LINES);
      const lines = groups.slice(0, named).map((it) => severityOf(it.severity, texts) + labelOf(it, texts));
      const { left, follows } = unnamedOf(groups, named);
      const listed = [
        ...lines,
        ...(left > 0 ? [words.andMore(left)] : []),
        ...(follows ? [words.moreFollow] : []),
      ];
      const parts = [`${subject}.`, ...(listed.length > 0 ? [listed.join('\n')] : []), link];
      return messageOf(`${parts.join('\n\n')}\n`, named);
    }
  }
}

/** The held reminders, that of the worst alert first. */
function remindersOf<T extends SummarizedEvent>(waiting: readonly T[]): readonly T[] {
  const rank = ({ alert }: SummarizedEvent) => (alert ? severityRank(alert.severity) : -1);
  return waiting
    .filter(({ event }) => event === 'alert.reminded')
    .toSorted((one, other) => rank(other) - rank(one));
}

/** Names the severity, type and site of an alert. */
function reminderOf({ alert, site }: SummarizedEvent, texts: MessageTexts): string {
  const what = alert ? severityOf(alert.severity, texts) + cut(typeIn(texts, alert), MOST_OF_SHORT_TYPE) : '';
  return what + texts.at + cut(placeOf(site, texts), MOST_OF_SHORT_NAME);
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
    return [{ it, severity, key: `${severity} ${typeOf(it.alert)} ${it.alert.drill} ${it.siteId}` }];
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
  texts: MessageTexts,
  most: { readonly type: number; readonly name: number } = {
    type: Number.POSITIVE_INFINITY,
    name: MOST_OF_NAME,
  },
): string {
  const { alert, site } = its[0] ?? {};
  const label =
    drillOf(alert, texts) +
    cut(alert ? typeIn(texts, alert) : '', most.type) +
    texts.at +
    cut(placeOf(site, texts), most.name);
  return its.length === 1 ? label : `${label} (${its.length})`;
}

/** Makes the sentences that name the first groups, with shortened types and names. */
function namesOf(groups: readonly Group<SummarizedEvent>[], named: number, texts: MessageTexts): string {
  const short = { type: MOST_OF_SHORT_TYPE, name: MOST_OF_SHORT_NAME };
  const labels = groups.slice(0, named).map((it) => labelOf(it, texts, short));
  const { left, follows } = unnamedOf(groups, named);
  const { andMore, moreFollow } = texts.summary;
  return `${labels.join(', ')}${left > 0 ? ` ${andMore(left)}` : ''}.${follows ? ` ${moreFollow}` : ''}`;
}

/** For how many of the first groups a message has room: at least one, so that every summary makes progress. */
function mostNamed(groups: readonly unknown[], fits: (named: number) => boolean): number {
  let named = Math.min(groups.length, MOST_LINES);
  while (named > 1 && !fits(named)) named -= 1;
  return named;
}

const placeOf = (site: Pick<Site, 'name'> | undefined, { aSite, aDeletedSite }: Texts) =>
  site ? (nameOf(site.name) ?? aSite) : aDeletedSite;

/** What happened: to an alert, right before its severity; otherwise as a sentence of its own. */
const WORDS: Readonly<Record<NotifyEvent, (texts: Texts) => string>> = {
  'alert.raised': () => '',
  'alert.severity_raised': ({ alert }) => alert.severity_raised,
  'alert.reactivated': ({ alert }) => alert.reactivated,
  'alert.reminded': ({ alert }) => alert.reminded,
  'alert.escalated': ({ alert }) => alert.escalated,
  'alert.acknowledged': ({ alert }) => alert.acknowledged,
  'alert.resolved': ({ alert }) => alert.resolved,
  'alert.reopened': ({ alert }) => alert.reopened,
  'device.offline': ({ device }) => device.offline,
  'device.online': ({ device }) => device.online,
  'test.started': ({ test }) => test.started,
  'test.ending': ({ test }) => test.ending,
  'test.ended': ({ test }) => test.ended,
};

function whatHappened({ event, alert, deviceName }: NotifiedEvent, texts: MessageTexts): string {
  const words = WORDS[event](texts);
  if (alert) return drillOf(alert, texts) + words + severityOf(alert.severity, texts) + typeIn(texts, alert);
  const name = deviceName === undefined ? undefined : nameOf(deviceName);
  return name === undefined ? words : `${words}: ${name}`;
}

/** What a message about a drill begins with. */
const drillOf = (alert: { readonly drill?: true | undefined } | undefined, { drill }: Texts) =>
  alert?.drill ? drill.begins : '';

const severityOf = (severity: AlertSeverity, { severities, afterSeverity }: Texts) =>
  severities[severity] + afterSeverity;

/** The type in the report with the highest severity. For a runaway alert, the text also says that it is one. */
function typeOf({ type, reported_type = type }: Pick<Alert, 'type' | 'reported_type'>, named = asReported) {
  const reported = named(reported_type);
  return type === 'runaway' && reported_type !== type ? `${named(type)} (${reported})` : reported;
}

const asReported = (type: string) => type;

/** The same in a language: known types have a name there, and others are shown as they were reported. */
const typeIn = ({ types }: MessageTexts, alert: Pick<Alert, 'type' | 'reported_type'>) =>
  typeOf(alert, (type) => (Object.hasOwn(types, type) ? (types[type] ?? type) : type));

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

/**
 * Makes the text of an SMS that fits its encoding. The name is shortened first. The link is never shortened, but is left out
 * if it is too long. A name in an alphabet other than GSM makes the SMS longer; accents and signs do not.
 */
function smsText(before: string, name: string, after: string, link: string): string {
  const given = [before, name, after] as const;
  const plain = [gsmForm(before), gsmForm(name).trim(), gsmForm(after)] as const;
  const isPlain = isGsm(plain.join(''));
  const { room, sizeOf } = isPlain ? GSM_7 : UCS_2;
  const [start, shown, rest] = isPlain ? plain : given;
  const end = sizeOf(link) < room - MINIMUM_TEXT ? ` ${link}` : '';
  const forText = room - sizeOf(end);
  const whole = `${start}${shown}${rest}`;
  if (sizeOf(whole) <= forText) return whole + end;
  const forName = forText - sizeOf(start + rest);
  if (forName >= CUT.length + 1) return start + cut(shown, forName, sizeOf) + rest + end;
  return cut(whole, forText, sizeOf) + end;
}

/** How much room a link must leave for the text. */
const MINIMUM_TEXT = 20;

function quoted(message: string): string | undefined {
  const line = withoutPhoneNumbers(oneLine(message));
  return line === '' ? undefined : cut(line, MOST_OF_MESSAGE);
}

/** The time in the time zone of the site, with the name of that zone; in UTC if this release does not know the zone. */
function timeAt(at: Date, timeZone: string | undefined, locale: string): string {
  try {
    return formatIn(at, timeZone ?? 'UTC', locale);
  } catch {
    return formatIn(at, 'UTC', locale);
  }
}

function formatIn(at: Date, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: zoneToShow(timeZone, at),
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
