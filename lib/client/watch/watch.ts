import { GuardError, isSignedOut } from '../errors.ts';
import type { GuardList } from '../list.ts';
import { keepConnection, type LiveEnd } from './live-connection.ts';
import type { LiveChange } from './live-message.ts';
import type { LiveSocketConstructor } from './live-socket.ts';
import type { WatchConnection } from './watch-options.ts';
import { type Watchable, WatchedItems } from './watched-items.ts';

/** What a watch takes from outside. */
export interface WatchSettings {
  /** The socket of the platform or of the application; `undefined` where there is none: then lists are polled. */
  readonly socket: () => LiveSocketConstructor | undefined;
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** What is watched, and where it comes from. */
export interface WatchSource<T> extends Watchable<T> {
  readonly list: (signal: AbortSignal) => GuardList<T>;
  /** One thing as it is now; `undefined` where it is not there, or out of reach. */
  readonly get: (id: string, signal: AbortSignal) => Promise<T | undefined>;
  readonly ticket: (signal: AbortSignal) => Promise<{ readonly url: string }>;
  /** What a change says of what is watched: a new state, or the id of what is there no more. */
  readonly of: (change: LiveChange) => T | string | undefined;
}

/** What a watch shows from a moment on. */
export interface Snapshot<T> {
  readonly items: readonly T[];
  readonly capped: boolean;
  readonly connection: WatchConnection;
  readonly at: Date;
}

/** The largest page that lists have. */
export const PAGE_SIZE = 100;
/** How many things a watch holds unless more are asked for; so many are read without a pause. The oldest are left out. */
const USUALLY_HELD = 1_000;
/** A longer list is read slowly, since each page counts as a request of the user. */
const PAGE_PAUSE_MS = 4_000;
/** What is missing in a list is asked for, so many at a time; the others with the next list. */
const MOST_CHECKED = 20;

/** A connection is given so long before a list is shown without it. */
const FIRST_LIST_MS = 3_000;
/** Lists lag: what happened right before `ready` is in the list so long after it. */
const SECOND_LIST_MS = 10_000;
const LIVE_LIST_MS = 5 * 60_000;
const POLL_MS = 30_000;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** However long the service asks to wait: timers hold no more than weeks. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
/** After the service has said that it gives no tickets. */
const REFUSED_MS = 5 * 60_000;

/** A connection that was ready for less than this is not opened again at once. */
const SHORT_MS = 10_000;

/** Why a connection was closed that is simply opened again. */
const EXPECTED_ENDS: readonly (string | undefined)[] = ['lifetime_over', 'session_ended', 'reach_changed'];

/**
 * One watch, from its start to its end: keeps a connection, or polls where there is none, lists again after each gap, and
 * gives out what it comes to. Who is slow to look gets the newest snapshot, not all of them.
 */
export class Watch<T extends { readonly id: string }> {
  readonly #source: WatchSource<T>;
  readonly #settings: WatchSettings;
  readonly #items: WatchedItems<T>;
  readonly #most: number;
  readonly #ended = new AbortController();
  #failure: unknown;
  #isLive = false;
  /** Has the connection find out at once whether the service is there; does nothing where that connection has ended. */
  #askConnection: () => void = () => {};
  /** Whether the last list was answered, and nothing has come in between that makes it worthless. */
  #isReached = false;
  #isListed = false;
  /** Whether no list has been answered that was asked for since the connection was ready. */
  #isJustReady = false;
  #readyAt = Number.NEGATIVE_INFINITY;
  /** How often what is in reach has changed: a list that was asked for before says what was in reach then. */
  #reaches = 0;
  #isCut = false;
  #isNew = false;
  #tell: () => void = () => {};
  #nextListAt: number;
  #wakeLister: () => void = () => {};

  /** `most` says how many things it holds while it is connected live. */
  constructor(source: WatchSource<T>, settings: WatchSettings, most = USUALLY_HELD) {
    this.#source = source;
    this.#settings = settings;
    this.#most = most;
    this.#items = new WatchedItems(source);
    this.#nextListAt = settings.clock() + FIRST_LIST_MS;
  }

