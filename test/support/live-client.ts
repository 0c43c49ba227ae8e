import { WebSocket } from 'ws';
import type { TestGuard } from './guard.ts';

// biome-ignore lint/suspicious/noExplicitAny: as messages are
type Message = any;

/** A client of the WebSocket API, with the messages that it received. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly messages: readonly Message[];
  /** Every message, and every change in a message of several. */
  received(): Message[];
  /** All changes of items that it received; one message may contain several. */
  changes(): Message[];
  /** Resolves to the first message that fits, or change in a message of several. It may have arrived before. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** Resolves to the code with which the connection ended. */
  readonly closed: Promise<number>;
}

/** Gets a ticket with a token and connects with it. Resolves when `ready` arrives. */
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
  const received = () => messages.flatMap((it) => [it, ...(it.changes ?? [])]);
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code);
      wake();
    });
  });
  return {
    socket,
    messages,
    received,
    changes: () =>
      received().filter(({ type }) => ['alert', 'device', 'device_removed', 'test'].includes(type)),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = received().find(fits);
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

/** Resolves to the status of a rejected handshake, or to `open`. */
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
