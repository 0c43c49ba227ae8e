import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { GuardList, type Page } from '../../lib/client/list.ts';
import type { LiveChange } from '../../lib/client/watch/live-message.ts';
import type { LiveSocketConstructor } from '../../lib/client/watch/live-socket.ts';
import type { OpenAlert } from '../../lib/client/watch/open-alert.ts';
import { type Snapshot, Watch, type WatchSource } from '../../lib/client/watch/watch.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** A watched item. */
export interface Thing {
  readonly id: string;
  readonly version: number;
  readonly isOpen: boolean;
}

export const thing = (id: string, version = 1, isOpen = true): Thing => ({ id, version, isOpen });

/** Runs everything that does not wait for a timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
}

/** A clock that only the test advances. */
export class TrialTime {
  now = 0;
  /** By how much the clock of the machine differs from the time that its timers count. */
  skew = 0;
  readonly #sleepers = new Set<{ readonly until: number; wake(): void }>();

  clock = (): number => this.now + this.skew;

  /** The number of timers. */
  get timers(): number {
    return this.#sleepers.size;
  }

  wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = (settled: () => void) => () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', abort);
        settled();
      };
      const sleeper = { until: this.now + milliseconds, wake: end(resolve) };
      const abort = end(() => reject(signal?.reason));
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', abort);
    });

  /** Advances the clock, and runs all timers that are due by then, in order. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await settle();
    for (;;) {
      const [next] = [...this.#sleepers].sort((a, b) => a.until - b.until);
      if (!next || next.until > end) break;
      this.now = Math.max(this.now, next.until);
      next.wake();
      await settle();
    }
    this.now = end;
    await settle();
  }
}

/** A socket that the test controls. */
export class TrialSocket {
  readonly url: string;
  readonly sent: string[] = [];
  isClosed = false;
  /** Whether the service responds to pings. */
  answers = true;
  /** The answer to a ping. */
  pong: object = { type: 'pong' };
  readonly #listeners: { readonly type: string; readonly listener: (event: { data: unknown }) => void }[] =
    [];

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#listeners.push({ type, listener });
  }

  send(text: string): void {
    this.sent.push(text);
    if (this.answers) this.receive(this.pong);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Dispatches an event. */
  happen(type: 'open' | 'close' | 'error' | 'message', data?: unknown): void {
    for (const it of this.#listeners) if (it.type === type) it.listener({ data });
  }

  /** Receives a message of the service. */
  receive(message: unknown): void {
    this.happen('message', JSON.stringify(message));
  }

  receiveChanges(...things: Thing[]): void {
    const changes = things.map((it) => ({ type: 'alert', action: 'raised', alert: it }));
    this.receive(changes.length === 1 ? changes[0] : { type: 'changes', changes });
  }
}

type List = () => readonly Thing[] | Error | Promise<readonly Thing[]>;

export interface TrialOptions {
  /** The items of lists, none by default; pages have `pageSize` items. */
  readonly list?: List;
  readonly pageSize?: number;
  readonly get?: (id: string) => Thing | undefined | Error;
  /** The error of a request for a ticket. */
  readonly ticket?: () => Error | undefined | Promise<undefined>;
  readonly hasSockets?: boolean;
  /** Whether the service responds to pings. */
  readonly answersPings?: boolean;
  readonly random?: () => number;
  readonly most?: number;
  readonly openAlert?: OpenAlert;
}

/** Starts a watch, and records its sockets, its requests and its snapshots. */
export function startWatch({
  list = () => [],
  pageSize = 100,
  get = () => undefined,
  ticket = () => undefined,
  hasSockets = true,
  answersPings = true,
  random = () => 0,
  most,
  openAlert,
}: TrialOptions = {}) {
  const time = new TrialTime();
  const sockets: TrialSocket[] = [];
  const [listedAt, ticketsAt, asked]: [number[], number[], string[]] = [[], [], []];
  class Socket extends TrialSocket {
    constructor(url: string) {
      super(url);
      this.answers = answersPings;
      sockets.push(this);
    }
  }
  const answer = <A>(value: A | Error): A => {
    if (value instanceof Error) throw value;
    return value;
  };
  const source: WatchSource<Thing> = {
    openAlert,
    isNewer: (one, other) => one.version > other.version,
    matches: ({ isOpen }) => isOpen,
    itemIn: (change: LiveChange) => {
      if (change.type === 'alert') return change.alert as unknown as Thing;
      return change.type === 'device_removed' ? change.device_id : undefined;
    },
    list: (signal) =>
      new GuardList<Thing>(async (cursor) => {
        if (cursor === undefined) listedAt.push(time.now);
        signal.throwIfAborted();
        const all = answer(await list());
        const start = Number(cursor ?? 0);
        const next = start + pageSize < all.length ? String(start + pageSize) : null;
        return {
          data: all.slice(start, start + pageSize),
          meta: { next_cursor: next },
        } as unknown as Page<Thing>;
      }, undefined),
    get: async (id) => {
      asked.push(id);
      return answer(get(id));
    },
    ticket: async () => {
      ticketsAt.push(time.now);
      answer(await ticket());
      return { url: `wss://live.test/${ticketsAt.length}` };
    },
  };
  const returns = new Set<() => void>();
  const settings = {
    onReturn: (listener: () => void) => {
      returns.add(listener);
      return () => returns.delete(listener);
    },
    socket: () => (hasSockets ? (Socket as unknown as LiveSocketConstructor) : undefined),
    clock: time.clock,
    wait: time.wait,
    random,
  };
  const stop = new AbortController();
  const shown: { readonly at: number; readonly snapshot: Snapshot<Thing> }[] = [];
  let ended: unknown;
  const done = (async () => {
    for await (const snapshot of new Watch(source, settings, most).run(stop.signal)) {
      shown.push({ at: time.now, snapshot });
    }
  })().then(
    () => (ended = 'done'),
    (error) => (ended = error),
  );
  onTestFinished(async () => {
    stop.abort();
    await done;
  });
  return {
    time,
    sockets,
    /** The times of requests for lists and tickets, and the ids of single reads. */
    listedAt,
    ticketsAt,
    asked,
    shown,
    stop,
    /** The network or a person is back. */
    comeBack: () => {
      for (const it of returns) it();
    },
    returns,
    /** `done`, or the error of the watch; `undefined` while it runs. */
    ended: () => ended,
    /** The items of the newest snapshot by id and version, and its connection. */
    shows: () => shown.at(-1)?.snapshot.items.map(({ id, version }) => `${id}${version}`),
    connection: () => shown.at(-1)?.snapshot.connection,
    /** When it was last proven to be up to date, according to its newest snapshot. */
    provenAt: () => shown.at(-1)?.snapshot.provenAt?.getTime(),
    socket: (place = -1) => sockets.at(place) as TrialSocket,
    /** Waits until it is connected and has read its first list. */
    async begin() {
      await time.pass(0);
      sockets.at(-1)?.receive({ type: 'ready' });
      await time.pass(0);
    },
  };
}
