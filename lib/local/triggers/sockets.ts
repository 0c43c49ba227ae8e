import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import type { SocketTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { SocketServer } from '../answer-request.ts';
import { type Invocation, limitRuns, RUNS_AT_ONCE } from '../invoke.ts';
import { hostOf } from '../proxy-event.ts';
import { connectionOf, pathOf } from '../request.ts';
import { type Connection, type Connections, MAXIMUM_MESSAGE_BYTES } from './connections.ts';
import { type TriggerHost, waitAtMost } from './host.ts';
import {
  connectEvent,
  disconnectEvent,
  messageEvent,
  type SocketEvent,
  type SocketFacts,
} from './socket-events.ts';

/** The path of the WebSocket API on the local server. */
const SOCKET_PATH = '/live';

export const liveUrl = (serverUrl: string) => `${serverUrl.replace(/^http/, 'ws')}${SOCKET_PATH}`;

/** The status of a connection that was closed normally (RFC 6455, section 7.4.1). */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;

const ABNORMAL_END = { code: 1006, reason: '' };

const CLOSE_MILLISECONDS = 1_000;

/**
 * How many messages of a client may wait. It is more than a client may send at once; further messages of a flood are dropped.
 */
const MAXIMUM_WAITING_MESSAGES = 64;

const answerSchema = z.object({ statusCode: z.int().min(200).max(599) });

/**
 * The WebSocket API at `/live`. The functions of `$connect`, `$default` and `$disconnect` receive the events of API Gateway,
 * and other functions send to clients through `connections`.
 */
export class LocalSockets implements SocketServer {
  readonly #declarations: readonly TriggeredFunction<SocketTrigger>[];
  readonly #connections: Connections;
  readonly #host: TriggerHost;
  readonly #facts = new WeakMap<IncomingMessage, SocketFacts>();
  readonly #runs = new Set<Promise<unknown>>();
  /** Runs functions with a limit on concurrent runs, so that a thousand connections that end at once are all processed. */
  readonly #runFunction: TriggerHost['run'];
  readonly #server: WebSocketServer;

  constructor(
    declarations: readonly TriggeredFunction<SocketTrigger>[],
    connections: Connections,
    host: TriggerHost,
  ) {
    this.#declarations = declarations;
    this.#connections = connections;
    this.#host = host;
    this.#runFunction = limitRuns((...order) => host.run(...order), RUNS_AT_ONCE);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: MAXIMUM_MESSAGE_BYTES,
      handleProtocols: () => false, // API Gateway chooses none
      // `verifyClient` is called only after the handshake is valid, so that no function runs for an invalid one.
      verifyClient: ({ req }, decide) => void this.#admit(req, decide),
    });
  }

  takes({ url = '', headers }: IncomingMessage): boolean {
    return pathOf(url) === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket';
  }

  upgrade: SocketServer['upgrade'] = (request, socket, head) => {
    this.#server.handleUpgrade(request, socket, head, (client) => {
      const facts = this.#facts.get(request);
      if (facts) this.#open(client, facts);
    });
  };

  /** Closes all connections and waits for the functions that run because of this. */
  async close(): Promise<void> {
    const clients = [...this.#server.clients];
    const closed = Promise.all(
      clients.map((client) => new Promise<void>((resolve) => client.once('close', () => resolve()))),
    );
    this.#server.close();
    for (const client of clients) client.close(GOING_AWAY, 'Going away');
    await waitAtMost(CLOSE_MILLISECONDS, closed, this.#host.pause);
    for (const client of clients) client.terminate();
    await closed;
    await Promise.all(this.#runs);
  }

  async #admit(
    request: IncomingMessage,
    decide: (isAccepted: boolean, status: number) => void,
  ): Promise<void> {
    if (!this.#host.isAvailable()) return decide(false, 503);
    const facts: SocketFacts = {
      ...connectionOf(request),
      connectionId: newConnectionId(),
      connectedAt: this.#host.clock(),
      userAgent: request.headers['user-agent'],
      host: hostOf(request.rawHeaders),
    };
    this.#facts.set(request, facts);
    const invocation = await this.#run('$connect', (moment) => connectEvent(request, facts, moment));
    const status = invocation === undefined ? 200 : statusOf(invocation);
    const isAccepted = status >= 200 && status < 300;
    decide(isAccepted, status);
    // The client may have disconnected before its connection was accepted.
    if (isAccepted && !this.#connections.has(facts.connectionId)) await this.#end(facts, ABNORMAL_END);
  }

  #open(client: WebSocket, facts: SocketFacts): void {
    const closed = new AbortController();
    const connection: Connection = {
      id: facts.connectionId,
      connectedAt: facts.connectedAt,
      lastActiveAt: facts.connectedAt,
      post: async (message) => {
        connection.lastActiveAt = this.#host.clock();
        await send(client, message);
      },
      close: () => client.close(NORMAL),
    };
    this.#connections.set(connection.id, connection);
    client.on('error', () => {}); // ignored, because a close event follows
    const receiveNext = inTurns(MAXIMUM_WAITING_MESSAGES);
    client.on('message', (data, isBinary) => {
      connection.lastActiveAt = this.#host.clock();
      if (isBinary) client.close(UNSUPPORTED_DATA);
      else receiveNext(() => this.#receive(client, String(data), facts));
    });
    client.once('close', (code, reason) => {
      closed.abort();
      this.#connections.delete(connection.id);
      void this.#end(facts, { code, reason: reason.toString() });
    });
    void waitForLimit(connection, closed.signal, this.#host).then(() =>
      client.close(GOING_AWAY, 'Going away'),
    );
  }

  async #receive(client: WebSocket, text: string, facts: SocketFacts): Promise<void> {
    if (client.readyState !== client.OPEN) return; // an earlier message has closed the connection
    const invocation = await this.#run('$default', (moment) => messageEvent(text, facts, moment));
    if (invocation?.outcome === 'returned') return;
    // API Gateway sends this if no function takes the message, or if that function failed.
    const message = invocation === undefined ? 'Forbidden' : 'Internal server error';
    const { connectionId } = facts;
    await send(client, JSON.stringify({ message, connectionId, requestId: this.#host.newId() })).catch(
      () => {},
    );
  }

  async #end(facts: SocketFacts, end: { code: number; reason: string }): Promise<void> {
    await this.#run('$disconnect', (moment) => disconnectEvent(end, facts, moment));
  }

  /** Runs the function of a route; `undefined` if the route has none. */
  async #run(
    route: SocketTrigger['route'],
    eventAt: (moment: { readonly requestId: string; readonly at: Date }) => SocketEvent,
  ): Promise<Invocation | undefined> {
    const declaration = this.#declarations.find(({ trigger }) => trigger.route === route);
    if (!declaration) return undefined;
    const event = eventAt({ requestId: this.#host.newId(), at: this.#host.clock() });
    const run = this.#runFunction(declaration, event);
    this.#runs.add(run);
    return run.finally(() => this.#runs.delete(run));
  }
}

/** Returns a function that does work one after the other. If more work waits than the limit allows, it drops further work. */
function inTurns(limit: number): (work: () => Promise<void>) => void {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    if (waiting === limit) return;
    waiting += 1;
    last = last.then(work).finally(() => {
      waiting -= 1;
    });
  };
}

/** The status that the function of `$connect` returned; 502 if it failed. */
function statusOf(invocation: Invocation): number {
  const answer = invocation.outcome === 'returned' ? answerSchema.safeParse(invocation.result) : undefined;
  return answer?.success ? answer.data.statusCode : 502;
}

/** Makes a new id. It ends in `=`, like those of API Gateway, so that URLs must encode it. */
function newConnectionId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

function send(client: WebSocket, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.send(message, (error) => (error ? reject(error) : resolve()));
  });
}

/** The limits of a connection (AWS, "Quotas for configuring and running a WebSocket API in API Gateway"). */
const IDLE_MILLISECONDS = 10 * 60_000;
const LIFE_MILLISECONDS = 2 * 3_600_000;

/** Resolves when a connection has been idle for too long, is too old, or was closed. */
export async function waitForLimit(
  connection: Pick<Connection, 'connectedAt' | 'lastActiveAt'>,
  closed: AbortSignal,
  { clock, pause }: Pick<TriggerHost, 'clock' | 'pause'>,
): Promise<void> {
  while (!closed.aborted) {
    const end = Math.min(
      connection.lastActiveAt.getTime() + IDLE_MILLISECONDS,
      connection.connectedAt.getTime() + LIFE_MILLISECONDS,
    );
    const left = end - clock().getTime();
    if (left <= 0) return;
    await pause(left, closed);
  }
}
