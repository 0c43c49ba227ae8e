import { sha256 } from '../base/digest.ts';
import { newId, type RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Path } from '../devices/heartbeat.ts';
import { lineOf } from '../devices/panel-account.ts';
import { recordHeartbeat } from '../reports/record-heartbeat.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import type { Frame } from './frames.ts';
import type { FindPanel, KnownPanel } from './known-panel.ts';
import { type PanelEvent, UNDERSTOOD } from './meaning.ts';
import { namedBlocks, SUPERVISION, writeAnswer } from './message.ts';
import { frameItem, type Meaning, type PanelFrame, printable } from './panel-frame.ts';
import {
  type FrameReport,
  isGone,
  isOnlyInEntry,
  type ReportedEvents,
  raiseTamper,
  recordEvents,
  reportEvents,
} from './report-events.ts';
import type { SignOfLife, SignsOfLife } from './signs-of-life.ts';
import type { UnknownFrame } from './unknown-frames.ts';
import {
  type Arrival,
  type FrameRefusal,
  judgeFrame,
  KNOWN_MS,
  type ReadFrame,
  readFrame,
  type Verdict,
} from './verdict.ts';

/** What the frames of a receiver need. */
export interface Receiving {
  readonly table: Table;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of a device's status change expires. */
  readonly retentionDays: number;
  readonly findPanel: FindPanel;
  /**
   * Does what a frame changes in the table when it is the turn of its panel. `full`: too much was waiting, so it was not done.
   */
  readonly inTurn: <T>(turn: PanelTurn, work: () => Promise<T>) => Promise<T | 'full'>;
  /** Whether a panel has sent so much that waits, or so fast, that a further frame is not even read. */
  readonly isBusy: (turn: PanelTurn) => boolean;
  /** Counts a frame that proved itself. */
  readonly onProven: (turn: PanelTurn, bytes: number) => void;
  readonly signsOfLife: SignsOfLife;
  /**
   * Counts the events of a frame of an account, and returns whether it has sent more in this minute than it may. A repetition
   * does not count.
   */
  readonly isTooMuch: (deviceId: string, events: number, identity: string | undefined) => boolean;
  /** Records a frame that no panel could have sent, or another one that waits, if it is its turn: anybody can send them. */
  readonly recordUnknown: (frame?: UnknownFrame) => Promise<void>;
  /** Whether another refused frame of a panel may be recorded now. */
  readonly mayRecordRefused: (deviceId: string, isSupervision: boolean) => boolean;
  /** Whether an encrypted message of a panel was made of parts of an earlier one. */
  readonly isAltered: (deviceId: string, encrypted: Buffer) => boolean;
  /** Whether another NAK may be sent to this address of a panel now. */
  readonly mayRefuse: (deviceId: string, arrival: Arrival) => boolean;
  /** Counts frames with a wrong key. Returns whether there are so many of them that an alert is due. */
  readonly isAttacked: (deviceId: string, frames: 'one' | 'enough') => boolean;
  /** Called if the alert that was due could not be raised. */
  readonly onUnreported: (deviceId: string) => void;
  /** Called with what failed although the frame was answered. */
  readonly onError: (error: unknown) => void;
}

/** Datagrams have turns of their own, because anybody can forge their address. */
export type PanelTurn = Pick<SignOfLife, 'tenantId' | 'deviceId'> & Pick<Arrival, 'transport'>;

/** What became of a frame. */
export interface Received {
  /** `undefined`: the frame gets no answer. */
  readonly answer: Buffer | undefined;
  readonly result: 'supervision' | 'signal' | 'refused' | 'wrong_key' | 'unknown' | 'busy' | 'failed';
  /** The panel that has its account; `undefined` if none has. */
  readonly known?: KnownPanel;
  /** Why it could not be carried out. */
  readonly error?: unknown;
}

const REASONS: Readonly<Record<FrameRefusal, string>> = {
  crc_wrong: 'The CRC is wrong.',
  not_readable: 'The frame is no message of SIA DC-09 with an account.',
  not_a_request: 'The frame is an answer of a receiver.',
  not_encrypted: 'The panel has a key here, and the frame is in clear text.',
  no_key: 'The frame is encrypted, and the panel has no key here.',
  wrong_key: 'The key of the panel does not decrypt the frame.',
  altered: 'The frame was made of parts of an earlier one.',
  address_not_allowed: 'The panel may not send from this address.',
  clock_wrong: "The clock of the panel differs from the receiver's.",
  udp_not_trusted: 'A frame in clear text over UDP can be forged. It only raises.',
  token_not_supported: 'Guard does not understand this kind of message.',
};

const UNKNOWN_ACCOUNT = 'No panel has this account.';
const GONE = 'The site of the panel is gone.';

