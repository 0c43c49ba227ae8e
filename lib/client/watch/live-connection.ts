import { changesOf, type LiveChange, readLiveMessage } from './live-message.ts';
import type { LiveSocket, LiveSocketConstructor } from './live-socket.ts';

export interface LiveConnectionOptions {
  readonly url: string;
  readonly Socket: LiveSocketConstructor;
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** From now on every change is told. `ask` has the service asked at once whether it is there, as after a long silence. */
  readonly onReady: (ask: () => void) => void;
  readonly onChanges: (changes: readonly LiveChange[]) => void;
}

/** How a connection ended: with the reason that the service gave, if it gave one. */
export interface LiveEnd {
  readonly wasReady: boolean;
  readonly reason: string | undefined;
}

/** After this the service is asked whether it is there: `ready` is told by itself, but a message can be lost. */
const READY_MS = 5_000;
/**
 * What is silent for so long is asked, just before API Gateway would end the connection, which it does after ten minutes. More
 * often would cost more than it tells: lists come every five minutes in any case.
 */
const SILENT_MS = 9 * 60_000;
/** An answer takes no longer than this. */
const ANSWER_MS = 10_000;

/** Keeps one connection until it ends, from whichever side. Never throws. */
export async function keepConnection(options: LiveConnectionOptions): Promise<LiveEnd> {
  const { clock, wait, signal, onReady, onChanges } = options;
  const ended = new AbortController();
  let isDoubted = false;
  let wake = () => {};
  const end = () => {
    ended.abort();
    wake();
  };
  const ask = () => {
    isDoubted = true;
    wake();
  };
  let reason: string | undefined;
  let isReady = false;
  let heard = 0;
  let heardAt = clock();
  const socket = open(options);
  if (!socket) return { wasReady: false, reason };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  socket.addEventListener('close', end);
  socket.addEventListener('error', end);
  socket.addEventListener('message', ({ data }) => {
    const message = readLiveMessage(data);
    if (!message || ended.signal.aborted) return;
    heard += 1;
    heardAt = clock();
    if (message.type === 'closing') {
      reason = message.reason;
      return end();
    }
    if (!isReady) {
      // Any message says that changes are told.
      isReady = true;
      onReady(ask);
    }
    const changes = changesOf(message);
    if (changes.length > 0) onChanges(changes);
  });

  const pause = (milliseconds: number, until: AbortSignal) => wait(milliseconds, until).catch(() => {});

  /** Asks whenever nothing has been heard for so long, or somebody doubts, and ends where there is no answer. */
  const watchOver = async () => {
    while (!ended.signal.aborted) {
      const patience = isReady ? SILENT_MS : READY_MS;
      const left = isDoubted ? 0 : heardAt + patience - clock();
      if (left > 0) {
        const woken = new AbortController();
        wake = () => woken.abort();
        await pause(Math.min(left, patience), woken.signal); // a clock may be set back
        continue;
      }
      const before = heard;
      ping(socket);
      await pause(ANSWER_MS, ended.signal);
      if (heard === before) end();
      isDoubted = false; // Who doubted meanwhile has the same answer.
    }
  };

  await watchOver();
  signal.removeEventListener('abort', end);
  socket.close();
  return { wasReady: isReady, reason };
}

function open({ Socket, url }: LiveConnectionOptions): LiveSocket | undefined {
  try {
    return new Socket(url);
  } catch {
    return undefined; // a page that may not connect there
  }
}

function ping(socket: LiveSocket): void {
  try {
    socket.send('{"type":"ping"}');
  } catch {
    // It is not open: then nothing is heard, either.
  }
}
