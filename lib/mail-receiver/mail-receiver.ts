import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { plainAddress } from '../../shared/base/address.ts';
import type { Clock } from '../../shared/base/time.ts';
import { hashOfRecipient } from '../../shared/mail-in/mail-address.ts';
import { LARGEST_MAIL } from '../../shared/mail-in/receive-mail.ts';
import type { MailEnvelope } from '../../shared/mail-in/stored-mail.ts';
import { LenientCommands } from './lenient-commands.ts';
import { MailMemory } from './mail-memory.ts';
import { makeOwnCertificate } from './own-certificate.ts';

export const MAIL_LIMITS = {
  /** Beyond, a new connection is closed. */
  connections: 2_000,
  connectionsOfAddress: 50,
  /** How many mails of an address of a device are taken in a minute, and how many bytes. */
  mailsPerMinute: 2_400,
  bytesPerMinute: 512 * 1024 * 1024,
  /** How many bytes of mails are in memory at once, and how many of those to one address. */
  bytesInMemory: 256 * 1024 * 1024,
  bytesOfAddress: 16 * 1024 * 1024,
  /** What is read of a mail before its connection is closed. */
  readBytes: 64 * 1024 * 1024,
  /** A camera may take pictures while it sends. */
  silentMilliseconds: 120_000,
  handshakeMilliseconds: 30_000,
  stopMilliseconds: 25_000,
};

/** What became of a mail. */
export type CountedMail = 'stored' | 'unknown' | 'limited' | 'failed';

export interface MailReceiverOptions {
  readonly clock: Clock;
  readonly host: string;
  /** Without encryption, or with STARTTLS. 0 takes any free one. */
  readonly port: number;
  /** With TLS from the first byte. */
  readonly tlsPort: number;
  /** The name of the server in its greeting and its certificate. */
  readonly name: string;
  /** Whether an address was issued, by the hash of its secret. A failure counts as yes: the mail is stored, and found out later. */
  readonly isMailbox: (secretHash: string) => Promise<boolean>;
  /** Stores a mail. A mail is acknowledged when this has resolved. */
  readonly store: (envelope: MailEnvelope, bytes: Buffer) => Promise<unknown>;
  readonly log: (message: string, error: unknown) => void;
  readonly count?: ((result: CountedMail) => void) | undefined;
  readonly limits?: Partial<typeof MAIL_LIMITS>;
}

export interface MailReceiver {
  readonly port: number;
  readonly tlsPort: number;
  connections(): number;
  /** Takes no more, stores what it has begun with, and closes: after 25 seconds, whatever is left. */
  stop(): Promise<void>;
}

