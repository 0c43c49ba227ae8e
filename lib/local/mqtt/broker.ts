import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Aedes, type AedesOptions, type Client } from 'aedes';
import type { SpreadTenants } from '../../../shared/accounts/status-copies.ts';
import { plainAddress } from '../../../shared/base/address.ts';
import { ApiError } from '../../../shared/base/errors.ts';
import type { RandomBytes } from '../../../shared/base/ids.ts';
import type { Clock } from '../../../shared/base/time.ts';
import { countInbound } from '../../../shared/http/rate-limit.ts';
import { recordSign } from '../../../shared/inbound/carry-out.ts';
import {
  type DeviceCredentials,
  openCredentials,
  parseCredentials,
} from '../../../shared/inbound/open-credentials.ts';
import { LARGEST_MESSAGE, readMessages } from '../../../shared/inbound/read-body.ts';
import type { OpenAddress } from '../../../shared/inbound/receive-message.ts';
import { takeMessages } from '../../../shared/inbound/take-messages.ts';
import type { Settings } from '../../../shared/lambda/settings.ts';
import type { Table } from '../../../shared/table/table.ts';
import { FairQueue, type QueueLimits } from '../../receiver/fair-queue.ts';
import { reasonOf } from '../local-server-error.ts';
import { PacketLimit } from './packet-limit.ts';

const QUEUE_LIMITS: QueueLimits = {
  working: 16,
  workingOfTenant: 8,
  // The messages of a device keep their order.
  workingOfLane: 1,
  waiting: 50_000,
  waitingOfTenant: 20_000,
  // More than the messages of one reading of a socket: a gateway that starts sends the states of all its sensors.
  waitingOfLane: 10_000,
};

export const MQTT_LIMITS = {
  queue: QUEUE_LIMITS,
  /** Beyond, a new connection is closed. */
  connections: 4_000,
  /** Beyond, a new connection of a device is refused. Many sensors of a site may share its device. */
  connectionsOfDevice: 100,
  /** How long a connection may be open without a client that has signed in. */
  strangerMilliseconds: 10_000,
  /** The largest packet before a client has signed in, in bytes. */
  strangerBytes: 8_192,
  /** After this, nothing of a message is begun any more. */
  messageMilliseconds: 30_000,
};

/** The largest topic beside the largest message. */
const LARGEST_PACKET = LARGEST_MESSAGE + 65_536;

/** The code of an answer to CONNECT (MQTT 3.1.1, section 3.2.2.3). */
const UNAVAILABLE = 3;
const REFUSED = 5;

export interface MqttBrokerOptions {
  readonly table: Table;
  readonly settings: Settings;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly log: (line: string) => void;
  readonly limits?: Partial<typeof MQTT_LIMITS>;
}

export interface MqttBroker {
  readonly port: number;
  /** How many clients are signed in. */
  connections(): number;
  /** Closes all connections without their wills, and waits for the messages that are being carried out. */
  stop(): Promise<void>;
}

type Publication = Parameters<NonNullable<AedesOptions['authorizePublish']>>[1];

/** A client that has signed in. */
interface Session {
  readonly client: Client;
  readonly credentials: DeviceCredentials;
  readonly address: string;
}

/**
 * Listens for MQTT 3.1.1. Whoever signs in is a device, by the secret of its inbound address or its key, whatever the topic says;
 * what it publishes goes the way of a message to that address. Nothing is forwarded or kept, so that a subscription gets
 * nothing. A publication with QoS 1 or 2 is acknowledged after it was carried out; if that fails, the connection is closed, and
 * the client repeats it. Rejects if the port is taken.
 */
