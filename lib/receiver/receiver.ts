import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { RandomBytes } from '../../shared/base/ids.ts';
import type { SecretKey } from '../../shared/lambda/secret-key.ts';
import { cutFrames, type Frame } from '../../shared/panels/frames.ts';
import { findPanel, keepPanels } from '../../shared/panels/known-panel.ts';
import { type Received, type Receiving, receiveFrame, writeSign } from '../../shared/panels/receive-frame.ts';
import { SeenMessages } from '../../shared/panels/seen-messages.ts';
import { SignsOfLife } from '../../shared/panels/signs-of-life.ts';
import type { Table } from '../../shared/table/table.ts';

/** What became of a frame; `failed` if it could not be written, and `garbage` for bytes that are no frame. */
export type Counted = Received['result'] | 'failed' | 'garbage';

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
  /** Takes no more, answers the frames that it has begun with, writes the signs of life that wait, and closes. */
  stop(): Promise<void>;
}

export const LIMITS = {
  /** Beyond, the oldest connection is closed on which no panel was recognized. */
  connections: 20_000,
  /** Panels behind one address of a mobile network are many; more than this is an attack. */
  connectionsOfAddress: 2_000,
  /** A connection is closed on which no panel is recognized for so long, whatever it sends. */
  strangerMilliseconds: 60_000,
};
/** A recognized panel may be silent for longer: many keep their connection between two supervisions. */
const RECOGNIZED_IDLE_MS = 2 * 3_600_000;
/**
 * After this time without a byte, TCP asks whether the other side is still there. A Network Load Balancer forgets a connection
 * that is silent for 350 seconds (AWS, "Connection idle timeout"), and these bytes count.
 */
const KEEP_ALIVE_MS = 300_000;
/** How many bytes of answers may wait for a panel that does not read them, before its connection is closed. */
const MOST_UNREAD = 65_536;
/** How many datagrams are carried out at once. Others are dropped; a panel repeats what is not acknowledged. */
const MOST_DATAGRAMS = 1_000;
/** How often the signs of life that wait are looked at. */
const SIGNS_MS = 1_000;

