import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { CHECK_USER_AGENT } from '../../shared/self-check/check-api.ts';
import { createAnswer, type GatewayOptions } from './answer-request.ts';
import {
  allowPage,
  foreignPageReply,
  type GatewayReply,
  gatewayReply,
  type ReplyContext,
} from './gateway-reply.ts';
import { RUNS_AT_ONCE } from './invoke.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { outboxReply } from './outbox.ts';
import { ANY_LOCAL_PAGE, fixedOrigin, isFromAllowedPage, pathOf, refusalOf } from './request.ts';

export type { GatewayOptions } from './answer-request.ts';

/**
 * How large the request line and the headers may be together (AWS, "Quotas for configuring and running a REST API in API
 * Gateway").
 */
const MAXIMUM_HEADER_BYTES = 10_240;
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;

/**
 * Makes a REST API with the events, the authorizer, the gateway responses and the limits of API Gateway. Every error
 * response, even to invalid HTTP, has the error body of the service. Fastify handles the connections. Its routing and body
 * parsing are not used, because API Gateway works differently.
 */
export function createGateway(options: GatewayOptions): FastifyInstance {
  const { newRequestId, sockets, outbox, pictures, demoSso, log = () => {} } = options;
  const corsOrigin = fixedOrigin(options.corsOrigin);
  const answer = createAnswer(options);
  const gateway = fastify({
    genReqId: newRequestId,
    rewriteUrl: () => '/',
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    http: {
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
      requireHostHeader: false,
      // A request to upgrade to any protocol but WebSocket is answered as an ordinary HTTP request.
      shouldUpgradeCallback: (request) =>
        sockets?.takes(request) === true && isFromAllowedPage(request, options.corsOrigin),
    },
    clientErrorHandler(error, socket) {
      log(`unreadable request: ${error.message}`);
      answerClientError(error, socket, { requestId: newRequestId(), corsOrigin });
    },
  });
  // A client may close its half of the connection after its request (`nc -N`). Without this, Node would send it no response.
  Object.assign(gateway.server, { httpAllowHalfOpen: true });
  // Without this, Node itself would answer an unknown `Expect` header, without a body. API Gateway drops the header, so the
  // request is routed.
  gateway.server.on('checkExpectation', (request, response) => gateway.routing(request, response));
  // Without this, Node would close a tunnel request without a response.
  gateway.server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    answerClientError(new Error('CONNECT'), socket, { requestId: newRequestId(), corsOrigin });
  });

  if (sockets) {
    gateway.server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
    gateway.addHook('preClose', () => sockets.close()); // otherwise closing would wait for the WebSocket clients
  }
  endConnectionsAtClose(gateway);
  gateway.addHook('onRequest', async (request, reply) => {
    const isAllowed = isFromAllowedPage(request.raw, options.corsOrigin);
    if (!isAllowed) log(refusalOf(request.raw));
    if (isAllowed && demoSso?.takes(pathOf(request.originalUrl))) {
      reply.hijack();
      await demoSso.answer(request.raw, reply.raw, request.originalUrl);
      return reply;
    }
    const answered = isAllowed
      ? ((await outboxReply(outbox, request.raw, pathOf(request.originalUrl))) ??
        (await pictures?.answer(request.raw, request.originalUrl)) ??
        (await answer(request.raw, request.originalUrl, request.id)))
      : foreignPageReply({ requestId: request.id, corsOrigin });
    const asksEachPage = isAllowed && options.corsOrigin === ANY_LOCAL_PAGE;
    send(reply, asksEachPage ? allowPage(answered, request.headers.origin) : answered, request.id);
    return reply;
  });
  gateway.addHook('onResponse', async (request, reply) => {
    if (request.headers['user-agent'] === CHECK_USER_AGENT) return; // it comes every minute and reports failures itself
    const milliseconds = Math.round(reply.elapsedTime);
    const path = pathOf(request.originalUrl).replace(SECRET, 'guard_…');
    log(`${request.method} ${path} ${reply.statusCode} ${milliseconds} ms`);
  });
  gateway.setErrorHandler((error, request, reply) => {
    // If the client disconnects while it is sending, this is no error.
    if (request.raw.errored === null)
      log(`unexpected error: ${error instanceof Error ? error.stack : error}`);
    send(reply, gatewayReply('DEFAULT_5XX', { requestId: request.id, corsOrigin }), request.id);
  });
  return gateway;
}

