import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isFromAllowedPage, readBody } from '../request.ts';

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  /** The operation, from a header of the protocol, such as `AmazonSQS.SendMessageBatch`. */
  readonly target: string | undefined;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to a request. `no_answer` ends the connection without one. */
export type ServiceReply = Answer | 'no_answer';

/** An answer in the JSON protocol of AWS. */
export const jsonReply = (status: number, body: object): ServiceReply => ({
  status,
  headers: { 'Content-Type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(body),
});

export interface ServicesServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Matches a request that an AWS client has signed, or a push. A web page of another origin would need a preflight to send
 * these headers.
 */
const SIGNED = /^AWS4-HMAC-SHA256 /;
const JSON_TYPE = /^application\/json\b/;

/**
 * Serves, on a loopback port, the services that functions call. It only answers signed requests and JSON, so that no web page
 * in a developer's browser can send any. It does not verify signatures.
 */
export async function serveServices(
  answer: (request: ServiceRequest) => Promise<ServiceReply>,
  newId: () => string,
): Promise<ServicesServer> {
  const server = createServer((message, response) => {
    handle(message, answer)
      .catch((): ServiceReply => ({ status: 500 }))
      .then((reply) => send(response, reply, newId()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = once(server, 'close');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  message: IncomingMessage,
  answer: (request: ServiceRequest) => Promise<ServiceReply>,
): Promise<ServiceReply> {
  const body = await readBody(message);
  if (body === undefined) return { status: 413 };
  const { authorization = '', 'content-type': type = '' } = message.headers;
  const needsPreflight = SIGNED.test(authorization) || JSON_TYPE.test(type);
  if (!needsPreflight || !isFromAllowedPage(message, 'none')) return { status: 403 };
  const target = message.headers['x-amz-target'];
  return answer({
    method: message.method ?? '',
    path: message.url ?? '',
    target: typeof target === 'string' ? target : undefined,
    body: body.toString(),
  });
}

function send(response: ServerResponse, reply: ServiceReply, id: string): void {
  if (reply === 'no_answer') {
    response.destroy();
    return;
  }
  const { status, headers, body = '' } = reply;
  response.writeHead(status, {
    'x-amzn-RequestId': id,
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  });
  response.end(body);
}
