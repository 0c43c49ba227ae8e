import { WebSocket } from 'ws';
import type { TestGuard } from './guard.ts';

// biome-ignore lint/suspicious/noExplicitAny: as messages are
type Message = any;

/** A client of the WebSocket API, and all that it was told. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly messages: readonly Message[];
  /** Every change that it was told, also those of one message. */
  changes(): Message[];
  /** Resolves to the first message that fits, also one that is here already. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** Resolves to the code with which the connection ended. */
  readonly closed: Promise<number>;
}

/** Gets a ticket as somebody and connects with it; resolves when `ready` was told. */
export async function connectAs(guard: TestGuard, token: string, query = ''): Promise<LiveClient> {
  const { status, body, text } = await guard.call(`POST /api/v1/live/tickets${query}`, { token });
  if (status !== 201) throw new Error(`No ticket: ${text}`);
  const client = openClient(body.url);
  await client.next(({ type }) => type === 'ready');
  return client;
}

export function openClient(url: string): LiveClient {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  socket.on('error', () => {}); // the end that follows is enough
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    wake();
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code);
      wake();
    });
  });
  return {
    socket,
    messages,
    changes: () =>
      messages
        .flatMap((message) => (message.type === 'changes' ? message.changes : [message]))
        .filter(({ type }) => type === 'alert' || type === 'device' || type === 'device_removed'),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(fits);
          if (found === undefined && socket.readyState !== WebSocket.CLOSED) return;
          waiting.delete(look);
          if (found === undefined) reject(new Error(`Closed after ${JSON.stringify(messages)}`));
          else resolve(found);
        };
        waiting.add(look);
        look();
      }),
    closed,
  };
}

/** Resolves to the status with which a handshake is refused; to `open` where it is not. */
export function tryToConnect(url: string): Promise<number | 'open' | undefined> {
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode));
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
  });
}
