import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { addressBlock, plainAddress } from '../../shared/base/address.ts';
import type { RandomBytes } from '../../shared/base/ids.ts';
import type { SecretKey } from '../../shared/lambda/secret-key.ts';
import { cutFrames, type Frame } from '../../shared/panels/frames.ts';
import { KnownAccounts } from '../../shared/panels/known-accounts.ts';
import { PanelFinder, panelReads } from '../../shared/panels/known-panel.ts';
import {
  type PanelTurn,
  type Received,
  type Receiving,
  receiveFrame,
  writeSign,
} from '../../shared/panels/receive-frame.ts';
import { SeenMessages } from '../../shared/panels/seen-messages.ts';
import { SignsOfLife } from '../../shared/panels/signs-of-life.ts';
import { recordUnknownFrame, UnknownFrames } from '../../shared/panels/unknown-frames.ts';
import type { Table } from '../../shared/table/table.ts';
import { CONNECTION_LIMITS, Connections } from './connections.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';
import { HeardTenants, type TenantCounts } from './heard-tenants.ts';
import { Listeners } from './listeners.ts';
import { Pace } from './pace.ts';

/** What became of a frame; `garbage` for bytes that are no frame. */
export type Counted = Received['result'] | 'garbage';

/** What a receiver uses from outside its own code. */
export interface ReceiverOptions {
  readonly table: Table;
  readonly secrets: Pick<SecretKey, 'decrypt'>;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of a device's status change expires. */
  readonly retentionDays: number;
  readonly clock: () => Date;
  readonly host: string;
  /** For TCP and UDP. 0 takes any free one. */
  readonly port: number;
  readonly log: (message: string, error: unknown) => void;
  readonly count?: (result: Counted) => void;
  readonly limits?: Partial<typeof LIMITS>;
}

export interface Receiver {
  readonly port: number;
  /** The number of open connections. */
  connections(): number;
  /** Whether it knows which accounts there are. Until then it looks up every account. */
  isReady(): boolean;
  /** How many tenants it answered, and did not answer, since it was asked before. */
  takeTenants(): TenantCounts;
  /**
   * Takes no more, answers the frames that it has begun with, writes the signs of life that wait, and closes: after 25 seconds,
   * whatever is left. What was not answered is repeated by its panel.
   */
  stop(): Promise<void>;
}

const QUEUE_LIMITS: QueueLimits = {
  // With the reads of each frame, fewer than the connections to the table.
  working: 32,
  workingOfTenant: 8,
  workingOfLane: 2,
  waiting: 8_000,
  waitingOfTenant: 1_000,
  waitingOfLane: 8,
};

export const LIMITS = {
  ...CONNECTION_LIMITS,
  queue: QUEUE_LIMITS,
  /** How many frames that get no answer a connection may send without that a panel is recognized on it. */
  strangeFrames: 4,
  /** For how long a connection is not read that sends too much, or nothing of a panel. */
  pauseMilliseconds: 1_000,
  stopMilliseconds: 25_000,
  /** How many datagrams of an address are looked at in a second, so that a flood of them takes no time from connections. */
  datagramsOfAddress: 500,
  /** How many servers take new connections. With several, other processes of this user could take some, too. */
  listeners: 1,
};
/**
 * After this time without a byte, TCP asks whether the other side is still there. A Network Load Balancer forgets a connection
 * that is silent for 350 seconds (AWS, "Connection idle timeout"), and these bytes count.
 */
const KEEP_ALIVE_MS = 300_000;
/** How many bytes of answers may wait for a panel that does not read them, before its connection is closed. */
const MOST_UNREAD = 65_536;
/** How many bytes of a connection are looked at before others have their turn. Longer than any frame. */
const PORTION = 8_192;
/** For how long a connection is not read at most. */
const LONGEST_PAUSE_MS = 10_000;
/** Errors have one cause more often than not. */
const ERRORS_PER_SECOND = 5;
/** How many datagrams are in memory at once: at most 50 MB. Others are dropped; a panel repeats what is not acknowledged. */
const MOST_DATAGRAMS = 10_000;
/** How many frames of a datagram are carried out. Real panels send one. */
const MOST_FRAMES_OF_DATAGRAM = 16;
/** How many new connections wait to be taken. Beyond it, a panel's first packet is lost, and it waits for a second. */
const BACKLOG = 4_096;
/** How often the signs of life that wait are looked at. */
const SIGNS_MS = 1_000;
/** How often new accounts are read: a new panel works after this time at the latest. */
const ACCOUNTS_MS = 5_000;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const EVENTS_PER_MINUTE = 600;
/** A search for an account of which nothing is known is a read. Addresses of datagrams can be forged. */
const MISSED_PER_MINUTE = 600;
const MISSED_OF_ADDRESS_PER_MINUTE = 12;
/** Anybody can send frames that are refused, and each entry is a write. */
const REFUSED_PER_MINUTE = 20;
/** A panel sets its clock by the first one. */
const NAKS_OF_ADDRESS_PER_MINUTE = 10;
/** A panel with a wrong key repeats its frames, but not so often. */
const WRONG_KEYS_PER_MINUTE = 30;
/** Anybody who guesses accounts can make so many alerts of tenants in an hour, and no more. */
const MOST_TAMPERS = 100;
const HOUR_MS = 60 * MINUTE_MS;
const REFUSED_SUPERVISION_MS = 10 * MINUTE_MS;