/** Every reason that a recorded frame may have. The console translates them. */
export const FRAME_REASONS: readonly string[] = [...Object.values(REASONS), UNKNOWN_ACCOUNT, GONE];

/**
 * Receives a frame: finds its panel, carries out its events and makes the answer. An ACK means that the events are in the table,
 * or were there before. If that is not known, the frame gets no answer, and the panel repeats it. Throws if its panel could not
 * be looked up.
 */
export async function receiveFrame(receiving: Receiving, frame: Frame, arrival: Arrival): Promise<Received> {
  const read = readFrame(frame);
  if ('refusal' in read) return recordUnknown(receiving, frame, arrival, undefined, REASONS[read.refusal]);
  const known = await receiving.findPanel(read.account, lineOf(read.head.line), arrival);
  if (!known) return recordUnknown(receiving, frame, arrival, read, UNKNOWN_ACCOUNT);
  const { id: deviceId, tenant_id: tenantId } = known.device.entity;
  const turn: PanelTurn = { tenantId, deviceId, transport: arrival.transport };
  if (receiving.isBusy(turn)) return { answer: undefined, result: 'busy', known };
  const verdict = judge(receiving, known, read, arrival);
  if (verdict.isSignOfLife || verdict.events.length > 0) receiving.onProven(turn, frame.raw.length);
  try {
    return { ...(await handle(receiving, known, { read, verdict, frame, arrival }, turn)), known };
  } catch (error) {
    return { answer: undefined, result: 'failed', known, error };
  }
}

/** Handles a frame that was judged. Only what proved itself waits for a turn, so that nobody else fills those of a panel. */
async function handle(
  receiving: Receiving,
  known: KnownPanel,
  heard: Heard,
  turn: PanelTurn,
): Promise<Received> {
  const { read, verdict, arrival } = heard;
  if (isWithoutEvents(read, verdict) && !verdict.refusal) {
    await keepAlive(receiving, known, pathOf(read, arrival, known), arrival.at, (write) =>
      receiving.inTurn(turn, write),
    );
    return { answer: answerOf(read, verdict, known, receiving, arrival), result: 'supervision' };
  }
  if (verdict.refusal !== undefined && verdict.events.length === 0) {
    return recordFrame(receiving, known, heard);
  }
  const recorded = await receiving.inTurn(turn, () => recordFrame(receiving, known, heard));
  return recorded === 'full' ? { answer: undefined, result: 'busy' } : recorded;
}

/** Carries out the events of a frame, and records it among those of the panel. */
async function recordFrame(receiving: Receiving, known: KnownPanel, heard: Heard): Promise<Received> {
  const { read, verdict, frame, arrival } = heard;
  const report = reportOf(receiving, known, read, verdict, frame, arrival);
  const reported = await carryOut(receiving, known, report, arrival.at);
  const isRefused = reported === 'gone' || (verdict.refusal !== undefined && verdict.events.length === 0);
  let entry = frameEntry(receiving, known, heard, reported);
  const isEvent = !isRefused && verdict.events.some(isOnlyInEntry);
  const isRecorded =
    isEvent && (await recordEvents(known, entry, report, { ...receiving, now: arrival.at })) === 'recorded';
  if (isEvent && !isRecorded) entry = { ...entry, result: 'repeated' };
  const isSupervision = isWithoutEvents(read, verdict);
  if (!isRecorded && (!isRefused || receiving.mayRecordRefused(known.panel.entity.id, isSupervision))) {
    // The events are written. Without the entry only the installer's list lacks the frame.
    await putItem(receiving.table, frameItem(entry)).catch(receiving.onError);
  }
  if (isWrongKey(verdict)) {
    await noticeAttack(receiving, known, verdict, arrival);
    return { answer: undefined, result: 'wrong_key' };
  }
  const answer = reported === 'gone' ? undefined : answerOf(read, verdict, known, receiving, arrival);
  return { answer, result: isRefused ? 'refused' : 'signal' };
}

function judge(
  { isAltered, mayRefuse }: Receiving,
  { key, panel: { entity }, allowed }: KnownPanel,
  read: ReadFrame,
  arrival: Arrival,
): Verdict {
  const trust = {
    key,
    allowedAddresses: key && entity.allowed_addresses.length === 0 ? undefined : allowed,
    trustsUdp: entity.trusts_udp,
    timeCheck: entity.time_check,
    maker: entity.maker,
  };
  const verdict = judgeFrame(read, trust, arrival, ({ rest }) => isAltered(entity.id, rest));
  if (verdict.answer !== 'NAK' || mayRefuse(entity.id, arrival)) return verdict;
  const { answer: _, ...silent } = verdict;
  return silent;
}