export async function startMqttBroker(options: MqttBrokerOptions): Promise<MqttBroker> {
  const limits = { ...MQTT_LIMITS, ...options.limits };
  const broker = new Broker(options, limits);
  const aedes = await Aedes.createBroker(broker.handlers);
  aedes.on('ping', (_, client) => broker.noteSign(client));
  // Without listeners, errors of clients would end the process.
  aedes.on('connectionError', () => {});
  aedes.on('clientError', () => {});
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    socket.on('error', () => socket.destroy());
    if (sockets.size >= limits.connections) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const strangers = setTimeout(() => socket.destroy(), limits.strangerMilliseconds);
    socket.on('close', () => clearTimeout(strangers));
    let isKnown = false;
    const limit = new PacketLimit(() => (isKnown ? LARGEST_PACKET : limits.strangerBytes));
    const connection = Duplex.from({ readable: socket.pipe(limit), writable: socket });
    limit.on('error', () => socket.destroy());
    connection.on('error', () => socket.destroy());
    connection.on('close', () => socket.destroy());
    const client = aedes.handle(connection);
    broker.meet(client, plainAddress(socket.remoteAddress ?? ''), () => {
      isKnown = true;
      clearTimeout(strangers);
    });
    socket.on('close', () => broker.forget(client));
  });
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    throw error;
  }
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : options.port,
    connections: () => broker.size,
    async stop() {
      broker.isEnding = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, broker.finish()]);
    },
  };
}

interface Connection {
  readonly address: string;
  readonly onKnown: () => void;
}

class Broker {
  isEnding = false;
  readonly #options: MqttBrokerOptions;
  readonly #limits: typeof MQTT_LIMITS;
  readonly #queue: FairQueue;
  readonly #spread: SpreadTenants = new Set();
  /** The open connections. */
  readonly #connections = new WeakMap<Client, Connection>();
  readonly #shown = new WeakMap<Client, DeviceCredentials>();
  /** By the name of the client. */
  readonly #sessions = new Map<string, Session>();
  readonly #sessionOf = new WeakMap<Client, Session>();
  /** Those whose will says nothing: they were closed by Guard, or are connected anew. */
  readonly #withoutWill = new WeakSet<Client>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #done = new DonePublications();
  /** When the last sign of life of a device was written, in milliseconds since the epoch. */
  readonly #signs = new Map<string, number>();

  constructor(options: MqttBrokerOptions, limits: typeof MQTT_LIMITS) {
    this.#options = options;
    this.#limits = limits;
    this.#queue = new FairQueue(limits.queue);
  }

  get size(): number {
    return this.#sessions.size;
  }

  readonly handlers: AedesOptions = {
    connectTimeout: 10_000,
    // Names begin with that of the device.
    maxClientsIdLength: 65_535,
    preConnect: (client, packet, done) => {
      const password = packet.password?.toString() ?? '';
      const credentials = parseCredentials(packet.username ?? '', password);
      if (credentials) this.#shown.set(client, credentials);
      // Two devices may choose the same name, and neither may end the connection of the other.
      const name = packet.clientId === '' ? randomUUID() : packet.clientId;
      Object.assign(packet, {
        clientId: `${credentials?.deviceId ?? 'stranger'}/${name}`,
        // Nothing is ever sent to a client, so that there is no session to keep.
        clean: true,
      });
      done(null, true);
    },
    authenticate: (client, _user, _password, done) => {
      const refuse = (returnCode: number, reason: string) => {
        this.#options.log(`MQTT: refused a client: ${reason}`);
        done(Object.assign(new Error(reason), { returnCode }), false);
      };
      this.#signIn(client).then(
        (result) => {
          if (result === 'in') done(null, true);
          else if (result === 'refused') refuse(REFUSED, 'its password is no secret of a device');
          else refuse(UNAVAILABLE, 'too many are connected, or wait');
        },
        (error: unknown) => refuse(UNAVAILABLE, reasonOf(error)),
      );
    },
    authorizeSubscribe: (_client, subscription, done) => {
      // It is granted, because programs stop that may not subscribe to their commands, and gets nothing.
      Object.assign(subscription, { topic: NOWHERE, qos: 0 });
      done(null, subscription);
    },
    authorizeForward: () => null,
    authorizePublish: (client, packet, done) => {
      const session = client && this.#sessionOf.get(client);
      const isWill = client !== null && 'will' in client && client.will === packet;
      if (!session || (isWill && (this.isEnding || this.#withoutWill.has(session.client)))) {
        done(new Error('not published'));
        return;
      }
      const { payload, topic, retain, qos } = packet;
      const sent = { payload: Buffer.from(payload), topic, retain, qos, id: idOf(packet) };
      // Nothing is kept for subscribers.
      Object.assign(packet, { retain: false, payload: '' });
      this.#track(this.#carryOut(session, sent, isWill)).then(
        () => done(null),
        (error: unknown) => {
          this.#options.log(`MQTT: a message was not carried out: ${reasonOf(error)}`);
          if (isWill || sent.qos === 0) {
            done(null);
            return;
          }
          this.#withoutWill.add(session.client);
          done(error instanceof Error ? error : new Error('failed'));
        },
      );
    },
  };