/** Listens for panels on one port, TCP and UDP. Rejects if the port is taken. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { table, clock, log, count = () => {} } = options;
  const limits = { ...LIMITS, ...options.limits };
  const queue = new FairQueue(limits.queue);
  const accounts = new KnownAccounts(options.randomBytes);
  const now = () => clock().getTime();
  const pace = new Pace(now);
  const { receiving, finder } = receivingOf(options, queue, pace, accounts);
  const tenants = new HeardTenants();
  const failures = new Counters(SECOND_MS, now);
  const logFailure = (error: unknown) => {
    count('failed');
    if (failures.add('all', 1) <= ERRORS_PER_SECOND) log(FAILED, error);
  };
  const ending = new AbortController();
  const working = new Set<Promise<unknown>>();
  /** Remembers work, so that a stop waits for it. */
  const track = (work: Promise<unknown>): void => {
    working.add(work);
    void work.finally(() => working.delete(work));
  };
  const receive: Receive = async (frame, address, transport) => {
    try {
      const received = await receiveFrame(receiving, frame, { address, transport, at: clock() });
      if (received.known) tenants.note(received.known, received.result);
      if (received.result === 'failed') logFailure(received.error);
      else count(received.result);
      return received;
    } catch (error) {
      logFailure(error);
      return undefined;
    }
  };

  const connections = new Connections(limits);
  const serving: Serving = {
    receive,
    track,
    onGarbage: () => count('garbage'),
    strangeFrames: limits.strangeFrames,
    pauseMilliseconds: limits.pauseMilliseconds,
    wait: (milliseconds) => pause(milliseconds, undefined, { signal: ending.signal }).catch(() => {}),
    pace,
    now,
    datagramsOfAddress: limits.datagramsOfAddress,
  };
  const sockets = {
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    // A panel may end its side after its last frame, and still waits for the answer.
    allowHalfOpen: true,
  };
  const listeners = new Listeners(
    () =>
      createServer(sockets, (socket) => {
        if (connections.add(socket)) track(serve(socket, { ...serving, connections }));
      }),
    { host: options.host, backlog: BACKLOG },
  );
  const datagrams = createSocket({ type: options.host.includes(':') ? 'udp6' : 'udp4' });
  let port: number;
  try {
    port = await listeners.listen(options.port, limits.listeners);
    datagrams.bind(port, options.host);
    await once(datagrams, 'listening');
  } catch (error) {
    await listeners.close();
    throw error;
  }
  datagrams.on('error', (error) => log('The socket of datagrams failed.', error));
  const stopDatagrams = serveDatagrams(datagrams, serving);

  let reading: Promise<void> | undefined;
  const readAccounts = async () => {
    try {
      finder.forget(await accounts.refresh(table, clock()));
    } catch (error) {
      log('The new accounts of panels could not be read. They are looked up within limits.', error);
    }
  };
  const refresh = () => {
    reading ??= readAccounts().finally(() => {
      reading = undefined;
    });
    track(reading);
  };
  refresh();
  const timers = [
    setInterval(refresh, ACCOUNTS_MS),
    setInterval(() => {
      track(writeSigns(receiving, queue, clock(), clock()));
      track(receiving.recordUnknown());
    }, SIGNS_MS),
  ];

  const finish = async () => {
    while (working.size > 0) await Promise.allSettled(working);
    while ((await writeSigns(receiving, queue, clock(), 'all')) > 0) {}
  };
  return {
    port,
    connections: () => connections.size,
    isReady: () => accounts.isComplete,
    takeTenants: () => tenants.take(),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopDatagrams();
      ending.abort();
      const closed = listeners.close();
      connections.end();
      track(writeSigns(receiving, queue, clock(), 'all'));
      const patience = new AbortController();
      const isLate = pause(limits.stopMilliseconds, true, { signal: patience.signal }).catch(() => false);
      if (await Promise.race([finish().then(() => false), isLate])) {
        log(
          'The receiver stops although not everything was done. Panels repeat what was not answered.',
          undefined,
        );
        queue.drop();
      }
      patience.abort();
      connections.destroy();
      datagrams.close();
      await closed;
    },
  };
}

const FAILED = 'A frame could not be carried out. It gets no answer, and its panel repeats it.';

