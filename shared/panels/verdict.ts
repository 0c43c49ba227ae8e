import type { KeyObject } from 'node:crypto';
import { fieldWarning, type Warning } from '../alerts/warning.ts';
import { type AddressRanges, isAmong } from '../base/address.ts';
import type { Frame, FrameDialect } from './frames.ts';
import { eventsOf, type PanelEvent, UNDERSTOOD } from './meaning.ts';
import {
  accountOf,
  decryptContent,
  isInWindow,
  type MessageContent,
  type MessageHead,
  readHead,
  readPlainContent,
} from './message.ts';
import type { PanelMaker } from './panel-makers.ts';

/** Why a frame, or a part of what it means, is only recorded. */
export type FrameRefusal =
  | 'crc_wrong'
  | 'not_readable'
  | 'not_a_request'
  | 'not_encrypted'
  | 'no_key'
  | 'wrong_key'
  | 'altered'
  | 'address_not_allowed'
  | 'clock_wrong'
  | 'udp_not_trusted'
  | 'token_not_supported';

/** A frame before its panel is known. */
export interface ReadFrame {
  readonly head: MessageHead;
  readonly dialect: FrameDialect;
  /** The account that chooses the panel. */
  readonly account: string;
  /** Missing if the message is encrypted. */
  readonly content?: MessageContent;
}

/** A receiver sends these. If it answered them, two receivers could talk to each other for ever. */
const ANSWERS: readonly string[] = ['ACK', 'NAK', 'DUH', 'RSP'];

/** Reads what chooses a frame's panel. A frame that is refused here gets no answer. */
export function readFrame({ body, dialect }: Frame): ReadFrame | { readonly refusal: FrameRefusal } {
  if (!dialect) return { refusal: 'crc_wrong' };
  const head = readHead(body);
  if (!head) return { refusal: 'not_readable' };
  if (ANSWERS.includes(head.token)) return { refusal: 'not_a_request' };
  const content = head.isEncrypted ? undefined : readPlainContent(head);
  const account = accountOf(head, content);
  if (account === undefined) return { refusal: 'not_readable' };
  return { head, dialect, account, ...(content ? { content } : {}) };
}

/** What a panel's settings say about its frames. */
export interface PanelTrust {
  readonly key?: KeyObject | undefined;
  /** No other address may send. Missing if the key alone proves the panel. */
  readonly allowedAddresses?: AddressRanges | undefined;
  readonly trustsUdp: boolean;
  readonly timeCheck: 'strict' | 'lenient';
  /** The maker of the panel, by which codes of Contact ID are read. */
  readonly maker?: PanelMaker | undefined;
}

export interface Arrival {
  readonly address: string;
  readonly transport: 'tcp' | 'udp';
  readonly at: Date;
}

/** An event, and its place among all events of its frame: the same place, whichever of them count. */
export interface PlacedEvent extends PanelEvent {
  readonly place: number;
}

/** What to do with a frame of a panel. An ACK is sent after the events are in the table, not before. */
export interface Verdict {
  /** Missing if the frame gets no answer. */
  readonly answer?: 'ACK' | 'NAK' | 'DUH';
  readonly isSignOfLife: boolean;
  /** The events to carry out: alarms and troubles raise; restores, openings, closings and tests count. */
  readonly events: readonly PlacedEvent[];
  /** Further events, which `refusal` keeps from counting. */
  readonly onlyRecorded: readonly PlacedEvent[];
  readonly refusal?: FrameRefusal;
  readonly warnings: readonly Warning[];
  /** Missing if it could not be decrypted. */
  readonly content?: MessageContent;
}

const NOTHING = { isSignOfLife: false, events: [], onlyRecorded: [], warnings: [] } as const;

/**
 * Decides about a frame of a panel. Its sender must have proved that it is the panel: by an address that is allowed, and by the
 * key if there is one. A frame that proves nothing gets no answer. A panel repeats what is not acknowledged.
 *
 * `isAltered` finds out whether a message that the key decrypts was made of parts of an earlier one.
 */
export function judgeFrame(
  read: ReadFrame,
  trust: PanelTrust,
  arrival: Arrival,
  isAltered: (head: MessageHead) => boolean = () => false,
): Verdict {
  const { head } = read;
  const { key, allowedAddresses } = trust;
  if (key && !head.isEncrypted) return { ...NOTHING, refusal: 'not_encrypted' };
  const isAllowed = allowedAddresses ? isAmong(allowedAddresses, arrival.address) : key !== undefined;
  if (!isAllowed) return { ...NOTHING, refusal: 'address_not_allowed' };
  if (head.isEncrypted && !key) return { ...NOTHING, answer: 'DUH', refusal: 'no_key' };
  const content = key ? decryptContent(head, key) : read.content;
  if (!content) return { ...NOTHING, refusal: 'wrong_key' };
  if (key && isAltered(head)) return { ...NOTHING, refusal: 'altered' };
  return judgeContent(head, content, trust, arrival);
}