/** A token, API key or ticket that was put into a path by mistake. */
const SECRET = /guard_\w+/g;

/** Sends a response without Fastify's serialization, which would rewrite Content-Type and the case of header names. */
function send(reply: FastifyReply, { status, headers, body }: GatewayReply, requestId: string): void {
  const hasContent = status !== 204 && status !== 304;
  const length = hasContent ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ ...headers, 'x-amzn-RequestId': requestId, ...length });
  reply.raw.writeHead(
    status,
    lines.flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value])),
  );
  reply.hijack();
  reply.raw.end(hasContent ? body : '');
}

/** The errors of Node's HTTP parser that have their own status; all others get 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers invalid or too large HTTP with the error body of the service, and closes the connection. API Gateway rejects such a
 * request before it knows which API is called.
 */
function answerClientError(
  error: Error & { readonly code?: string | undefined },
  socket: Duplex,
  context: ReplyContext,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  socket.end(serialize(gatewayReply('BAD_REQUEST_PARAMETERS', { ...context, status }), context.requestId));
}

function serialize(reply: GatewayReply, requestId: string): string {
  const headers = {
    ...reply.headers,
    'x-amzn-RequestId': requestId,
    'Content-Length': String(Buffer.byteLength(reply.body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
  return [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`, ...lines, '', reply.body].join('\r\n');
}

/**
 * Makes a gateway that closes wait only for requests that are being handled. Node itself would also wait for idle
 * connections: up to a minute if the last request ended after closing began, and forever if there never was a request.
 */
function endConnectionsAtClose(gateway: FastifyInstance): void {
  /** How many requests are being handled on each open connection. */
  const requests = new Map<Socket, number>();
  let isClosing = false;
  const endIfIdle = (socket: Socket) => {
    if (isClosing && requests.get(socket) === 0) socket.destroySoon();
  };
  const count = (socket: Socket, change: 1 | -1) => {
    const before = requests.get(socket);
    if (before === undefined) return; // the connection has already ended
    requests.set(socket, before + change);
    endIfIdle(socket);
  };
  gateway.server.on('connection', (socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
    endIfIdle(socket);
  });
  gateway.addHook('onRequest', async ({ raw: { socket } }, { raw: response }) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  gateway.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of requests.keys()) endIfIdle(socket);
  });
}

const LOOPBACK = '127.0.0.1';

export interface Listener {
  readonly url: string;
  /** Waits for requests that are being handled, and closes the port. */
  close(): Promise<void>;
}

/** Throws if the port is in use. Call it before any other work. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host: LOOPBACK, port });
    await once(server, 'listening');
  } catch (error) {
    throw new LocalServerError(portFailure(port, error));
  } finally {
    server.close();
  }
}

/**
 * Serves a gateway on both loopback addresses (IPv6 only if it is available), so that `localhost` works however it is
 * resolved. Each address has its own gateway, because the second address of a Fastify server answers invalid HTTP with a body
 * of Node.
 */
export async function listenOnLoopback(
  options: Omit<GatewayOptions, 'runsAtOnce'>,
  port: number,
): Promise<Listener> {
  const gatewayOptions = { ...options, runsAtOnce: RUNS_AT_ONCE };
  const main = createGateway(gatewayOptions);
  try {
    await main.listen({ host: LOOPBACK, port });
  } catch (error) {
    await main.close();
    throw new LocalServerError(portFailure(port, error));
  }
  const address = main.server.address();
  const chosen = address !== null && typeof address === 'object' ? address.port : port;
  const other = createGateway(gatewayOptions);
  await other.listen({ host: '::1', port: chosen }).catch(() => {});
  return {
    url: `http://localhost:${chosen}`,
    async close() {
      await Promise.all([main.close(), other.close()]);
    },
  };
}

function portFailure(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} is not free to use: set PORT to one above 1023.`;
  return `Port ${port} cannot be listened on: ${reasonOf(error)}.`;
}