  meet(client: Client, address: string, onKnown: () => void): void {
    this.#connections.set(client, { address, onKnown });
  }

  forget(client: Client): void {
    this.#connections.delete(client);
    if (this.#sessions.get(client.id)?.client === client) this.#sessions.delete(client.id);
  }

  async finish(): Promise<void> {
    while (this.#working.size > 0) await Promise.allSettled(this.#working);
  }

  /** Records a sign of life of the device that is connected: it is the gateway, not the sensors behind it. */
  noteSign(client: Client): void {
    const session = this.#sessionOf.get(client);
    if (!session || !this.#isSignDue(session)) return;
    const { tenantId, deviceId } = session.credentials;
    const sign = async () => {
      const open = await this.#open(session.credentials);
      if (open) await this.#recordSign(open);
      else this.#end(session);
    };
    const turn = { tenantId, lane: `${deviceId} sign` };
    void this.#track(this.#queue.run(turn, sign)).catch(this.#onUnrecorded);
  }

  readonly #onUnrecorded = (error: unknown) =>
    this.#options.log(`MQTT: a sign of life was not recorded: ${reasonOf(error)}`);

  async #signIn(client: Client): Promise<'in' | 'refused' | 'busy'> {
    const credentials = this.#shown.get(client);
    const connection = this.#connections.get(client);
    if (!credentials || !connection) return 'refused';
    const { tenantId, deviceId } = credentials;
    const turn = { tenantId, lane: `${deviceId} sign` };
    const session: Session = { client, credentials, address: connection.address };
    const open = await this.#track(
      this.#queue.run(turn, async () => {
        const found = await this.#open(credentials);
        if (found && this.#isSignDue(session)) await this.#recordSign(found).catch(this.#onUnrecorded);
        return found;
      }),
    );
    if (open === 'full' || this.isEnding) return 'busy';
    if (!open) return 'refused';
    // What was closed meanwhile is forgotten already.
    if (!this.#connections.has(client)) return 'busy';
    const before = this.#sessions.get(client.id);
    const ofDevice = this.#sessions.values().filter((it) => it.credentials.deviceId === deviceId);
    if (!before && ofDevice.toArray().length >= this.#limits.connectionsOfDevice) return 'busy';
    if (before) this.#withoutWill.add(before.client);
    this.#sessions.set(client.id, session);
    this.#sessionOf.set(client, session);
    connection.onKnown();
    return 'in';
  }

  async #carryOut(session: Session, sent: Sent, isWill: boolean): Promise<void> {
    const { client, credentials, address } = session;
    const { tenantId, deviceId } = credentials;
    const work = async () => {
      if (this.#done.has(client.id, sent.id)) return;
      const open = await this.#open(credentials);
      if (!open) {
        this.#end(session);
        throw new Error('its password counts no longer');
      }
      await this.#take(open, sent, { address, isWill });
      this.#done.add(client.id, sent.id);
    };
    if ((await this.#queue.run({ tenantId, lane: deviceId }, work)) === 'full') {
      throw new Error('too many messages wait');
    }
  }

  async #take(
    open: OpenAddress,
    { payload, topic, retain }: Sent,
    from: { readonly address: string; readonly isWill: boolean },
  ): Promise<void> {
    const { table, settings, clock, randomBytes, log } = this.#options;
    const now = clock();
    const { messageMilliseconds } = this.#limits;
    const begun = performance.now();
    try {
      // A client that sets the flag wants its message kept. Whether another broker had kept it, nobody says.
      const isRetained = retain ? undefined : false;
      const messages = readMessages({ bytes: payload, contentType: undefined, topic, isRetained, query: {} });
      const { caller } = open.sender;
      const received = await takeMessages(
        open,
        messages,
        { ...from, contentType: undefined, isPost: true },
        {
          count: (counted) =>
            countInbound({ runtime: { table, settings }, now, metrics: [] }, caller, counted),
          table,
          now,
          randomBytes,
          retentionDays: settings.alertRetentionDays,
          hasTime: () => performance.now() - begun < messageMilliseconds,
        },
      );
      if (received === 'nothing') return;
      for (const error of received.ignored) log(`MQTT: ${reasonOf(error)}`);
      if (received.failure !== undefined) throw received.failure;
      this.#noteWritten(open.address.id, now);
    } catch (error) {
      // It would never be smaller, and its sender would repeat it for ever.
      if (!(error instanceof ApiError && error.code === 'message_too_large')) throw error;
      log(`MQTT: a message was dropped: ${reasonOf(error)}`);
    }
  }

  #open(credentials: DeviceCredentials): Promise<OpenAddress | undefined> {
    const { table, clock, log } = this.#options;
    const logger = { warn: () => log('MQTT: the use of a key could not be recorded') };
    return openCredentials({ table, logger }, credentials, clock(), this.#spread);
  }

  #isSignDue({ credentials }: Session): boolean {
    const last = this.#signs.get(credentials.deviceId) ?? 0;
    return this.#options.clock().getTime() - last >= SIGN_MILLISECONDS;
  }

  async #recordSign({ sender }: OpenAddress): Promise<void> {
    const { table, settings, clock, randomBytes } = this.#options;
    const now = clock();
    const context = {
      table,
      now,
      randomBytes,
      retentionDays: settings.alertRetentionDays,
      hasTime: () => true,
      instantOf: () => Promise.resolve(now),
    };
    await recordSign(sender, context);
    this.#noteWritten(sender.caller.deviceId, now);
  }