/** Whether a frame is one of supervision. One of events without any counts as such, because simulators and tests send it. */
function isWithoutEvents(
  { head: { token } }: ReadFrame,
  { content, events, onlyRecorded }: Verdict,
): boolean {
  if (events.length + onlyRecorded.length > 0) return false;
  return content ? UNDERSTOOD.includes(token) : SUPERVISION.includes(token);
}

/** Whether the sender of a frame lacks the key of its panel. */
const isWrongKey = ({ refusal }: Verdict): boolean => refusal === 'wrong_key' || refusal === 'altered';

/** Raises an alert when somebody without the key sends a burst of frames, or one that only an attacker can make. */
async function noticeAttack(
  receiving: Receiving,
  known: KnownPanel,
  { refusal }: Verdict,
  arrival: Arrival,
): Promise<void> {
  const { id } = known.device.entity;
  if (!receiving.isAttacked(id, refusal === 'altered' ? 'enough' : 'one')) return;
  try {
    await raiseTamper(known, arrival, { ...receiving, now: arrival.at });
  } catch (error) {
    receiving.onUnreported(id);
    if (!isGone(error)) receiving.onError(error);
  }
}

/** Real panels have four. Each path that is remembered makes the item of its device longer. */
const MOST_PATHS = 16;

/** The path of a frame; `undefined` for a further one of a panel that has very many. */
function pathOf(
  { head }: ReadFrame,
  { transport }: Arrival,
  { device: { paths } }: KnownPanel,
): Path | undefined {
  const line = lineOf(head.line);
  const isKnown = paths.some((path) => path.transport === transport && path.line === line);
  return isKnown || paths.length < MOST_PATHS ? { transport, line } : undefined;
}

function answerOf(
  { head, dialect }: ReadFrame,
  { answer }: Verdict,
  { key }: KnownPanel,
  { randomBytes }: Receiving,
  { at }: Arrival,
): Buffer | undefined {
  const encryption = key && { key, randomBytes };
  return answer && writeAnswer(answer, head, dialect, { now: at, encryption });
}

/** A repetition of a plain frame that names its time is recognized for a day, of another one for a minute. */
const KEPT_SECONDS = { timed: 24 * 3_600, timeless: 60 } as const;
/** Panels that do not count send this sequence always, so it says nothing about repetitions. */
const NO_SEQUENCE = '0000';

/**
 * What identifies a frame, and for how long. A plain one has its sequence for that. Of an encrypted one only the content counts,
 * which has its time: whoever sends it again can change the rest. It is known for as long as the time check takes its events.
 */
function identityOf(
  { account, head: { sequence, isEncrypted } }: ReadFrame,
  { content }: Verdict,
  { body }: Frame,
  { at }: Arrival,
): Pick<FrameReport, 'identity' | 'formerIdentity' | 'keptSeconds'> {
  const said = content ? JSON.stringify([content.data, content.blocks]) : body.toString('latin1');
  const timeText = content?.timeText;
  const counted =
    sequence === NO_SEQUENCE ? undefined : sha256(`${account} ${sequence} ${timeText ?? ''} ${said}`);
  if (!isEncrypted || !content?.time) {
    const keptSeconds = timeText === undefined ? KEPT_SECONDS.timeless : KEPT_SECONDS.timed;
    return { identity: counted, keptSeconds };
  }
  const ahead = Math.min(Math.max(content.time.getTime() - at.getTime(), 0), KNOWN_MS);
  return {
    identity: sha256(`${timeText} ${said}`),
    // The release before counts sequences. Until none of its receivers runs, each event is recorded under both.
    formerIdentity: counted,
    keptSeconds: Math.ceil((KNOWN_MS + ahead) / 1_000),
  };
}

function reportOf(
  { isTooMuch }: Receiving,
  known: KnownPanel,
  read: ReadFrame,
  verdict: Verdict,
  frame: Frame,
  arrival: Arrival,
): FrameReport {
  const { content, events, isSignOfLife, warnings } = verdict;
  const identified = identityOf(read, verdict, frame, arrival);
  return {
    ...identified,
    events,
    time: content?.time,
    timeText: content?.timeText,
    facts: namedBlocks(content?.blocks ?? []),
    warnings,
    isForgeable: !isSignOfLife,
    path: pathOf(read, arrival, known),
    isTooMuch: isTooMuch(known.device.entity.id, events.length, identified.identity),
  };
}

