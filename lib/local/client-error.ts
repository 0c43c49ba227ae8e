import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type GatewayReply, gatewayReply, type ReplyContext } from './gateway-reply.ts';

/** Parser errors with their own status; the others are 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers invalid or too large HTTP with the error body of the service, and closes the connection. API Gateway rejects such
 * requests before it knows the API.
 */
export function answerClientError(
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
