import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a receiver of webhooks received. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any;
}

/** Responds to a message, or never responds. */
type Answering = (response: ServerResponse, request: IncomingMessage) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The number of connections from clients. */
  readonly connections: () => number;
  answer(how: Answering): void;
  stop(): Promise<void>;
}

/** Responds with a status, without headers. */
export const withStatus =
  (status: number, text = ''): Answering =>
  (response) => {
    response.writeHead(status).end(text);
  };

/** A receiver on this machine that responds with 204 by default. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let how: Answering = withStatus(204);
  let connections = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ headers: request.headers, text, body: text === '' ? undefined : JSON.parse(text) });
    how(response, request);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/hook`,
    received,
    connections: () => connections,
    answer(next) {
      how = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