  /** Starts the watch; what is watched comes out, until the signal aborts or nobody asks any more. */
  async *run(signal: AbortSignal | undefined): AsyncGenerator<Snapshot<T>, void, undefined> {
    const abort = () => this.#end();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const work = Promise.all([this.#keepConnected(), this.#keepListed()]).catch((error) => this.#fail(error));
    try {
      while (await this.#hasNews()) yield this.#snapshot();
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#end();
      await work;
    }
  }

  async #hasNews(): Promise<boolean> {
    while (!this.#isNew && !this.#ended.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    }
    return !this.#ended.signal.aborted;
  }

  #snapshot(): Snapshot<T> {
    this.#isNew = false;
    const all = [...this.#items.shown.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
    // Polling reads no long lists: what they had is not known to be so any more.
    const most = this.#connection === 'polling' ? USUALLY_HELD : this.#most;
    return {
      items: all.slice(0, most),
      capped: this.#isCut || all.length > most,
      connection: this.#connection,
      at: new Date(this.#settings.clock()),
    };
  }

  get #connection(): WatchConnection {
    if (!this.#isReached) return 'offline';
    return this.#isLive ? 'live' : 'polling';
  }

  #changed(): void {
    // Nothing is shown before the first list, lest an empty screen be taken for a quiet night.
    if (!this.#isListed) return;
    this.#isNew = true;
    this.#tell();
  }

  #end(): void {
    this.#ended.abort();
    this.#tell();
    this.#wakeLister();
  }

  #fail(error: unknown): void {
    if (!this.#ended.signal.aborted) this.#failure = error;
    this.#end();
  }

  // The connection.

  async #keepConnected(): Promise<void> {
    const { signal } = this.#ended;
    let failures = 0;
    while (!signal.aborted) {
      const end = await this.#connect();
      if (signal.aborted) return;
      if (end === 'refused') {
        this.#lost();
        failures = 0;
        await this.#pause(REFUSED_MS);
        continue;
      }
      if (end.reason === 'reach_changed') this.#forgetScope();
      failures = end.wasReady ? 0 : failures + 1;
      const isExpected = end.wasReady && EXPECTED_ENDS.includes(end.reason);
      if (!isExpected) this.#lost();
      const isShort = this.#settings.clock() - this.#readyAt < SHORT_MS;
      if (!isExpected || isShort) await this.#pause(this.#backoff(failures));
    }
  }

  /** One connection from beginning to end; `refused` where the service, or this platform, has none. */
  async #connect(): Promise<LiveEnd | 'refused'> {
    const { signal } = this.#ended;
    const Socket = this.#settings.socket();
    if (!Socket) return 'refused';
    let url: string;
    try {
      ({ url } = await this.#source.ticket(signal));
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const isRefusal = error instanceof GuardError && REFUSALS.includes(error.status ?? 0);
      return isRefusal ? 'refused' : { wasReady: false, reason: undefined };
    }
    const { clock, wait } = this.#settings;
    return keepConnection({
      url,
      Socket,
      clock,
      wait,
      signal,
      onReady: (ask) => {
        this.#askConnection = ask;
        this.#isLive = true;
        this.#isJustReady = true;
        this.#readyAt = this.#settings.clock();
        this.#listWithin(0);
      },
      onChanges: (changes) => this.#takeChanges(changes),
    });
  }

  #takeChanges(changes: readonly LiveChange[]): void {
    const now = this.#settings.clock();
    let isNews = false;
    for (const change of changes) {
      const said = this.#source.of(change);
      if (said === undefined) continue;
      const isChanged =
        typeof said === 'string' ? this.#items.remove(said, now) : this.#items.take(said, now);
      isNews ||= isChanged;
    }
    if (isNews) this.#changed();
  }

  #lost(): void {
    if (!this.#isListed) this.#listWithin(0);
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#isReached = false;
    this.#listWithin(FIRST_LIST_MS);
    this.#changed();
  }

