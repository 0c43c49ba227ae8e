import { changesOf, type LiveChange, readLiveMessage } from './live-message.ts';
import type { LiveSocket, LiveSocketConstructor } from './live-socket.ts';
import type { OpenAlert } from './open-alert.ts';
import { PROOF_MS } from './proof.ts';

export interface LiveConnectionOptions {
  readonly url: string;
  readonly Socket: LiveSocketConstructor;
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Called when the connection receives every change. `check` asks the service at once whether it is there. */
  readonly onReady: (check: () => void) => void;
  /** Called with each answer to a ping. `isLate` says that alerts have been waiting to be sent for more than 30 seconds. */
  readonly onAnswer: (isLate: boolean) => void;
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  readonly openAlert: OpenAlert | undefined;
}

/** The end of a connection, with the reason of the service if there is one. */
export interface LiveEnd {
  readonly wasReady: boolean;
  readonly reason: string | undefined;
}

/** The time to wait for `ready` before the connection is checked. */
const READY_MS = 5_000;
/**
 * The time to wait for `ready` at most: the message was lost, or nothing sends changes. An answer to a ping is no substitute,
 * because another function gives it.
 */
const LONGEST_READY_MS = 30_000;
/**
 * The interval at which a connection is checked, whatever it receives. Routers and firewalls drop connections without a word:
 * only an answer proves that one is there. The service closes one that may have missed changes instead of an answer.
 */
export const CHECK_MS = 20_000;
/** The time that the service may take to respond. */
export const RESPONSE_MS = 10_000;
/** Alerts that wait longer than this for the service to send them are late. */
const LATE_SECONDS = 30;

/**
 * How many messages a connection sends, pings included: so many at once and more a minute. An older service closes one of more
 * than 30 and 6 a minute.
 */
const SENT = { atOnce: 26, perMinute: 6 };
/**
 * How often a connection says which alert is open: this many times at once and more a minute, and otherwise slowly. Pings need
 * three a minute.
 */
const SAID = { atOnce: 20, perMinute: 2.5, quickMs: 1_000, slowMs: 24_000 };

/** Runs one connection until either side ends it. Never throws. */
export async function runConnection(options: LiveConnectionOptions): Promise<LiveEnd> {
  const { clock, wait, signal, onReady, onAnswer, onChanges, openAlert } = options;
  const ended = new AbortController();
  const openedAt = clock();
  let isCheckDue = false;
  /** Ends a wait for the next check, and one for the answer to a ping. */
  let [wake, hear] = [() => {}, () => {}];
  const end = () => {
    ended.abort();
    wake();
    hear();
  };
  let reason: string | undefined;
  let isReady = false;
  let sent = 0;
  let provenAt = openedAt;
  /** An older service answers the open alert with an error. */
  let isUnderstood = true;
  const socket = open(options);
  if (!socket) return { wasReady: false, reason };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  socket.addEventListener('close', end);
  socket.addEventListener('error', end);

  const say = (message: object) => {
    sent += 1;
    send(socket, message);
  };
  const isWithin = (count: number, { atOnce, perMinute }: { atOnce: number; perMinute: number }) =>
    count < atOnce + (perMinute * (clock() - openedAt)) / 60_000;
  const check = () => {
    // After a sleep, the answer would come too late.
    if (isReady && clock() - provenAt > PROOF_MS) return end();
    isCheckDue ||= isWithin(sent, SENT);
    if (isCheckDue) wake();
  };

  socket.addEventListener('message', ({ data }) => {
    const message = readLiveMessage(data);
    if (!message || ended.signal.aborted) return;
    if (message.type === 'closing') {
      reason = message.reason;
      return end();
    }
    provenAt = clock();
    if (message.type === 'pong') {
      hear();
      return onAnswer((message.late_seconds ?? 0) > LATE_SECONDS);
    }
    if (message.type === 'error') {
      isUnderstood = false;
      return;
    }
    const changes = changesOf(message);
    // Any change proves that the connection receives changes.
    if (!isReady && (message.type === 'ready' || changes.length > 0)) {
      isReady = true;
      wake();
      onReady(check);
      if (openAlert) void sayWhatIsOpen(openAlert);
    }
    if (changes.length > 0) onChanges(changes);
  });

  /** Resolves to the part of the time that has passed, by no clock that may be set. */
  const pause = async (milliseconds: number, until: AbortSignal): Promise<number> => {
    const before = clock();
    await wait(milliseconds, until).catch(() => {});
    return until.aborted ? Math.min(Math.max(clock() - before, 0), milliseconds) : milliseconds;
  };

  const sayWhatIsOpen = async (open: OpenAlert) => {
    let said: string | null = null;
    for (let count = 1; ; count += 1) {
      await open.otherThan(said, ended.signal);
      if (ended.signal.aborted || !isUnderstood) return;
      said = open.id;
      say({ type: 'viewing', alert_id: said });
      await pause(isWithin(count, SAID) ? SAID.quickMs : SAID.slowMs, ended.signal);
    }
  };

  /** Sends a ping. Resolves to whether its answer came in time. */
  const ping = async (): Promise<boolean> => {
    const heard = new AbortController();
    hear = () => heard.abort();
    say({ type: 'ping' });
    await pause(RESPONSE_MS, heard.signal);
    return heard.signal.aborted;
  };

  /** Checks the connection regularly and on demand, and ends it without an answer, or without `ready`. */
  const watchOver = async () => {
    let [unchecked, unready] = [0, 0];
    while (!ended.signal.aborted) {
      const patience = isReady ? CHECK_MS : READY_MS;
      const left = isCheckDue ? 0 : patience - unchecked;
      const before = clock();
      if (left > 0) {
        const woken = new AbortController();
        wake = () => woken.abort();
        unchecked += await pause(Math.ceil(left), woken.signal);
      } else {
        if (!(await ping())) end();
        unchecked = 0;
        isCheckDue = false; // This answer also answers requests for a check meanwhile.
      }
      unready += isReady ? 0 : Math.max(clock() - before, 0);
      if (!isReady && unready >= LONGEST_READY_MS) end();
      // A machine that slept runs no timers.
      if (clock() - provenAt > PROOF_MS) end();
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