/** Carries out the events of a frame, and records the sign of life that it is. `gone`: its device or site is no more. */
async function carryOut(
  receiving: Receiving,
  known: KnownPanel,
  report: FrameReport,
  now: Date,
): Promise<ReportedEvents | 'gone'> {
  const { events, isForgeable, path } = report;
  try {
    const reported = await reportEvents(known, report, { ...receiving, now });
    if (!isForgeable && events.every(isOnlyInEntry)) await keepAlive(receiving, known, path, now);
    return reported;
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
}

/** Records a sign of life now, or a little later if one was recorded a moment ago, or if too much is waiting. */
async function keepAlive(
  receiving: Receiving,
  known: KnownPanel,
  path: Path | undefined,
  at: Date,
  inTurn: (write: () => Promise<void>) => Promise<unknown> = (write) => write(),
): Promise<void> {
  const { id: deviceId, tenant_id: tenantId, heartbeat_seconds, status } = known.device.entity;
  const sign: SignOfLife = { tenantId, deviceId, path, at };
  // A panel that is offline comes back at once.
  const isDue = receiving.signsOfLife.take(sign, heartbeat_seconds);
  if (!isDue && status !== 'offline') return;
  const written = inTurn(() => writeSign(receiving, sign, at));
  if ((await written.catch(receiving.onError)) === 'full') receiving.signsOfLife.repeat(sign, at);
}

/** Writes a sign of life. If that fails, it is tried again in a moment. A device that was deleted has none. */
export async function writeSign(
  { table, randomBytes, retentionDays, signsOfLife }: Receiving,
  sign: SignOfLife,
  now: Date,
): Promise<void> {
  const { tenantId, deviceId, path, at } = sign;
  try {
    await recordHeartbeat(table, { tenantId, deviceId }, { now: at, randomBytes, retentionDays, path });
    signsOfLife.note(sign);
  } catch (error) {
    if (isGone(error)) return;
    signsOfLife.repeat(sign, now);
    throw error;
  }
}

/** Anybody can send such frames. The beginning of one says enough. */
const LONGEST_UNKNOWN = 1_000;

async function recordUnknown(
  receiving: Receiving,
  { raw }: Frame,
  arrival: Arrival,
  read: ReadFrame | undefined,
  reason: string,
): Promise<Received> {
  const { at, transport, address } = arrival;
  const frame: UnknownFrame = {
    account: read?.account ?? null,
    line: read ? lineOf(read.head.line) : null,
    reason,
    at: formatTimestamp(at),
    transport,
    address,
    text: printable(raw, LONGEST_UNKNOWN),
  };
  await receiving.recordUnknown(frame);
  return { answer: undefined, result: 'unknown' };
}

interface Heard {
  readonly read: ReadFrame;
  readonly verdict: Verdict;
  readonly frame: Frame;
  readonly arrival: Arrival;
}

function frameEntry(
  { randomBytes }: Receiving,
  { device }: KnownPanel,
  { read, verdict, frame, arrival }: Heard,
  reported: ReportedEvents | 'gone',
): PanelFrame {
  const { at, transport, address } = arrival;
  const { answer, content, events, onlyRecorded, refusal } = verdict;
  const outcomes = reported === 'gone' ? [] : reported.outcomes;
  const isRefused = reported === 'gone' || (refusal !== undefined && events.length === 0);
  return {
    id: newId(at, randomBytes),
    device_id: device.entity.id,
    tenant_id: device.entity.tenant_id,
    at: formatTimestamp(at),
    transport,
    address,
    text: read.head.isEncrypted && content ? decrypted(read, content) : printable(frame.raw),
    sequence: read.head.sequence,
    signals: [...events, ...onlyRecorded].slice(0, MOST_SIGNALS).map(meaningOf),
    answer: reported === 'gone' || !answer ? 'none' : ANSWERS[answer],
    result: isRefused ? 'refused' : (outcomes[0] ?? 'recorded'),
    reason: reported === 'gone' ? GONE : refusal ? REASONS[refusal] : null,
    alert_ids: reported === 'gone' ? [] : [...reported.alertIds],
  };
}

/** How many signals of a frame are listed. Its text has all of them. */
const MOST_SIGNALS = 100;

const ANSWERS = { ACK: 'ack', NAK: 'nak', DUH: 'duh' } as const;

/** The text of an encrypted frame after it was decrypted. Blocks with key material are left out. */
function decrypted({ head }: ReadFrame, { data, blocks, timeText }: NonNullable<Verdict['content']>): string {
  const shown = blocks.filter((block) => !block.startsWith('K')).map((block) => `[${block}]`);
  const time = timeText === undefined ? '' : `_${timeText}`;
  return `"*${head.token}"${head.sequence}${head.address}[${data.join('][')}]${shown.join('')}${time}`;
}

const meaningOf = ({ code, text, kind, type, severity, partition, zone, user }: PanelEvent): Meaning => ({
  code,
  text,
  kind,
  type,
  severity,
  partition: partition ?? null,
  zone: zone ?? null,
  user: user ?? null,
});
