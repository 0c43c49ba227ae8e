import { changesOf, type LiveChange, readLiveMessage } from './live-message.ts';
import type { LiveSocket, LiveSocketConstructor } from './live-socket.ts';
import type { OpenAlert } from './open-alert.ts';

export interface LiveConnectionOptions {
  readonly url: string;
  readonly Socket: LiveSocketConstructor;
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Called when the connection receives every change. `check` asks the service at once whether it is there. */
  readonly onReady: (check: () => void) => void;
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  readonly openAlert: OpenAlert | undefined;
}

/** The end of a connection, with the reason of the service if there is one. */
export interface LiveEnd {
  readonly wasReady: boolean;
  readonly reason: string | undefined;
}

/** The time to wait for `ready` before the connection is checked, because the message can be lost. */
const READY_MS = 5_000;
/**
 * The interval at which a connection is checked, whatever it receives: the service closes one that may have missed changes
 * instead of a response. API Gateway ends a connection that is silent for ten minutes.
 */
export const CHECK_MS = 8 * 60_000;
/** The time that the service may take to respond. */
const RESPONSE_MS = 10_000;

/**
 * How often a connection says which alert is open: this many times at once and more a minute, and otherwise slowly. The
 * service closes a connection of more than 30 messages and 6 a minute, pings included.
 */
const SAID = { atOnce: 20, perMinute: 5, quickMs: 1_000, slowMs: 12_000 };

/** Runs one connection until either side ends it. Never throws. */
export async function runConnection(options: LiveConnectionOptions): Promise<LiveEnd> {
  const { clock, wait, signal, onReady, onChanges, openAlert } = options;
  const ended = new AbortController();
  let isCheckDue = false;
  let wake = () => {};
  const end = () => {
    ended.abort();
    wake();
  };
  const check = () => {
    isCheckDue = true;
    wake();
  };
  let reason: string | undefined;
  let isReady = false;
  let received = 0;
  let checkedAt = clock();
  /** An older service answers the open alert with an error. */
  let isUnderstood = true;
  const socket = open(options);
  if (!socket) return { wasReady: false, reason };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  socket.addEventListener('close', end);
  socket.addEventListener('error', end);
  socket.addEventListener('message', ({ data }) => {
    const message = readLiveMessage(data);
    if (!message || ended.signal.aborted) return;
    received += 1;
    if (message.type === 'closing') {
      reason = message.reason;
      return end();
    }
    if (!isReady) {
      // Any message proves that the connection receives changes.
      isReady = true;
      checkedAt = clock();
      onReady(check);
      if (openAlert) void sayWhatIsOpen(openAlert);
    }
    if (message.type === 'error') isUnderstood = false;
    const changes = changesOf(message);
    if (changes.length > 0) onChanges(changes);
  });

  const pause = (milliseconds: number, until: AbortSignal) => wait(milliseconds, until).catch(() => {});

  const sayWhatIsOpen = async (open: OpenAlert) => {
    const since = clock();
    let said: string | null = null;
    for (let count = 1; ; count += 1) {
      await open.otherThan(said, ended.signal);
      if (ended.signal.aborted || !isUnderstood) return;
      said = open.id;
      send(socket, { type: 'viewing', alert_id: said });
      const isQuick = count < SAID.atOnce + (SAID.perMinute * (clock() - since)) / 60_000;
      await pause(isQuick ? SAID.quickMs : SAID.slowMs, ended.signal);
    }
  };

  /** Checks the connection regularly and on demand, and ends it without a response. */
  const watchOver = async () => {
    while (!ended.signal.aborted) {
      const patience = isReady ? CHECK_MS : READY_MS;
      const left = isCheckDue ? 0 : checkedAt + patience - clock();
      if (left > 0) {
        const woken = new AbortController();
        wake = () => woken.abort();
        await pause(Math.min(left, patience), woken.signal); // a clock may be set back
        continue;
      }
      const before = received;
      checkedAt = clock();
      send(socket, { type: 'ping' });
      await pause(RESPONSE_MS, ended.signal);
      if (received === before) end();
      isCheckDue = false; // This response also answers requests for a check meanwhile.
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
    return undefined; // the policy of the page forbids the connection
  }
}

function send(socket: LiveSocket, message: object): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // The socket is not open, so there will be no response.
  }
}
