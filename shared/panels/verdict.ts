import type { KeyObject } from 'node:crypto';
import { fieldWarning, type Warning } from '../alerts/warning.ts';
import { type AddressRanges, isAmong } from '../base/address.ts';
import type { Frame, FrameDialect } from './frames.ts';
import { eventsOf, type PanelEvent, SUPERVISION, UNDERSTOOD } from './meaning.ts';
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
  | 'address_not_allowed'
  | 'clock_wrong'
  | 'udp_not_trusted'
  | 'token_not_supported'
  | 'no_event';

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
  /** Without a key, no other address may send. */
  readonly allowedAddresses: AddressRanges;
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

/** What to do with a frame of a panel. An ACK is sent after the events are in the table, not before. */
export interface Verdict {
  /** Missing if the frame gets no answer. */
  readonly answer?: 'ACK' | 'NAK' | 'DUH';
  readonly isSignOfLife: boolean;
  /** The events to carry out: alarms and troubles raise; restores, openings, closings and tests count. */
  readonly events: readonly PanelEvent[];
  /** Further events, which `refusal` keeps from counting. */
  readonly onlyRecorded: readonly PanelEvent[];
  readonly refusal?: FrameRefusal;
  readonly warnings: readonly Warning[];
  /** Missing if it could not be decrypted. */
  readonly content?: MessageContent;
}

const NOTHING = { isSignOfLife: false, events: [], onlyRecorded: [], warnings: [] } as const;

/**
 * Decides about a frame of a panel. Its sender must have proved that it is the panel, by the key or, for a panel without one,
 * by its address: a frame that proves nothing gets no answer. A panel repeats what is not acknowledged.
 */
export function judgeFrame(read: ReadFrame, trust: PanelTrust, arrival: Arrival): Verdict {
  const { head } = read;
  const { key } = trust;
  if (key && !head.isEncrypted) return { ...NOTHING, refusal: 'not_encrypted' };
  if (!key && !isAmong(trust.allowedAddresses, arrival.address)) {
    return { ...NOTHING, refusal: 'address_not_allowed' };
  }
  if (head.isEncrypted && !key) return { ...NOTHING, answer: 'DUH', refusal: 'no_key' };
  const content = key ? decryptContent(head, key) : read.content;
  if (!content) return { ...NOTHING, refusal: 'wrong_key' };
  return judgeContent(head, content, trust, arrival);
}

function judgeContent(
  head: MessageHead,
  content: MessageContent,
  { trustsUdp, timeCheck, maker }: PanelTrust,
  { transport, at }: Arrival,
): Verdict {
  const { token, isEncrypted } = head;
  const fault = clockFault(content, isEncrypted, at);
  const clock = timeCheck === 'strict' ? fault : undefined;
  const isForgeable = transport === 'udp' && !isEncrypted && !trustsUdp;
  const isSignOfLife = !clock && !isForgeable;
  const base = { ...NOTHING, isSignOfLife, content, warnings: clockWarnings(fault, content, isEncrypted) };
  if (!UNDERSTOOD.includes(token)) return { ...base, answer: 'DUH', refusal: 'token_not_supported' };
  const all = eventsOf(token, content, maker);
  if (all.length === 0 && !SUPERVISION.includes(token))
    return { ...base, answer: 'DUH', refusal: 'no_event' };
  if (isSignOfLife) return { ...base, answer: 'ACK', events: all };
  const events = all.filter(raises);
  return {
    ...base,
    answer: clock && events.length === 0 ? 'NAK' : 'ACK',
    events,
    onlyRecorded: all.filter((event) => !raises(event)),
    refusal: clock ? 'clock_wrong' : 'udp_not_trusted',
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

/** Whether an event raises an alert. */
export const raises = ({ kind }: PanelEvent): boolean => kind === 'alarm' || kind === 'trouble';

/**
 * What is wrong with a message's time. An encrypted message must have one, because without it anybody could send an old one
 * again. A plain message may have none, and proves nothing by it.
 */
function clockFault({ time, timeText }: MessageContent, isEncrypted: boolean, now: Date): string | undefined {
  if (time) {
    const seconds = Math.round((time.getTime() - now.getTime()) / 1_000);
    if (isInWindow(time, now)) return undefined;
    return `is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the receiver's clock.`;
  }
  if (timeText !== undefined) return 'is no time.';
  return isEncrypted ? 'is missing.' : undefined;
}
