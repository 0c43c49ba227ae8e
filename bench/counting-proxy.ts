import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { readCosts, type Trip, type TripTotals, totalOf } from './trip.ts';

export interface CountingProxy {
  readonly url: string;
  /** Runs something and counts the trips to the table that were made meanwhile. */
  count<T>(run: () => Promise<T>): Promise<{ result: T; totals: TripTotals }>;
  stop(): Promise<void>;
}

export interface CountingProxyOptions {
  readonly endpoint: string;
  /**
   * Holds responses back until this process waits for nothing else: the engine has answered each request that the process
   * has made, and no other request follows from earlier responses. So parallel requests never look sequential, however busy
   * the machine is. All clients must be in this process.
   */
  readonly holdsResponses: boolean;
  /** Called with each request of the client. */
  readonly onRequest?: (operation: string, request: Record<string, unknown>) => void;
}

/**
 * The number of turns of the event loop to wait. A client takes a few from a response to its next request, on any machine.
 */
const TURNS = 20;

const REQUEST_CREATED = 'http.client.request.created';

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * A loopback proxy between the functions and the DynamoDB engine. It has the engine report the capacity that each
 * request consumed, which ends the validity of its signature: local engines check none.
 */
export async function startCountingProxy(options: CountingProxyOptions): Promise<CountingProxy> {
  const { endpoint, holdsResponses, onRequest } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let trips: Trip[] = [];
  const underWay = new Set<Promise<unknown>>();

  /** The requests to this proxy, from when the client makes them until it has read the response. */
  const open = new Set<ClientRequest>();
  const onCreated = (message: unknown) => {
    const { request: created } = message as { readonly request: ClientRequest & { readonly agent?: Agent } };
    if (created.agent === agent || created.getHeader('host') !== host) return;
    open.add(created);
    created.once('close', () => open.delete(created));
  };

  /** The number of responses of the engine that are held back. */
  let held = 0;
  let quiet: Promise<void> | undefined;

  async function waitForQuiet(): Promise<void> {
    for (let turns = 0; turns < TURNS; turns += 1) {
      while (open.size > held) {
        turns = 0;
        await delay(1);
      }
      await immediate();
    }
    held = 0;
    quiet = undefined;
  }

  async function answer(message: IncomingMessage): Promise<Reply> {
    const startedAt = performance.now();
    const operation = operationOf(message);
    const sent = parseObject(await buffer(message));
    onRequest?.(operation, sent);
    const body = withCapacity(sent);
    const reply = await forward(endpoint, agent, message, body);
    if (holdsResponses) {
      held += 1;
      quiet ??= waitForQuiet();
      await quiet;
    }
    const costs = readCosts(operation, parseObject(reply.body));
    trips.push({ operation, startedAt, endedAt: performance.now(), ...costs });
    return reply;
  }

  const server = createServer((message, response) => {
    const answered = answer(message);
    underWay.add(answered);
    void answered.catch(() => {}).finally(() => underWay.delete(answered));
    answered.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  const host = `127.0.0.1:${address.port}`;
  if (holdsResponses) subscribe(REQUEST_CREATED, onCreated);
  return {
    url: `http://${host}`,
    async count(run) {
      // A request that the client gave up does not belong to the next count.
      await Promise.allSettled(underWay);
      trips = [];
      const result = await run();
      return { result, totals: totalOf(trips) };
    },
    async stop() {
      unsubscribe(REQUEST_CREATED, onCreated);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `X-Amz-Target: DynamoDB_20120810.Query` is a Query. */
function operationOf({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target']).replace(/^.*\./, '');
}

function withCapacity(request: Record<string, unknown>): Buffer {
  return Buffer.from(JSON.stringify({ ...request, ReturnConsumedCapacity: 'TOTAL' }));
}

async function forward(
  endpoint: string,
  agent: Agent,
  { method = 'POST', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const outgoing = request(new URL(url, endpoint), {
    method,
    agent,
    headers: { ...headers, 'content-length': body.length },
  });
  outgoing.end(body);
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (!incoming) throw new Error('The engine did not answer');
  return {
    status: incoming.statusCode ?? 502,
    headers: incoming.headers,
    body: await buffer(incoming),
  };
}

function parseObject(body: Buffer): Record<string, unknown> {
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('Not a JSON object');
  return { ...value };
}