/** Cameras of ten years speak TLS 1.0 only. Nothing here is more secret than on the port without encryption. */
const OLD_TLS = { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const satisfies TlsOptions;
const LOOPBACK = '127.0.0.1';
const MINUTE_MS = 60_000;

/**
 * Listens for the mail of cameras and recorders: SMTP without encryption, with STARTTLS, and with TLS. Any user and password are
 * accepted, because the recipient is the secret. A mail is acknowledged after it is stored. Rejects if a port is taken.
 *
 * Connections are passed to `smtp-server` inside this process, with the address of the client in the header of its PROXY
 * protocol, so that commands which it refuses can be corrected.
 */
export async function startMailReceiver(options: MailReceiverOptions): Promise<MailReceiver> {
  const limits = { ...MAIL_LIMITS, ...options.limits };
  const certificate = { ...(await makeOwnCertificate(options.name, options.clock())), ...OLD_TLS };
  const session = new Sessions(options, limits);
  const common = {
    ...certificate,
    name: options.name,
    banner: 'Guard',
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['LOGIN', 'PLAIN'],
    disableReverseLookup: true,
    lenientAddressParsing: true,
    useProxy: true,
    // The line of EHLO after AUTH: some firmware overlooks the last one. It states no limit, because the text of any mail is kept.
    size: LARGEST_MAIL,
    hideSize: true,
    socketTimeout: limits.silentMilliseconds,
    closeTimeout: limits.stopMilliseconds,
    maxRecipients: 50,
    ...session.handlers,
  };
  const plain = openServer(common);
  const secured = openServer({
    ...common,
    secured: true,
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
  });
  const fronts: Server[] = [];
  const sockets = new Set<Socket>();
  const byAddress = new Map<string, number>();
  /** Counts a connection from its first byte, before any handshake. Returns whether it may stay. */
  const admit = (socket: Socket): boolean => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const open = byAddress.get(address) ?? 0;
    socket.on('error', () => socket.destroy());
    if (sockets.size >= limits.connections || open >= limits.connectionsOfAddress) return false;
    sockets.add(socket);
    byAddress.set(address, open + 1);
    socket.on('close', () => {
      sockets.delete(socket);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
    return true;
  };
  try {
    const inner = {
      plain: await listen(plain.listen(0, LOOPBACK)),
      secured: await listen(secured.listen(0, LOOPBACK)),
    };
    const half = { allowHalfOpen: true, noDelay: true };
    const open = createServer(half, (socket) => {
      if (admit(socket)) pass(socket, inner.plain);
      else socket.end('421 Too many connections\r\n', () => socket.destroy());
    });
    const handshakeTimeout = limits.handshakeMilliseconds;
    const tls = createTlsServer({ ...half, ...certificate, handshakeTimeout }, (socket) => {
      socket.on('error', () => socket.destroy());
      pass(socket, inner.secured);
    });
    tls.on('connection', (socket: Socket) => {
      if (!admit(socket)) socket.destroy();
    });
    tls.on('tlsClientError', (_, socket) => socket.destroy());
    fronts.push(open, tls);
    const port = await listen(open.listen(options.port, options.host));
    const tlsPort = await listen(tls.listen(options.tlsPort, options.host));
    for (const server of [plain, secured]) server.on('error', () => {});
    return {
      port,
      tlsPort,
      connections: () => sockets.size,
      async stop() {
        for (const front of fronts) front.close();
        await session.finish(limits.stopMilliseconds);
        for (const socket of sockets) socket.destroy();
        await Promise.all([plain, secured].map((it) => new Promise<void>((done) => it.close(() => done()))));
      },
    };
  } catch (error) {
    for (const front of fronts) front.close();
    plain.close();
    secured.close();
    throw error;
  }
}

/**
 * Opens a server that knows each client from the start, also after STARTTLS: some firmware sends no EHLO, or none once more, and
 * what it calls itself decides nothing.
 */
function openServer(options: SMTPServerOptions): SMTPServer {
  const greet = (session: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (connection.session === session) connection.hostNameAppearsAs ||= 'device';
    }
  };
  const server: SMTPServer = new SMTPServer({
    ...options,
    onConnect: (session, done) => {
      greet(session);
      done();
    },
    onSecure: (_, session, done) => {
      greet(session);
      done();
    },
  });
  return server;
}

async function listen(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Passes a connection on to the server, with corrected commands. */
function pass(client: Socket, port: number): void {
  const address = plainAddress(client.remoteAddress ?? '');
  const server = connect({ port, host: LOOPBACK, allowHalfOpen: true, noDelay: true });
  const family = address.includes(':') ? 'TCP6' : 'TCP4';
  const self = family === 'TCP6' ? '::1' : LOOPBACK;
  server.write(`PROXY ${family} ${address || self} ${self} ${client.remotePort ?? 0} ${port}\r\n`);
  const end = () => {
    client.destroy();
    server.destroy();
  };
  // A client may end its side after the last mail, or be gone: what it has sent is still stored.
  const commands = new LenientCommands();
  pipeline(client as Readable, commands, server, (error) => {
    if (error) server.end();
  });
  server.on('data', (chunk) => {
    commands.heard(chunk);
    if (client.writable && !client.write(chunk)) {
      server.pause();
      client.once('drain', () => server.resume());
    }
  });
  server.on('end', () => client.end());
  server.on('error', end);
  server.on('close', () => client.end());
  client.on('close', () => server.resume());
}

interface Tally {
  startedAt: number;
  mails: number;
  bytes: number;
}

/** Refuses as SMTP does. Everything else is accepted. */
function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

class Sessions {
  readonly #options: MailReceiverOptions;
  readonly #limits: typeof MAIL_LIMITS;
  readonly #tallies = new Map<string, Tally>();
  readonly #storing = new Set<Promise<unknown>>();
  readonly #memory: MailMemory;

  constructor(options: MailReceiverOptions, limits: typeof MAIL_LIMITS) {
    this.#memory = new MailMemory(limits);
    this.#options = options;
    this.#limits = limits;
  }

  get handlers() {
    return {
      onAuth: (
        auth: { username?: string | undefined },
        _: SMTPServerSession,
        done: (error: null, answer: object) => void,
      ) => done(null, { user: auth.username || 'device' }),
      onRcptTo: (
        { address }: { address: string },
        _: SMTPServerSession,
        done: (error?: Error | null) => void,
      ) => void this.#takeRecipient(address).then((refused) => done(refused)),
      onData: (
        stream: SMTPServerDataStream,
        session: SMTPServerSession,
        done: (error?: Error | null, message?: string) => void,
      ) => {
        const storing = this.#take(stream, session).then(
          () => done(null, 'OK'),
          (error: Error) => done(error),
        );
        this.#storing.add(storing);
        void storing.finally(() => this.#storing.delete(storing));
      },
    };
  }

  /** Waits for the mails that are being stored. */
  async finish(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, milliseconds);
    });
    const stored = async () => {
      while (this.#storing.size > 0) await Promise.allSettled(this.#storing);
    };
    await Promise.race([stored(), late]);
    clearTimeout(timer);
  }

  async #takeRecipient(address: string): Promise<Error | null> {
    const { isMailbox, log, count } = this.#options;
    const hash = hashOfRecipient(address);
    const isKnown =
      hash !== undefined &&
      (await isMailbox(hash).catch((error: unknown) => {
        log('A mail address could not be looked up. Its mail is stored, and looked up later.', error);
        return true;
      }));
    if (!isKnown) count?.('unknown');
    if (!isKnown) return refusal(550, 'No such address');
    if (!this.#isWithinLimits(hash)) {
      count?.('limited');
      return refusal(452, 'Too many mails, try again in a minute');
    }
    return null;
  }

  #tallyOf(hash: string): Tally {
    const now = this.#options.clock().getTime();
    const known = this.#tallies.get(hash);
    if (known && now - known.startedAt < MINUTE_MS) return known;
    if (this.#tallies.size > 10_000) {
      for (const [other, { startedAt }] of this.#tallies) {
        if (now - startedAt >= MINUTE_MS) this.#tallies.delete(other);
      }
    }
    const tally = { startedAt: now, mails: 0, bytes: 0 };
    this.#tallies.set(hash, tally);
    return tally;
  }

  #isWithinLimits(hash: string): boolean {
    const { mails, bytes } = this.#tallyOf(hash);
    const { mailsPerMinute, bytesPerMinute } = this.#limits;
    return mails < mailsPerMinute && bytes < bytesPerMinute && this.#memory.hasRoom;
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { clock, store, log, count } = this.#options;
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const chunks: Buffer[] = [];
    const open = this.#memory.open(hashOfRecipient(recipients[0] ?? '') ?? '', stream);
    let kept = 0;
    let read = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        read += chunk.length;
        if (read > this.#limits.readBytes) throw refusal(552, 'The mail is too large');
        const room = chunk.subarray(0, LARGEST_MAIL - kept);
        if (room.length === 0) continue;
        await open.take(room.length);
        chunks.push(room);
        kept += room.length;
      }
      for (const hash of recipients.flatMap((it) => hashOfRecipient(it) ?? [])) {
        const tally = this.#tallyOf(hash);
        tally.mails += 1;
        tally.bytes += kept;
      }
      const envelope = { recipients, arrivedAt: clock(), from: session.remoteAddress, isCut: read > kept };
      await store(envelope, Buffer.concat(chunks)).catch((error: unknown) => {
        log('A mail could not be stored. Its sender is told so.', error);
        throw refusal(451, 'Not stored, try again');
      });
      count?.('stored');
    } catch (error) {
      // Of a client that is gone before its mail has ended, nothing was acknowledged.
      count?.('failed');
      throw error;
    } finally {
      open.close();
    }
  }
}
