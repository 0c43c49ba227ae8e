import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
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
   * Responses are held back until the engine has answered all requests and no other has arrived for this time. Otherwise
   * the first of several parallel requests could be answered before the last arrives, and they would look sequential.
   */
  readonly quietMilliseconds: number;
  /** Called with each request of the client. */
  readonly onRequest?: (operation: string, request: Record<string, unknown>) => void;
}

/** Turns of the event loop. A client takes a few from a response to its next request. */
const TURNS = 20;

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
  const { endpoint, quietMilliseconds, onRequest } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let trips: Trip[] = [];
  let lastCameAt = 0;
  const underWay = new Set<Promise<unknown>>();

  /** How many requests the engine has not answered yet. */
  let unanswered = 0;
  let quiet: Promise<void> | undefined;

  async function waitForQuiet(): Promise<void> {
    const left = () => lastCameAt + quietMilliseconds - performance.now();
    while (unanswered > 0 || left() > 0) {
      await delay(Math.max(1, left()));
      // What came while this process was busy, and what that leads to, has then been seen.
      for (let turn = 0; turn < TURNS; turn++) await immediate();
    }
    quiet = undefined;
  }

  async function answer(message: IncomingMessage): Promise<Reply> {
    const startedAt = performance.now();
    lastCameAt = startedAt;
    const operation = operationOf(message);
    const sent = parseObject(await buffer(message));
    onRequest?.(operation, sent);
    const body = withCapacity(sent);
    unanswered += 1;
    const reply = await forward(endpoint, agent, message, body).finally(() => {
      unanswered -= 1;
    });
    if (quietMilliseconds > 0) {
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
  return {
    url: `http://127.0.0.1:${address.port}`,
    async count(run) {
      // A request that the client gave up is no part of what comes next.
      await Promise.allSettled(underWay);
      trips = [];
      const result = await run();
      return { result, totals: totalOf(trips) };
    },
    async stop() {
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
