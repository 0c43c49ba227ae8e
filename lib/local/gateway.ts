import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { CHECK_USER_AGENT } from '../../shared/self-check/check-api.ts';
import { createAnswer, type GatewayOptions } from './answer-request.ts';
import { allowPage, foreignPageReply, type GatewayReply, gatewayReply } from './gateway-reply.ts';
import { outboxReply } from './outbox.ts';
import { ANY_LOCAL_PAGE, fixedOrigin, isFromAllowedPage, pathOf, refusalOf } from './request.ts';

export type { GatewayOptions } from './answer-request.ts';

/**
 * How large the request line and the headers may be together (AWS, "Quotas for configuring and running a REST API in API
 * Gateway").
 */
const MAXIMUM_HEADER_BYTES = 10_240;
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;
const KEEP_ALIVE_MILLISECONDS = 72_000;

/** A REST API on one address of this machine. */
export interface Gateway {
  readonly server: Server;
  /** Port 0 takes any free port. Returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Waits for requests that are being handled, and closes the port. */
  close(): Promise<void>;
}

/**
 * Makes a REST API with the events, the authorizer, the gateway responses and the limits of API Gateway. Every error
 * response, even to invalid HTTP, has the error body of the service.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { newRequestId, sockets, log = () => {} } = options;
  const corsOrigin = fixedOrigin(options.corsOrigin);
  const answer = createResponder(options);
  const unanswered = new Set<ServerResponse>();
  const server = createServer({
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    requireHostHeader: false,
    // A request to upgrade to any protocol but WebSocket is answered as an ordinary HTTP request.
    shouldUpgradeCallback: (request) =>
      sockets?.takes(request) === true && isFromAllowedPage(request, options.corsOrigin),
  });
  // A client may close its half of the connection after its request (`nc -N`). Without this, Node would send it no response.
  Object.assign(server, { httpAllowHalfOpen: true });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = newRequestId();
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    logWhenSent(request, response, log);
    if (!server.listening) response.setHeader('Connection', 'close');
    try {
      const reply = await answer(request, response, requestId);
      if (reply) send(response, reply, requestId);
    } catch (error) {
      // If the client disconnects while it is sending, this is no error.
      if (request.errored === null) log(`unexpected error: ${error instanceof Error ? error.stack : error}`);
      if (response.headersSent) response.destroy();
      else send(response, gatewayReply('DEFAULT_5XX', { requestId, corsOrigin }), requestId);
    }
  }

  function refuse(error: Error, socket: Duplex): void {
    socket.on('error', () => socket.destroy());
    sendInvalid(error, socket, { requestId: newRequestId(), corsOrigin });
  }

  server.on('request', handle);
  // Without this, Node itself would answer an unknown `Expect` header, without a body. API Gateway drops the header, so the
  // request is routed.
  server.on('checkExpectation', handle);
  server.on('clientError', (error, socket) => {
    log(`unreadable request: ${error.message}`);
    refuse(error, socket);
  });
  // Without this, Node would close a tunnel request without a response.
  server.on('connect', (_, socket) => refuse(new Error('CONNECT'), socket));
  if (sockets) server.on('upgrade', sockets.upgrade);

  return {
    server,
    async listen(host, port) {
      server.listen({ host, port });
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    },
    async close() {
      const closed = server.listening ? once(server.close(), 'close') : undefined;
      await sockets?.close();
      while (unanswered.size > 0) await Promise.all([...unanswered].map((it) => once(it, 'close')));
      // Node itself would wait for a connection whose request never comes.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Makes a function that finds who answers a request. It returns `undefined` if the response is already sent. */
function createResponder(options: GatewayOptions) {
  const { outbox, pictures, demoSso, log = () => {} } = options;
  const answerApi = createAnswer(options);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<GatewayReply | undefined> => {
    const target = request.url ?? '';
    if (!isFromAllowedPage(request, options.corsOrigin)) {
      log(refusalOf(request));
      return foreignPageReply({ requestId, corsOrigin: fixedOrigin(options.corsOrigin) });
    }
    if (demoSso?.takes(pathOf(target))) {
      await demoSso.answer(request, response, target);
      return undefined;
    }
    const reply =
      (await outboxReply(outbox, request, pathOf(target))) ??
      (await pictures?.answer(request, target)) ??
      (await answerApi(request, target, requestId));
    return options.corsOrigin === ANY_LOCAL_PAGE ? allowPage(reply, request.headers.origin) : reply;
  };
}

/** A token, API key or ticket that was put into a path by mistake. */
const SECRET = /guard_\w+/g;

function logWhenSent(
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
  log: (line: string) => void,
): void {
  if (headers['user-agent'] === CHECK_USER_AGENT) return; // it comes every minute and reports failures itself
  const since = performance.now();
  response.once('finish', () => {
    const milliseconds = Math.round(performance.now() - since);
    log(`${method} ${pathOf(url).replace(SECRET, 'guard_…')} ${response.statusCode} ${milliseconds} ms`);
  });
}

function send(response: ServerResponse, { status, headers, body }: GatewayReply, requestId: string): void {
  const hasContent = status !== 204 && status !== 304;
  const length = hasContent ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ ...headers, 'x-amzn-RequestId': requestId, ...length });
  response.writeHead(
    status,
    lines.flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value])),
  );
  response.end(hasContent ? body : '');
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
function sendInvalid(
  error: Error & { readonly code?: string },
  socket: Duplex,
  context: { readonly requestId: string; readonly corsOrigin: string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const { headers, body } = gatewayReply('BAD_REQUEST_PARAMETERS', { ...context, status });
  const length = String(Buffer.byteLength(body));
  const sent = {
    ...headers,
    'x-amzn-RequestId': context.requestId,
    'Content-Length': length,
    Connection: 'close',
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