  /**
   * What was shown may be out of reach now: what still is in reach comes with the next list. Until that is answered nobody must
   * take the empty screen for a quiet night.
   */
  #forgetScope(): void {
    this.#reaches += 1;
    this.#isReached = false;
    this.#items.clear(this.#settings.clock());
    this.#changed();
  }

  // The lists.

  async #keepListed(): Promise<void> {
    const { signal } = this.#ended;
    let failures = 0;
    while (!signal.aborted) {
      await this.#untilNextList();
      if (signal.aborted) return;
      const [isLive, isFirst] = [this.#isLive, this.#isJustReady];
      this.#isJustReady = false;
      this.#nextListAt = Number.POSITIVE_INFINITY;
      const error = await this.#list();
      failures = error ? failures + 1 : 0;
      if (error) this.#isJustReady ||= isFirst;
      if (error) this.#listWithin(Math.max(this.#backoff(failures), retryAfterMs(error)));
      else if (!isLive) this.#listWithin(this.#spread(POLL_MS));
      else this.#listWithin(isFirst ? SECOND_LIST_MS : LIVE_LIST_MS * (0.9 + this.#settings.random() / 5));
    }
  }

  /** Lists no later than in so many milliseconds. */
  #listWithin(milliseconds: number): void {
    this.#nextListAt = Math.min(this.#nextListAt, this.#settings.clock() + milliseconds);
    this.#wakeLister();
  }

  async #untilNextList(): Promise<void> {
    const { clock, wait } = this.#settings;
    for (;;) {
      const left = this.#nextListAt - clock();
      if (left <= 0 || this.#ended.signal.aborted) return;
      const woken = new AbortController();
      this.#wakeLister = () => woken.abort();
      await wait(Math.min(left, LONGEST_WAIT_MS), woken.signal).catch(() => {});
      // Who has waited for all of it lists: a clock that was set back meanwhile would have it wait again.
      if (!woken.signal.aborted) return;
    }
  }

  /** Reads the list and takes what it says. Resolves to why it could not, if so. */
  async #list(): Promise<unknown> {
    const scope = this.#reaches;
    try {
      await this.#readList();
      // Of a list that was dropped, since another reach came meanwhile, nothing is shown.
      if (scope === this.#reaches) this.#isReached = true;
    } catch (error) {
      if (isSignedOut(error)) throw error;
      // Who is connected is told of changes all the same: unless the connection is as dead as the network, and nobody has said so.
      if (!this.#isLive) this.#isReached = false;
      else if (isUnanswered(error)) this.#askConnection();
      return error;
    } finally {
      this.#isListed = true;
      this.#changed();
    }
    return undefined;
  }

  async #readList(): Promise<void> {
    const { signal } = this.#ended;
    const scope = this.#reaches;
    const before = new Map(this.#items.shown);
    const listed: T[] = [];
    let isCut = false;
    const most = this.#isLive ? this.#most : USUALLY_HELD;
    for await (const page of this.#source.list(signal).pages()) {
      listed.push(...page.data);
      if (page.meta.next_cursor === null || listed.length < USUALLY_HELD) continue;
      isCut = listed.length >= most || !(await this.#mayReadOn(listed, scope));
      if (isCut) break;
    }
    if (scope !== this.#reaches) return this.#listWithin(0);
    this.#takeList(listed);
    this.#isCut = isCut;
    await this.#checkMissing(before, listed, isCut);
    this.#items.prune(this.#settings.clock());
  }

  /** Shows what a long list has so far, and waits. False where another list is due meanwhile, which comes first. */
  async #mayReadOn(listed: readonly T[], scope: number): Promise<boolean> {
    if (scope !== this.#reaches) return false;
    this.#takeList(listed);
    this.#isCut = true;
    this.#isReached = true;
    this.#isListed = true;
    this.#changed();
    const { clock, wait } = this.#settings;
    const woken = new AbortController();
    this.#wakeLister = () => woken.abort();
    await wait(PAGE_PAUSE_MS, woken.signal).catch(() => {});
    return !this.#ended.signal.aborted && this.#nextListAt > clock();
  }

  #takeList(listed: readonly T[]): void {
    const now = this.#settings.clock();
    for (const item of listed) this.#items.take(item, now);
  }

  /** Lists lag: that something is missing in one proves nothing. It is asked for by itself, which is exact. */
  async #checkMissing(before: ReadonlyMap<string, T>, listed: readonly T[], isCut: boolean): Promise<void> {
    const ids = new Set(listed.map(({ id }) => id));
    const oldest = isCut ? (listed.at(-1)?.id ?? '') : '';
    const { shown } = this.#items;
    const missing = [...before.values()].filter(
      (item) => !ids.has(item.id) && item.id > oldest && shown.get(item.id) === item,
    );
    for (const { id } of missing.slice(0, MOST_CHECKED)) {
      const scope = this.#reaches;
      const item = await this.#source.get(id, this.#ended.signal);
      if (scope !== this.#reaches) return this.#listWithin(0);
      const now = this.#settings.clock();
      if (item) this.#items.take(item, now);
      else this.#items.hide(id, now);
    }
    if (missing.length > MOST_CHECKED) this.#listWithin(POLL_MS);
  }

  // Time.

  /** Half of the time to all of it: clients that were cut off together do not come back together. */
  #spread(milliseconds: number): number {
    return milliseconds * (1 - this.#settings.random() / 2);
  }

  #backoff(failures: number): number {
    return this.#spread(Math.min(FIRST_BACKOFF_MS * 2 ** failures, LONGEST_BACKOFF_MS));
  }

  async #pause(milliseconds: number): Promise<void> {
    await this.#settings.wait(milliseconds, this.#ended.signal).catch(() => {});
  }
}

/**
 * Answers by which the service says that it gives no ticket: an older one, a reach that no connection has, or a user who has too
 * many connections already.
 */
const REFUSALS: readonly number[] = [403, 404, 409, 422];

/** Whether no answer came at all. */
function isUnanswered(error: unknown): boolean {
  return error instanceof GuardError && error.status === undefined;
}

/** How long the service asks to wait. */
function retryAfterMs(error: unknown): number {
  return error instanceof GuardError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
}