/** Writes the signs of life that are due, in fair turns. Returns how many were written. */
async function writeSigns(
  receiving: Receiving,
  queue: FairQueue,
  now: Date,
  due: Date | 'all',
): Promise<number> {
  const { signsOfLife, onError } = receiving;
  const written = await Promise.all(
    signsOfLife.takeDue(due).map(async (sign) => {
      const { tenantId, deviceId } = sign;
      const write = async () => {
        await writeSign(receiving, sign, now);
        return 1;
      };
      const result = await queue.run({ tenantId, lane: `${deviceId} sign` }, write).catch(onError);
      if (result === 'full') signsOfLife.repeat(sign, now);
      return result === 1 ? 1 : 0;
    }),
  );
  return written.filter((it) => it === 1).length;
}

/** What the frames of this receiver need, with its limits. */
function receivingOf(
  { table, secrets, randomBytes, retentionDays, clock, log }: ReceiverOptions,
  queue: FairQueue,
  pace: Pace,
  accounts: KnownAccounts,
): { receiving: Receiving; finder: PanelFinder } {
  const now = () => clock().getTime();
  const onError = (error: unknown) => log('Something failed although a frame was answered.', error);
  const events = new Counters(MINUTE_MS, now);
  /** The frames of this minute: 2 for one with which its panel sent too much, 1 for another. */
  const judged = new Counters(MINUTE_MS, now);
  const missed = new Counters(MINUTE_MS, now);
  const refused = new Counters(MINUTE_MS, now);
  const refusedSupervision = new Counters(REFUSED_SUPERVISION_MS, now);
  const naks = new Counters(MINUTE_MS, now);
  const wrongKeys = new Counters(MINUTE_MS, now);
  const tampers = new Counters(HOUR_MS, now);
  const seen = new SeenMessages();
  const unknown = new UnknownFrames();
  const finder = new PanelFinder(panelReads(table, secrets), now, {
    mayExist: (account) => accounts.mayExist(account),
    maySearch: ({ address, transport }) =>
      missed.get(`${transport} ${addressBlock(address)}`) < MISSED_OF_ADDRESS_PER_MINUTE &&
      missed.get(transport) < MISSED_PER_MINUTE,
    onMissed: ({ address, transport }) => {
      missed.add(`${transport} ${addressBlock(address)}`, 1);
      missed.add(transport, 1);
    },
  });
  const receiving: Receiving = {
    table,
    randomBytes,
    retentionDays,
    findPanel: finder.find,
    inTurn: (turn, work) => queue.run({ tenantId: turn.tenantId, lane: laneOf(turn) }, work),
    isBusy: (turn) =>
      queue.isFull({ tenantId: turn.tenantId, lane: laneOf(turn) }) ||
      // A connection is read more slowly instead.
      (turn.transport === 'udp' && pace.wait(laneOf(turn)) > 0),
    onProven: (turn, bytes) => pace.count(laneOf(turn), bytes),
    signsOfLife: new SignsOfLife(),
    isTooMuch(deviceId, number, identity) {
      const before = identity === undefined ? undefined : judged.get(identity);
      if (before) return before > 1;
      const isTooMuch = events.add(deviceId, number) > EVENTS_PER_MINUTE;
      if (identity !== undefined) judged.add(identity, isTooMuch ? 2 : 1);
      return isTooMuch;
    },
    async recordUnknown(frame) {
      if (frame) unknown.add(frame);
      await Promise.all(unknown.takeDue(clock()).map((it) => recordUnknownFrame(table, it).catch(onError)));
    },
    mayRecordRefused: (deviceId, isSupervision) =>
      isSupervision
        ? refusedSupervision.add(deviceId, 1) <= 1
        : refused.add(deviceId, 1) <= REFUSED_PER_MINUTE,
    isAltered: (deviceId, encrypted) => seen.isAltered(deviceId, encrypted),
    mayRefuse: (deviceId, { address, transport }) =>
      naks.add(`${deviceId} ${transport} ${address}`, 1) <= NAKS_OF_ADDRESS_PER_MINUTE,
    isAttacked: (deviceId, frames) => {
      const count = wrongKeys.add(deviceId, frames === 'one' ? 1 : WRONG_KEYS_PER_MINUTE);
      const isDue =
        count >= WRONG_KEYS_PER_MINUTE && tampers.get(deviceId) === 0 && tampers.get(ALL) < MOST_TAMPERS;
      if (isDue) for (const name of [deviceId, ALL]) tampers.add(name, 1);
      return isDue;
    },
    onUnreported: (deviceId) => {
      for (const name of [deviceId, ALL]) tampers.add(name, -1);
    },
    onError,
  };
  return { receiving, finder };
}

