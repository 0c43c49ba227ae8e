import { GuardError, isSignedOut } from '../errors.ts';
import type { GuardList } from '../list.ts';
import { type LiveEnd, RESPONSE_MS, runConnection } from './live-connection.ts';
import type { LiveChange } from './live-message.ts';
import type { LiveSocketConstructor } from './live-socket.ts';
import type { OpenAlert } from './open-alert.ts';
import { PROOF_MS, Proof } from './proof.ts';
import { Snapshots } from './snapshots.ts';
import type { WatchConnection } from './watch-options.ts';
import { type Watchable, WatchedItems } from './watched-items.ts';

/** The environment of a watch. */
export interface WatchSettings {
  /** The socket of the application or the platform. If there is none, the watch polls. */
  readonly socket: () => LiveSocketConstructor | undefined;
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Calls the listener when the network or a person is back, until the returned function is called. */
  readonly onReturn: (listener: () => void) => () => void;
}

/** The watched items and their source. */
export interface WatchSource<T> extends Watchable<T> {
  readonly list: (signal: AbortSignal) => GuardList<T>;
  /** The current item; `undefined` if it does not exist, or is outside the scope. */
  readonly get: (id: string, signal: AbortSignal) => Promise<T | undefined>;
  readonly ticket: (signal: AbortSignal) => Promise<{ readonly url: string }>;
  /** The item of a change in its new state, or the id of a deleted item. */
  readonly itemIn: (change: LiveChange) => T | string | undefined;
  /** The alert that the service is told of while the watch is live. */
  readonly openAlert?: OpenAlert | undefined;
}

/** The state of a watch at one time. */
export interface Snapshot<T> {
  readonly items: readonly T[];
  readonly capped: boolean;
  readonly connection: WatchConnection;
  readonly provenAt: Date | undefined;
  readonly at: Date;
}

/** The largest page size of lists. */
export const PAGE_SIZE = 100;
/** The number of items that a watch holds by default, without the oldest. They are read without a pause. */
const DEFAULT_MOST = 1_000;
/** A longer list is read slowly, because each page counts against the user's limit. */
const PAGE_PAUSE_MS = 4_000;
/** The maximum number of missing items that are read after a list; the others follow after the next list. */
const MOST_CHECKED = 20;

/** The time that a connection may take before a list is shown without it. */
const FIRST_LIST_MS = 3_000;
/** Lists may be stale: this long after `ready`, they contain all changes from before it. */
const SECOND_LIST_MS = 10_000;
/**
 * The interval of lists while the connection is live, only for faults that the service does not notice: it closes a
 * connection that may have missed changes (live-connection.ts).
 */
export const LIVE_LIST_MS = 15 * 60_000;
/** The longest time from one list to the next without a connection, so that there is a proof in time. */
const POLL_MS = PROOF_MS - RESPONSE_MS;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** Attempts that reach nobody cost nobody anything, so a service that is back is found soon. */
const LONGEST_UNANSWERED_BACKOFF_MS = 10_000;
/** The longest single timer: timers overflow after some weeks. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
/** The pause after the service has refused a ticket. */
const REFUSED_MS = 5 * 60_000;
/** A person who returns several times makes the watch try again only so often. */
const LEAST_RETURN_MS = 2_000;

/** After a shorter connection, the next one starts after a pause. */
const SHORT_MS = 10_000;

/** Reasons after which the connection is opened again at once. */
const EXPECTED_ENDS: readonly (string | undefined)[] = ['lifetime_over', 'session_ended', 'reach_changed'];

/**
 * One watch from its start to its end. It keeps a connection, or polls without one, lists again after each gap, and yields
 * snapshots. A slow consumer gets the newest snapshot only.
 */
export class Watch<T extends { readonly id: string }> {
  readonly #source: WatchSource<T>;
  readonly #settings: WatchSettings;
  readonly #items: WatchedItems<T>;
  readonly #most: number;
  readonly #snapshots = new Snapshots(() => this.#wakeLister());
  readonly #proof: Proof;
  #isLive = false;
  /** Whether a connection is ready. A watch stays live until the next one is, if the service has ended the last one. */
  #isConnected = false;
  /** Whether alerts wait too long for the service to send them. */
  #isLate = false;
  /** Makes the connection check at once whether the service is there. Has no effect after its end. */
  #checkConnection: () => void = () => {};
  /** Whether the last list was read, and is still valid. */
  #isReached = false;
  #isListed = false;
  /** Whether no list has been read since the connection was ready. */
  #isJustReady = false;
  /** Whether changes may be missing, because no list has been read since the connection was ready. */
  #hasGap = true;
  #readyAt = Number.NEGATIVE_INFINITY;
  /** The number of changes of the scope. A list that was requested before a change is invalid. */
  #scopeChanges = 0;
  #isCut = false;
  #nextListAt: number;
  /** The time before which the service wants no other list. */
  #notBefore = Number.NEGATIVE_INFINITY;
  #returnedAt = Number.NEGATIVE_INFINITY;
  #wakeLister: () => void = () => {};
  #wakeConnector: () => void = () => {};