function judgeContent(
  head: MessageHead,
  content: MessageContent,
  trust: PanelTrust,
  arrival: Arrival,
): Verdict {
  const { token, isEncrypted } = head;
  const fault = clockFault(content, arrival.at);
  const { isSignOfLife, counts, otherwise, refusal } = standingOf(head, content, fault, trust, arrival);
  const base = { ...NOTHING, isSignOfLife, content, warnings: clockWarnings(fault, content, isEncrypted) };
  const all = (isEncrypted ? eventsInside : eventsOf)(token, content, trust.maker);
  const isUnderstood = UNDERSTOOD.includes(token) || (isEncrypted && all.length > 0);
  if (!isUnderstood && otherwise === 'ACK') return { ...base, answer: 'DUH', refusal: 'token_not_supported' };
  const placed = isUnderstood ? all.map((event, place) => ({ ...event, place })) : [];
  const events = counts === 'all' ? placed : placed.filter(raises);
  return {
    ...base,
    answer: events.length > 0 ? 'ACK' : otherwise,
    events,
    onlyRecorded: placed.filter((event) => !events.includes(event)),
    ...(refusal ? { refusal } : {}),
  };
}

/** The warning about a wrong time. In clear text it may be the local time of the panel, so that the arrival counts. */
function clockWarnings(
  fault: string | undefined,
  { timeText }: MessageContent,
  isEncrypted: boolean,
): Warning[] {
  if (fault === undefined) return [];
  const happened = isEncrypted || timeText === undefined ? fault : `${fault} The time of arrival counts.`;
  return [fieldWarning('timestamp', 'clock_wrong', happened)];
}

/**
 * The events inside an encrypted message. Its content decides how they are read, because anybody on the way can change the
 * token, and so that of an alarm to that of supervision.
 */
function eventsInside(token: string, content: MessageContent, maker?: PanelMaker): PanelEvent[] {
  const formats = token === 'ADM-CID' ? ['ADM-CID', 'SIA-DCS'] : ['SIA-DCS', 'ADM-CID'];
  const readings = formats.map((format) => eventsOf(format, content, maker));
  const readable = readings.find((events) => events.some(({ code }) => code !== ''));
  return readable ?? eventsOf(UNDERSTOOD.includes(token) ? token : 'NULL', content, maker);
}

/** What a message counts for. */
interface Standing {
  readonly isSignOfLife: boolean;
  readonly counts: 'all' | 'alarms and troubles';
  /** The answer if nothing of it counts. */
  readonly otherwise: 'ACK' | 'NAK';
  readonly refusal?: FrameRefusal;
}

const RAISES_ONLY = { isSignOfLife: false, counts: 'alarms and troubles', otherwise: 'ACK' } as const;

function standingOf(
  { isEncrypted }: MessageHead,
  content: MessageContent,
  fault: string | undefined,
  { trustsUdp, timeCheck }: PanelTrust,
  { transport, at }: Arrival,
): Standing {
  const refusal = 'clock_wrong';
  if (fault && timeCheck === 'strict') return { ...RAISES_ONLY, otherwise: 'NAK', refusal };
  if (fault && isEncrypted) {
    // It may be sent again by anybody who heard it. Its events are then known, but nothing is known of signs of life.
    return { ...RAISES_ONLY, ...(isKnown(content, at) ? { counts: 'all' } : {}), refusal };
  }
  if (transport === 'udp' && !isEncrypted && !trustsUdp)
    return { ...RAISES_ONLY, refusal: 'udp_not_trusted' };
  return { isSignOfLife: true, counts: 'all', otherwise: 'ACK' };
}

/** For how long the events of encrypted messages are known, by the time in them. */
export const KNOWN_MS = 7 * 24 * 3_600_000;

const isKnown = ({ time }: MessageContent, now: Date): boolean =>
  time !== undefined && Math.abs(time.getTime() - now.getTime()) <= KNOWN_MS;

/** Whether an event raises an alert. */
export const raises = ({ kind }: PanelEvent): boolean => kind === 'alarm' || kind === 'trouble';

/** What is wrong with a message's time. A plain message may have none, and proves nothing by it. */
function clockFault({ time, timeText }: MessageContent, now: Date): string | undefined {
  if (!time) return timeText === undefined ? undefined : 'is no time.';
  if (isInWindow(time, now)) return undefined;
  const seconds = Math.round((time.getTime() - now.getTime()) / 1_000);
  return `is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the receiver's clock.`;
}