/** Datagrams of a panel never take the places of its connections. */
const laneOf = ({ deviceId, transport }: Pick<PanelTurn, 'deviceId' | 'transport'>): string =>
  `${deviceId} ${transport}`;

/** The name of the count of all devices. */
const ALL = 'all';

/** Counts by name within a period. */
class Counters {
  readonly #counts = new Map<string, number>();
  readonly #period: number;
  readonly #now: () => number;
  #until = 0;

  constructor(period: number, now: () => number) {
    this.#period = period;
    this.#now = now;
  }

  get(name: string): number {
    if (this.#now() >= this.#until) {
      this.#counts.clear();
      this.#until = this.#now() + this.#period;
    }
    return this.#counts.get(name) ?? 0;
  }

  /** Adds to a count and returns it. */
  add(name: string, number: number): number {
    const count = this.get(name) + number;
    this.#counts.set(name, count);
    return count;
  }
}

type Receive = (frame: Frame, address: string, transport: 'tcp' | 'udp') => Promise<Received | undefined>;

interface Serving {
  readonly receive: Receive;
  readonly track: (work: Promise<unknown>) => void;
  readonly onGarbage: () => void;
  readonly strangeFrames: number;
  readonly pauseMilliseconds: number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly pace: Pace;
  readonly now: () => number;
  readonly datagramsOfAddress: number;
}

/**
 * Carries out the frames of a connection, one after the other. While it does, the connection is not read. Frames on a connection
 * without a panel are read once a second, so that strangers cost little however much they send.
 */
async function serve(
  socket: Socket,
  {
    receive,
    onGarbage,
    connections,
    strangeFrames,
    pauseMilliseconds,
    wait,
    pace,
    now,
  }: Serving & { readonly connections: Connections },
): Promise<void> {
  const address = plainAddress(socket.remoteAddress ?? '');
  let rest: Buffer = Buffer.alloc(0);
  let strange = 0;
  /** Waits so long that the time which a frame without an answer took says nothing about its account. */
  const pauseSince = (begun: number) => wait(Math.max(0, pauseMilliseconds - (now() - begun)));
  /** Returns whether the connection goes on. */
  const take = async (bytes: Buffer): Promise<boolean> => {
    const begun = now();
    const cut = cutFrames(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]));
    ({ rest } = cut);
    let isStrange = cut.hasGarbage;
    let milliseconds = 0;
    await connections.during(socket, async () => {
      for (const frame of cut.frames) {
        if (strange > strangeFrames) return;
        const received = await receive(frame, address, 'tcp');
        if (received?.answer && !socket.destroyed) socket.write(received.answer);
        if (!received?.answer && connections.isStranger(socket)) {
          isStrange = true;
          strange += 1;
        }
        if (!received?.known || (received.result !== 'supervision' && received.result !== 'signal')) continue;
        const { id } = received.known.device.entity;
        connections.recognize(socket, id);
        milliseconds = Math.min(LONGEST_PAUSE_MS, pace.wait(laneOf({ deviceId: id, transport: 'tcp' })));
      }
    });
    if (cut.hasGarbage) onGarbage();
    if (isStrange) await pauseSince(begun);
    if (milliseconds > 0) await wait(milliseconds);
    return strange <= strangeFrames && !cut.hasGarbage && socket.writableLength <= MOST_UNREAD;
  };
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      let goesOn = true;
      for (let at = 0; goesOn && at < chunk.length; at += PORTION) {
        goesOn = await take(chunk.subarray(at, at + PORTION));
      }
      if (!goesOn) break;
    }
  } catch {
    // The panel has closed the connection in its own way.
  }
  // What was broken off is recorded, and has no answer.
  for (const frame of cutFrames(rest, { isAll: true }).frames) await receive(frame, address, 'tcp');
  socket.destroySoon();
}

/** Carries out the frames of datagrams. Returns what stops it. */
function serveDatagrams(
  socket: DatagramSocket,
  { receive, track, onGarbage, now, datagramsOfAddress }: Serving,
): () => void {
  let pending = 0;
  const heard = new Counters(SECOND_MS, now);
  const work = async (bytes: Buffer, address: string, port: number) => {
    pending += 1;
    const { frames, hasGarbage } = cutFrames(bytes, { isAll: true });
    if (hasGarbage) onGarbage();
    for (const frame of frames.slice(0, MOST_FRAMES_OF_DATAGRAM)) {
      const received = await receive(frame, plainAddress(address), 'udp');
      if (received?.answer) socket.send(received.answer, port, address);
    }
    pending -= 1;
  };
  const take = (bytes: Buffer, { address, port }: { readonly address: string; readonly port: number }) => {
    if (pending >= MOST_DATAGRAMS || heard.add(addressBlock(address), 1) > datagramsOfAddress) return;
    track(work(bytes, address, port));
  };
  socket.on('message', take);
  return () => socket.off('message', take);
}
