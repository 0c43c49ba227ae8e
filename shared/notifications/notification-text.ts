import type { Alert } from '../alerts/alert.ts';
import type { ChannelKind } from '../channels/channel-kind.ts';
import type { RuleEvent } from '../notification-rules/notification-rule.ts';
import type { OutgoingText } from '../senders/sender.ts';
import type { Site } from '../sites/site.ts';
import { runtimeZone } from '../time-zones.ts';

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
  readonly alert?: Pick<Alert, 'severity' | 'type' | 'message'> | undefined;
  /** Present if it is about a device. */
  readonly deviceName?: string | undefined;
}

/** The part of a text of other people that an e-mail contains. */
const MOST_OF_MESSAGE = 140;
const MOST_OF_NAME = 60;
const SMS_LENGTH = 160;
const CUT = '...';

/** A phone number or a code may be in a text with so many digits in sequence. */
const LONG_NUMBER = /\d(?:[ ()./-]?\d){4}/;

/**
 * The message about an event: what, where, when, and a link. Only e-mail contains the text of an alert, its beginning. No text or
 * name that may contain a phone number is part of a message.
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
  if (alert) return `${WORDS[event]}${alert.severity.toUpperCase()} ${alert.type}`;
  const name = deviceName === undefined ? undefined : nameOf(deviceName);
  return name === undefined ? WORDS[event] : `${WORDS[event]}: ${name}`;
}

/** The beginning of a name that people gave; `undefined` if it may contain a phone number. */
function nameOf(name: string): string | undefined {
  return LONG_NUMBER.test(name) ? undefined : cut(name, MOST_OF_NAME);
}

/** The page of the console: an alert next to the list, a site, or the devices. */
function linkTo({ event, subjectId, siteId }: NotifiedEvent, publicUrl: string): string {
  if (event.startsWith('alert.')) return `${publicUrl}/console?alert=${subjectId}`;
  if (event.startsWith('device.')) return `${publicUrl}/console#/devices/${subjectId}`;
  return `${publicUrl}/console#/sites/${siteId}`;
}

/**
 * The text of an SMS, of at most 160 characters. The name is cut first; the link never is, and is left out if it is too
 * long.
 */
function smsText(before: string, name: string, after: string, link: string): string {
  const end = link.length < SMS_LENGTH - MINIMUM_TEXT ? ` ${link}` : '';
  const room = SMS_LENGTH - end.length;
  const whole = `${before}${name}${after}`;
  if (whole.length <= room) return whole + end;
  const forName = room - before.length - after.length;
  if (forName >= CUT.length + 1) return before + cut(name, forName) + after + end;
  return cut(whole, room) + end;
}

/** The text that a link must leave room for. */
const MINIMUM_TEXT = 20;

/** The beginning of a text of the given length, and no half character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, Math.max(0, length - CUT.length)).replace(/[\ud800-\udbff]$/, '') + CUT;
}

function quoted(message: string): string | undefined {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line === '' || LONG_NUMBER.test(line) ? undefined : cut(line, MOST_OF_MESSAGE);
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