  /** `most` is the number of items that the watch holds while it is live. */
  constructor(source: WatchSource<T>, settings: WatchSettings, most = DEFAULT_MOST) {
    this.#source = source;
    this.#settings = settings;
    this.#most = most;
    this.#items = new WatchedItems(source);
    this.#proof = new Proof(settings);
    this.#nextListAt = settings.clock() + FIRST_LIST_MS;
  }

  /** Runs the watch until the signal aborts or the consumer stops. */
  run(signal: AbortSignal | undefined): AsyncGenerator<Snapshot<T>, void, undefined> {
    const work = async () => {
      const forget = this.#settings.onReturn(() => this.#tryAgain());
      const { signal: ended } = this.#snapshots;
      const proven = this.#proof.watchOver(
        ended,
        () => PROOF_MS,
        () => this.#doubt(),
      );
      await Promise.all([this.#keepConnected(), this.#keepListed(), proven]).finally(forget);
    };
    return this.#snapshots.run(signal, work, () => this.#snapshot());
  }

  #snapshot(): Snapshot<T> {
    const all = [...this.#items.shown.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
    // Polling reads no long lists, so the items beyond the default are out of date.
    const most = this.#connection === 'polling' ? DEFAULT_MOST : this.#most;
    return {
      items: all.slice(0, most),
      capped: this.#isCut || all.length > most,
      connection: this.#connection,
      provenAt: this.#proof.at,
      at: new Date(this.#settings.clock()),
    };
  }

  get #connection(): WatchConnection {
    if (!this.#isReached) return 'offline';
    if (!this.#isLive) return 'polling';
    return this.#isLate ? 'late' : 'live';
  }

  #changed(): void {
    // There is no snapshot before the first list: an empty one would look like a quiet night.
    if (!this.#isListed) return;
    this.#snapshots.changed();
  }

  // The connection.

  async #keepConnected(): Promise<void> {
    const { signal } = this.#snapshots;
    let failures = 0;
    while (!signal.aborted) {
      const end = await this.#connect();
      this.#isConnected = false;
      if (signal.aborted) return;
      if (end === 'refused') {
        this.#lost();
        failures = 0;
        await this.#untilTry(REFUSED_MS);
        continue;
      }
      if (end.reason === 'reach_changed') this.#forgetScope();
      failures = end.wasReady ? 0 : failures + 1;
      const isExpected = end.wasReady && EXPECTED_ENDS.includes(end.reason);
      if (!isExpected) this.#lost();
      const isShort = this.#settings.clock() - this.#readyAt < SHORT_MS;
      if (!isExpected || isShort) await this.#untilTry(this.#backoff(failures, end.isUnanswered));
    }
  }

  /** Runs one connection from start to end; `refused` if the service or the platform offers none. */
  async #connect(): Promise<(LiveEnd & { readonly isUnanswered?: boolean }) | 'refused'> {
    const { signal } = this.#snapshots;
    const Socket = this.#settings.socket();
    if (!Socket) return 'refused';
    let url: string;
    try {
      ({ url } = await this.#source.ticket(signal));
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const isRefusal = error instanceof GuardError && REFUSALS.includes(error.status ?? 0);
      const isUnanswered = isWithoutAnswer(error);
      return isRefusal ? 'refused' : { wasReady: false, reason: undefined, isUnanswered };
    }
    const { clock, wait } = this.#settings;
    return runConnection({
      url,
      Socket,
      clock,
      wait,
      signal,
      onReady: (check) => {
        this.#checkConnection = check;
        this.#isConnected = true;
        this.#isLive = true;
        this.#isLate = false;
        this.#isJustReady = true;
        this.#hasGap = true;
        this.#readyAt = this.#settings.clock();
        this.#listWithin(0);
      },
      onAnswer: (isLate) => this.#takeAnswer(isLate),
      onChanges: (changes) => this.#takeChanges(changes),
      openAlert: this.#source.openAlert,
    });
  }

  /** Lists bring what the connection brings late. */
  #takeAnswer(isLate: boolean): void {
    if (!this.#isLive) return; // It is not ready yet.
    if (!this.#hasGap) this.#proof.give();
    if (isLate !== this.#isLate) this.#listWithin(0);
    this.#isLate = isLate;
    this.#changed(); // Each proof is a snapshot.
  }

  #takeChanges(changes: readonly LiveChange[]): void {
    if (!this.#hasGap) this.#proof.give();
    const now = this.#settings.clock();
    let isAnyChanged = false;
    for (const change of changes) {
      const item = this.#source.itemIn(change);
      if (item === undefined) continue;
      const isChanged =
        typeof item === 'string' ? this.#items.remove(item, now) : this.#items.update(item, now);
      isAnyChanged ||= isChanged;
    }
    if (isAnyChanged) this.#changed();
  }

  #lost(): void {
    if (!this.#isListed) this.#listWithin(0);
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#isReached = false;
    this.#listWithin(FIRST_LIST_MS);
    this.#changed();
  }

  /** There was no proof for too long: the state may be out of date, and only a new list says otherwise. */
  #doubt(): void {
    if (!this.#isReached) return;
    this.#isReached = false;
    this.#isLive = this.#isConnected;
    this.#isJustReady = this.#isLive;
    this.#hasGap = true;
    this.#checkConnection();
    this.#listSoon();
    this.#changed();
  }

  /** The network or a person is back. */
  #tryAgain(): void {
    const now = this.#settings.clock();
    if (Math.abs(now - this.#returnedAt) < LEAST_RETURN_MS) return;
    this.#returnedAt = now;
    this.#checkConnection();
    this.#wakeConnector();
    if (!this.#isReached || !this.#isLive) this.#listSoon();
  }

  /** Lists at once, unless the service has asked to wait. */
  #listSoon(): void {
    this.#listWithin(Math.max(0, this.#notBefore - this.#settings.clock()));
  }

  /**
   * Forgets all items: after a change of scope, some may be outside it, and the next list returns those within. Until then, the
   * watch is not reached: an empty screen must not look like a quiet night.
   */
  #forgetScope(): void {
    this.#scopeChanges += 1;
    this.#isReached = false;
    this.#items.clear(this.#settings.clock());
    this.#changed();
  }

  // The lists.

  async #keepListed(): Promise<void> {
    const { signal } = this.#snapshots;
    let failures = 0;
    while (!signal.aborted) {
      await this.#untilNextList();
      if (signal.aborted) return;
      const [isLive, isFirst] = [this.#isLive, this.#isJustReady];
      this.#isJustReady = false;
      this.#nextListAt = Number.POSITIVE_INFINITY;
      const error = await this.#list();
      failures = error ? failures + 1 : 0;
      if (error) {
        this.#isJustReady ||= isFirst;
        this.#notBefore = this.#settings.clock() + retryAfterMs(error);
        this.#listWithin(Math.max(this.#backoff(failures, isWithoutAnswer(error)), retryAfterMs(error)));
      } else if (!isLive || this.#isLate) this.#listWithin(POLL_MS * (1 - this.#settings.random() / 5));
      else this.#listWithin(isFirst ? SECOND_LIST_MS : LIVE_LIST_MS * (0.9 + this.#settings.random() / 5));
    }
  }

  /** Makes the next list start within this time. */
  #listWithin(milliseconds: number): void {
    this.#nextListAt = Math.min(this.#nextListAt, this.#settings.clock() + milliseconds);
    this.#wakeLister();
  }

  async #untilNextList(): Promise<void> {
    const { clock, wait } = this.#settings;
    for (;;) {
      const left = this.#nextListAt - clock();
      if (left <= 0 || this.#snapshots.signal.aborted) return;
      const woken = new AbortController();
      this.#wakeLister = () => woken.abort();
      await wait(Math.min(left, LONGEST_WAIT_MS), woken.signal).catch(() => {});
      // The whole time is over. A clock that was set back meanwhile must not extend it.
      if (!woken.signal.aborted) return;
    }
  }

  /** Reads the list. Resolves to the error if that fails. */
  async #list(): Promise<unknown> {
    const scope = this.#scopeChanges;
    try {
      await this.#readList();
      // A list from before a change of the scope was dropped.
      if (scope === this.#scopeChanges) this.#reached();
    } catch (error) {
      if (isSignedOut(error)) throw error;
      // A live connection still receives changes, unless it has failed unnoticed together with the network. What it missed
      // before it was ready, only a list brings: without one, there soon is no proof.
      if (!this.#isLive) this.#isReached = false;
      else if (isWithoutAnswer(error)) this.#checkConnection();
      return error;
    } finally {
      this.#isListed = true;
      this.#changed();
    }
    return undefined;
  }

  async #readList(): Promise<void> {
    const { signal } = this.#snapshots;
    const scope = this.#scopeChanges;
    const before = new Map(this.#items.shown);
    const listed: T[] = [];
    let isCut = false;
    const most = this.#isLive ? this.#most : DEFAULT_MOST;
    for await (const page of this.#source.list(signal).pages()) {
      listed.push(...page.data);
      if (page.meta.next_cursor === null || listed.length < DEFAULT_MOST) continue;
      isCut = listed.length >= most || !(await this.#mayReadOn(listed, scope));
      if (isCut) break;
    }
    if (scope !== this.#scopeChanges) return this.#listWithin(0);
    this.#takeList(listed);
    this.#isCut = isCut;
    await this.#checkMissing(before, listed, isCut);
    this.#items.prune(this.#settings.clock());
  }

  /** Shows the items of a long list so far, and pauses. Returns false if another list is due first. */
  async #mayReadOn(listed: readonly T[], scope: number): Promise<boolean> {
    if (scope !== this.#scopeChanges) return false;
    this.#takeList(listed);
    this.#isCut = true;
    this.#reached();
    this.#isListed = true;
    this.#changed();
    const { clock, wait } = this.#settings;
    const woken = new AbortController();
    this.#wakeLister = () => woken.abort();
    await wait(PAGE_PAUSE_MS, woken.signal).catch(() => {});
    return !this.#snapshots.signal.aborted && this.#nextListAt > clock();
  }

  /** The newest items are listed. The proofs of a live connection are the answers to its pings. */
  #reached(): void {
    if (!this.#isLive || this.#hasGap) this.#proof.give();
    // A connection that became ready during the list needs another one.
    if (!this.#isJustReady) this.#hasGap = false;
    this.#isReached = true;
  }

  #takeList(listed: readonly T[]): void {
    const now = this.#settings.clock();
    for (const item of listed) this.#items.update(item, now);
  }

  /** A stale list may lack an item, so each missing item is read by itself, which is exact. */
  async #checkMissing(before: ReadonlyMap<string, T>, listed: readonly T[], isCut: boolean): Promise<void> {
    const ids = new Set(listed.map(({ id }) => id));
    const oldest = isCut ? (listed.at(-1)?.id ?? '') : '';
    const { shown } = this.#items;
    const missing = [...before.values()].filter(
      (item) => !ids.has(item.id) && item.id > oldest && shown.get(item.id) === item,
    );
    for (const { id } of missing.slice(0, MOST_CHECKED)) {
      const scope = this.#scopeChanges;
      const item = await this.#source.get(id, this.#snapshots.signal);
      if (scope !== this.#scopeChanges) return this.#listWithin(0);
      const now = this.#settings.clock();
      if (item) this.#items.update(item, now);
      else this.#items.hide(id, now);
    }
    if (missing.length > MOST_CHECKED) this.#listWithin(POLL_MS);
  }

  // Time.

  /** Returns between half and all of the time, so that clients that lost the connection together do not return together. */
  #spread(milliseconds: number): number {
    return milliseconds * (1 - this.#settings.random() / 2);
  }

  #backoff(failures: number, isUnanswered = false): number {
    const longest = isUnanswered ? LONGEST_UNANSWERED_BACKOFF_MS : LONGEST_BACKOFF_MS;
    return this.#spread(Math.min(FIRST_BACKOFF_MS * 2 ** failures, longest));
  }

  /** Resolves after this time, when the network or a person is back, or at the end of the watch. */
  async #untilTry(milliseconds: number): Promise<void> {
    const { signal } = this.#snapshots;
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.#wakeConnector = wake;
    signal.addEventListener('abort', wake);
    await this.#settings.wait(milliseconds, woken.signal).catch(() => {});
    signal.removeEventListener('abort', wake);
  }
}

/**
 * Statuses with which the service refuses a ticket: an older service, a scope without connections, or a user with too many
 * connections.
 */
const REFUSALS: readonly number[] = [403, 404, 409, 422];

/** Whether there was no response at all. */
export function isWithoutAnswer(error: unknown): boolean {
  return error instanceof GuardError && error.status === undefined;
}

/** The wait that the service asks for. */
export function retryAfterMs(error: unknown): number {
  return error instanceof GuardError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
}