  #noteWritten(deviceId: string, now: Date): void {
    this.#signs.delete(deviceId);
    this.#signs.set(deviceId, now.getTime());
    dropOldest(this.#signs, MOST_CLIENTS);
  }

  /** Ends a connection. Its device is not gone, so that its will says nothing. */
  #end({ client }: Session): void {
    this.#withoutWill.add(client);
    client.conn.destroy();
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work);
    const forget = () => void this.#working.delete(work);
    work.then(forget, forget);
    return work;
  }
}

/** A topic that nothing is published to. */
const NOWHERE = '$guard/nothing';

/** How often a sign of life of a device is written that sends nothing else. */
const SIGN_MILLISECONDS = 10_000;

interface Sent {
  readonly payload: Buffer;
  readonly topic: string;
  readonly retain: boolean;
  readonly qos: number;
  readonly id: PublicationId | undefined;
}

/** What tells a repetition (the flag DUP) from another publication: its number, and a hash of all that it says. */
interface PublicationId {
  readonly number: number;
  readonly hash: string;
  readonly isRepetition: boolean;
}

function idOf({ messageId, topic, payload, dup }: Publication): PublicationId | undefined {
  if (messageId === undefined) return undefined;
  const hash = createHash('sha256').update(topic).update('\0').update(payload).digest('base64url');
  return { number: messageId, hash, isRepetition: dup };
}

/** More than clients have on their way at a time. */
const MOST_REMEMBERED = 50;
const MOST_CLIENTS = 2_000;

/** The last publications of each client that were carried out, and whose acknowledgement may have been lost. */
class DonePublications {
  readonly #ofClient = new Map<string, Map<number, string>>();

  has(client: string, id: PublicationId | undefined): boolean {
    return id?.isRepetition === true && this.#ofClient.get(client)?.get(id.number) === id.hash;
  }

  add(client: string, id: PublicationId | undefined): void {
    if (!id) return;
    const known = this.#ofClient.get(client) ?? new Map<number, string>();
    known.delete(id.number);
    known.set(id.number, id.hash);
    this.#ofClient.delete(client);
    this.#ofClient.set(client, known);
    dropOldest(known, MOST_REMEMBERED);
    dropOldest(this.#ofClient, MOST_CLIENTS);
  }
}

function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