const MINUTE_MS = 60_000;
const EVENTS_PER_MINUTE = 600;
/** Anybody can send frames that are refused, and each entry is a write. Addresses of datagrams can be forged. */
const UNKNOWN_PER_MINUTE = 60;
const UNKNOWN_OF_ADDRESS_PER_MINUTE = 6;
/** Each search for an account that was never found is a read. */
const MISSED_DATAGRAMS_PER_MINUTE = 6_000;
const MISSED_OF_ADDRESS_PER_MINUTE = 120;
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
  const { clock, log, count = () => {} } = options;
  const limits = { ...LIMITS, ...options.limits };
  const receiving = receivingOf(options);
  const working = new Set<Promise<unknown>>();
  /** Remembers work, so that a stop waits for it. */
  const track = (work: Promise<unknown>): void => {
    working.add(work);
    void work.finally(() => working.delete(work));
  };
  const receive: Receive = async (frame, address, transport) => {
    try {
      const received = await receiveFrame(receiving, frame, { address, transport, at: clock() });
      count(received.result);
      return received;
    } catch (error) {
      count('failed');
      log('A frame could not be carried out. It gets no answer, and its panel repeats it.', error);
      return undefined;
    }
  };

  const connections = new Connections(limits);
  const sockets = {
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    // A panel may end its side after its last frame, and still waits for the answer.
    allowHalfOpen: true,
  };
  const server = createServer(sockets, (socket) => {
    if (!connections.add(socket)) return;
    track(serve(socket, { receive, track, connections, onGarbage: () => count('garbage') }));
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : options.port;
  const datagrams = createSocket({ type: options.host.includes(':') ? 'udp6' : 'udp4' });
  try {
    datagrams.bind(port, options.host);
    await once(datagrams, 'listening');
  } catch (error) {
    server.close();
    throw error;
  }
  datagrams.on('error', (error) => log('The socket of datagrams failed.', error));
  const stopDatagrams = serveDatagrams(datagrams, { receive, track, onGarbage: () => count('garbage') });

  const writeSigns = (due: Date | 'all') =>
    Promise.all(
      receiving.signsOfLife
        .takeDue(due)
        .map((sign) =>
          writeSign(receiving, sign, clock()).catch((error) => log('A sign of life was not written.', error)),
        ),
    );
  const timer = setInterval(() => track(writeSigns(clock())), SIGNS_MS);

  return {
    port,
    connections: () => connections.size,
    async stop() {
      clearInterval(timer);
      stopDatagrams();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.end();
      while (working.size > 0) await Promise.allSettled(working);
      await writeSigns('all');
      datagrams.close();
      await closed;
    },
  };
}

/** What the frames of this receiver need, with its limits. */
function receivingOf({ table, secrets, randomBytes, retentionDays, clock, log }: ReceiverOptions): Receiving {
  const now = () => clock().getTime();
  const events = new Counters(MINUTE_MS, now);
  const unknown = new Counters(MINUTE_MS, now);
  const missed = new Counters(MINUTE_MS, now);
  const refused = new Counters(MINUTE_MS, now);
  const refusedSupervision = new Counters(REFUSED_SUPERVISION_MS, now);
  const naks = new Counters(MINUTE_MS, now);
  const wrongKeys = new Counters(MINUTE_MS, now);
  const tampers = new Counters(HOUR_MS, now);
  const seen = new SeenMessages();
  return {
    table,
    randomBytes,
    retentionDays,
    findPanel: keepPanels((account, line) => findPanel(table, account, line, secrets), now, {
      maySearch: ({ address, transport }) =>
        missed.get(address) < MISSED_OF_ADDRESS_PER_MINUTE &&
        (transport === 'tcp' || missed.get(transport) < MISSED_DATAGRAMS_PER_MINUTE),
      onMissed: ({ address, transport }) => {
        missed.add(address, 1);
        missed.add(transport, 1);
      },
    }),
    signsOfLife: new SignsOfLife(),
    isTooMuch: (deviceId, number) => events.add(deviceId, number) > EVENTS_PER_MINUTE,
    mayRecordUnknown: ({ address, transport }) =>
      unknown.get(transport) < UNKNOWN_PER_MINUTE &&
      unknown.add(address, 1) <= UNKNOWN_OF_ADDRESS_PER_MINUTE &&
      unknown.add(transport, 1) <= UNKNOWN_PER_MINUTE,
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
    onError: (error) => log('Something failed although a frame was answered.', error),
  };
}

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

/** The open connections. */
class Connections {
  readonly #limits: typeof LIMITS;
  readonly #sockets = new Set<Socket>();
  /** Those on which no panel was recognized, the oldest first, with what closes them in time. */
  readonly #strangers = new Map<Socket, NodeJS.Timeout>();
  readonly #busy = new Set<Socket>();
  readonly #ofAddress = new Map<string, number>();
  isEnding = false;

  constructor(limits: typeof LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Adds a connection, unless there are too many: then it is closed. */
  add(socket: Socket): boolean {
    const { remoteAddress: address = '' } = socket;
    socket.on('error', () => socket.destroy());
    const number = (this.#ofAddress.get(address) ?? 0) + 1;
    if (this.isEnding || number > this.#limits.connectionsOfAddress || !this.#makeRoom()) {
      socket.destroy();
      return false;
    }
    this.#ofAddress.set(address, number);
    this.#sockets.add(socket);
    this.#strangers.set(
      socket,
      setTimeout(() => socket.destroy(), this.#limits.strangerMilliseconds),
    );
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#forgetStranger(socket);
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
    });
    return true;
  }

  /** Makes room for a connection. Whoever holds many without being a panel must not keep panels out. */
  #makeRoom(): boolean {
    if (this.size < this.#limits.connections) return true;
    const [oldest] = this.#strangers.keys();
    if (!oldest) return false;
    oldest.destroy();
    this.#sockets.delete(oldest);
    this.#forgetStranger(oldest);
    return true;
  }

  #forgetStranger(socket: Socket): void {
    clearTimeout(this.#strangers.get(socket));
    this.#strangers.delete(socket);
  }

  /** Notes that a panel was recognized on a connection. */
  recognize(socket: Socket): void {
    if (this.#strangers.has(socket)) socket.setTimeout(RECOGNIZED_IDLE_MS, () => socket.destroy());
    this.#forgetStranger(socket);
  }

  /** Does work for a connection, which is then closed if the receiver stops meanwhile. */
  async during(socket: Socket, work: () => Promise<void>): Promise<void> {
    this.#busy.add(socket);
    await work();
    this.#busy.delete(socket);
    if (this.isEnding) socket.destroySoon();
  }

  /** Closes the idle connections at once, and the others after their work. */
  end(): void {
    this.isEnding = true;
    for (const socket of this.#sockets) if (!this.#busy.has(socket)) socket.destroySoon();
  }
}

type Receive = (frame: Frame, address: string, transport: 'tcp' | 'udp') => Promise<Received | undefined>;

interface Serving {
  readonly receive: Receive;
  readonly track: (work: Promise<unknown>) => void;
  readonly onGarbage: () => void;
}

/** Carries out the frames of a connection, one after the other. While it does, the connection is not read. */
async function serve(
  socket: Socket,
  { receive, onGarbage, connections }: Serving & { readonly connections: Connections },
): Promise<void> {
  const { remoteAddress: address = '' } = socket;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      const cut = cutFrames(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
      ({ rest } = cut);
      await connections.during(socket, async () => {
        for (const frame of cut.frames) {
          const received = await receive(frame, address, 'tcp');
          if (received?.answer && !socket.destroyed) socket.write(received.answer);
          if (received?.result === 'supervision' || received?.result === 'signal') {
            connections.recognize(socket);
          }
        }
      });
      if (cut.hasGarbage) onGarbage();
      if (cut.hasGarbage || socket.writableLength > MOST_UNREAD) break;
    }
  } catch {
    // The panel has closed the connection in its own way.
  }
  // What was broken off is recorded, and has no answer.
  for (const frame of cutFrames(rest, { isAll: true }).frames) await receive(frame, address, 'tcp');
  socket.destroySoon();
}

/** Carries out the frames of datagrams. Returns what stops it. */
function serveDatagrams(socket: DatagramSocket, { receive, track, onGarbage }: Serving): () => void {
  let pending = 0;
  const work = async (bytes: Buffer, address: string, port: number) => {
    pending += 1;
    const { frames, hasGarbage } = cutFrames(bytes, { isAll: true });
    if (hasGarbage) onGarbage();
    for (const frame of frames) {
      const received = await receive(frame, address, 'udp');
      if (received?.answer) socket.send(received.answer, port, address);
    }
    pending -= 1;
  };
  const take = (bytes: Buffer, { address, port }: { readonly address: string; readonly port: number }) => {
    if (pending < MOST_DATAGRAMS) track(work(bytes, address, port));
  };
  socket.on('message', take);
  return () => socket.off('message', take);
}
