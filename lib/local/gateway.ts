import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { CHECK_USER_AGENT } from '../../shared/self-check/check-api.ts';
import { isFromAllowedPage } from './allowed-pages.ts';
import { createAnswer, type GatewayOptions } from './answer-request.ts';
import { answerClientError } from './client-error.ts';
import { endConnectionsAtClose } from './end-connections.ts';
import { foreignPageReply, type GatewayReply, gatewayReply } from './gateway-reply.ts';
import { outboxReply } from './outbox-reply.ts';
import { pathOf } from './request-target.ts';

export type { GatewayOptions } from './answer-request.ts';

/** The maximum size of request line and headers (AWS, "Quotas for configuring and running a REST API in API Gateway"). */
const MAXIMUM_HEADER_BYTES = 10_240;
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;

/**
 * A REST API with the events, authorizer, gateway responses and limits of API Gateway. Every error response, even to invalid
 * HTTP, has the error body of the service.
 *
 * Fastify serves the connections. Its routing and body parsing are not used, because API Gateway works differently.
 */
export function createGateway(options: GatewayOptions): FastifyInstance {
  const { corsOrigin, newRequestId, sockets, outbox, demoSso, log = () => {} } = options;
  const answer = createAnswer(options);
  const gateway = fastify({
    genReqId: newRequestId,
    rewriteUrl: () => '/',
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    http: {
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
      requireHostHeader: false,
      // Any other request for another protocol is answered in HTTP.
      shouldUpgradeCallback: (request) =>
        sockets?.takes(request) === true && isFromAllowedPage(request, corsOrigin),
    },
    clientErrorHandler(error, socket) {
      log(`unreadable request: ${error.message}`);
      answerClientError(error, socket, { requestId: newRequestId(), corsOrigin });
    },
  });
  // Node itself answers an unknown `Expect` header, without a body. API Gateway drops the header, so the request is routed.
  gateway.server.on('checkExpectation', (request, response) => gateway.routing(request, response));
  // Node closes a tunnel request without a response.
  gateway.server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    answerClientError(new Error('CONNECT'), socket, { requestId: newRequestId(), corsOrigin });
  });

  if (sockets) {
    gateway.server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
    gateway.addHook('preClose', () => sockets.close()); // otherwise closing waits for the clients
  }
  endConnectionsAtClose(gateway);
  gateway.addHook('onRequest', async (request, reply) => {
    const isAllowed = isFromAllowedPage(request.raw, corsOrigin);
    if (isAllowed && demoSso?.takes(pathOf(request.originalUrl))) {
      reply.hijack();
      await demoSso.answer(request.raw, reply.raw, request.originalUrl);
      return reply;
    }
    const answered = isAllowed
      ? ((await outboxReply(outbox, request.raw, pathOf(request.originalUrl))) ??
        (await answer(request.raw, request.originalUrl, request.id)))
      : foreignPageReply({ requestId: request.id, corsOrigin });
    send(reply, answered, request.id);
    return reply;
  });
  gateway.addHook('onResponse', async (request, reply) => {
    if (request.headers['user-agent'] === CHECK_USER_AGENT) return; // every minute, and the check reports its own failures
    const milliseconds = Math.round(reply.elapsedTime);
    const path = pathOf(request.originalUrl).replace(SECRET, 'guard_…');
    log(`${request.method} ${path} ${reply.statusCode} ${milliseconds} ms`);
  });
  gateway.setErrorHandler((error, request, reply) => {
    // A client that disconnects while sending causes no error.
    if (request.raw.errored === null)
      log(`unexpected error: ${error instanceof Error ? error.stack : error}`);
    send(reply, gatewayReply('DEFAULT_5XX', { requestId: request.id, corsOrigin }), request.id);
  });
  return gateway;
}

/** A token, key or ticket in a path, where it may be by mistake. */
const SECRET = /guard_\w+/g;

/** Bypasses Fastify's serialization, which would rewrite Content-Type and the case of names. */
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
