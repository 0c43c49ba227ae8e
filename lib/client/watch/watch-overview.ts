import { abortReason } from '../abort.ts';
import { GuardError } from '../errors.ts';
import type { SitesOverview } from '../types.ts';
import { type LiveEnd, RESPONSE_MS, runConnection } from './live-connection.ts';
import { PROOF_MS, Proof } from './proof.ts';
import { RequestBudget } from './request-budget.ts';
import { Snapshots } from './snapshots.ts';
import { isWithoutAnswer, retryAfterMs, type WatchSettings } from './watch.ts';
import type { WatchConnection } from './watch-options.ts';

export interface OverviewWatchOptions {
  /** Ends the watch: the iterator is done, without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The maximum number of requests within any 24 hours, at least 100; 15,000 by default. Tickets and reconnections count. With
   * fewer than 2,900 the watch reads less often than once a minute while nothing happens.
   */
  readonly requestsPerDay?: number | undefined;
}

/** The state of a watch at one time. */
export interface OverviewSnapshot {
  /** The last overview that was read; undefined until the first. */
  readonly overview: SitesOverview | undefined;
  readonly connection: WatchConnection;
  /** When the service last proved that the overview is up to date, by the client's clock. Undefined before the first proof. */
  readonly provenAt: Date | undefined;
  /** The time of the snapshot by the client's clock. */
  readonly at: Date;
}

/** What a watch of the overview asks the service for. Neither call is repeated by itself. */
export interface OverviewSource {
  readonly read: (signal: AbortSignal) => Promise<SitesOverview>;
  readonly ticket: (signal: AbortSignal) => Promise<{ readonly url: string }>;
}

const REQUESTS_PER_DAY = 15_000;
/** A watch reads this often although nothing has happened: shares, hours and duties change with time. */
const EVERY_MS = 60_000;
/** The time that changes which belong together may take to arrive. */
const SETTLE_MS = 1_000;
/** The shortest time from one read to the next. */
const LEAST_GAP_MS = 5_000;
const FIRST_BACKOFF_MS = 2_000;
const LONGEST_READ_BACKOFF_MS = 60_000;
/** Attempts that reach nobody cost nobody anything, so a service that is back is found soon. */
const LONGEST_UNANSWERED_BACKOFF_MS = 10_000;
const LONGEST_CONNECT_BACKOFF_MS = 5 * 60_000;
/** While changes arrive late, a watch reads this often, if it may. */
const EVERY_WHEN_LATE_MS = 30_000;

/**
 * One watch of the overview from its start to its end. It reads at once, soon after each change that its connection receives,
 * and regularly. A change only makes it read, because the service counts.
 */
export class OverviewWatch {
  readonly #source: OverviewSource;
  readonly #settings: WatchSettings;
  readonly #budget: RequestBudget;
  readonly #snapshots = new Snapshots();
  readonly #proof: Proof;
  #isLive = false;
  /** Whether changes wait too long for the service to send them. */
  #isLate = false;
  /** Whether changes may be missing, because nothing has been read since the connection was ready. */
  #hasGap = true;
  #isReached = false;
  /** Whether a read has succeeded or failed. */
  #isAnswered = false;
  #overview: SitesOverview | undefined;
  #dueAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #wakeReader: () => void = () => {};
  #wakeConnector: () => void = () => {};
  #checkConnection: () => void = () => {};

  constructor(
    source: OverviewSource,
    settings: WatchSettings,
    { requestsPerDay = REQUESTS_PER_DAY }: OverviewWatchOptions,
  ) {
    this.#source = source;
    this.#settings = settings;
    this.#proof = new Proof(settings);
    this.#budget = new RequestBudget(requestsPerDay, settings.clock);
  }

  /** Runs the watch until the signal aborts or the consumer stops. Throws what a repetition would not change, such as a 401. */
  run(signal: AbortSignal | undefined): AsyncGenerator<OverviewSnapshot, void, undefined> {
    const work = async () => {
      const forget = this.#settings.onReturn(() => this.#tryAgain());
      const proven = this.#proof.watchOver(
        this.#snapshots.signal,
        () => (this.#isLive ? PROOF_MS : this.#everyMs + RESPONSE_MS),
        () => this.#doubt(),
      );
      await Promise.all([this.#keepRead(), this.#keepConnected(), proven]).finally(forget);
    };
    return this.#snapshots.run(signal, work, () => ({
      overview: this.#overview,
      connection: this.#connection,
      provenAt: this.#proof.at,
      at: new Date(this.#settings.clock()),
    }));
  }

  get #connection(): WatchConnection {
    if (!this.#isReached) return 'offline';
    if (!this.#isLive) return 'polling';
    return this.#isLate ? 'late' : 'live';
  }

  #changed(): void {
    // Before the first answer, there is nothing to say.
    if (!this.#isAnswered) return;
    this.#snapshots.changed();
  }

  /** There was no proof for too long: the overview may be out of date. */
  #doubt(): void {
    if (!this.#isReached) return;
    this.#isReached = false;
    this.#hasGap = true;
    this.#checkConnection();
    this.#readWithin(0);
    this.#changed();
  }

  /** The network or a person is back. */
  #tryAgain(): void {
    this.#checkConnection();
    this.#wakeConnector();
    if (!this.#isReached || !this.#isLive) this.#readWithin(0);
  }

  async #keepRead(): Promise<void> {
    const { clock } = this.#settings;
    const { signal } = this.#snapshots;
    let failures = 0;
    while (!signal.aborted) {
      await this.#untilDue();
      await this.#pause(this.#budget.take());
      if (signal.aborted) return;
      this.#dueAt = Number.POSITIVE_INFINITY;
      const error = await this.#read();
      if (signal.aborted) return;
      failures = error === undefined ? 0 : failures + 1;
      const gap =
        error === undefined
          ? LEAST_GAP_MS
          : Math.max(this.#backoff(failures, longestBackoff(error)), retryAfterMs(error));
      this.#notBefore = clock() + gap;
      this.#readWithin(error === undefined ? this.#everyMs : gap);
    }
  }

  /** A live watch that may send little saves requests for changes; one that only polls uses them up. */
  get #everyMs(): number {
    const wanted = this.#isLate ? EVERY_WHEN_LATE_MS : EVERY_MS;
    return Math.max(wanted, this.#budget.intervalMs * (this.#isLive && !this.#isLate ? 2 : 1));
  }

  /** Resolves to the error if the read fails; `undefined` otherwise. */
  async #read(): Promise<unknown> {
    const wasReached = this.#isReached;
    const isOfConnection = this.#isLive;
    try {
      this.#overview = await this.#source.read(this.#snapshots.signal);
      this.#isReached = true;
      if (!this.#isLive || this.#hasGap) this.#proof.give();
      // A connection that became ready during the read needs another one.
      this.#hasGap &&= this.#isLive && !isOfConnection;
      if (!wasReached) this.#wakeConnector();
      return undefined;
    } catch (error) {
      if (isFinal(error)) throw error;
      this.#isReached = false;
      this.#checkConnection();
      return error;
    } finally {
      this.#isAnswered = true;
      this.#changed();
    }
  }

  /** Makes the next read start within this time, but not before its gap is over. */
  #readWithin(milliseconds: number): void {
    this.#dueAt = Math.min(this.#dueAt, this.#settings.clock() + milliseconds);
    this.#wakeReader();
  }

  async #untilDue(): Promise<void> {
    for (;;) {
      const left = Math.max(this.#dueAt, this.#notBefore) - this.#settings.clock();
      if (left <= 0 || this.#snapshots.signal.aborted) return;
      const woken = new AbortController();
      this.#wakeReader = () => woken.abort();
      // A clock that was set back must not stop the watch.
      await this.#pause(Math.min(left, this.#everyMs), woken.signal);
      if (!woken.signal.aborted) return;
    }
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#snapshots;
    let failures = 0;
    while (!signal.aborted) {
      const end = await this.#connect();
      if (signal.aborted) return;
      failures = end?.wasReady ? 0 : failures + 1;
      if (this.#isLive) {
        this.#isLive = false;
        this.#isLate = false;
        // Whether the service is there at all.
        this.#readWithin(SETTLE_MS);
        this.#changed();
      }
      const woken = new AbortController();
      this.#wakeConnector = () => woken.abort();
      await this.#pause(this.#backoff(failures, LONGEST_CONNECT_BACKOFF_MS), woken.signal);
    }
  }

  /** Runs one connection from start to end; `undefined` if there was none. */
  async #connect(): Promise<LiveEnd | undefined> {
    const { clock, wait, socket } = this.#settings;
    const { signal } = this.#snapshots;
    const Socket = socket();
    if (!Socket) return undefined;
    await this.#pause(this.#budget.take());
    let url: string;
    try {
      ({ url } = await this.#source.ticket(signal));
    } catch {
      return undefined; // The next read says whether that is final.
    }
    return runConnection({
      url,
      Socket,
      clock,
      wait,
      signal,
      onReady: (check) => {
        this.#checkConnection = check;
        this.#isLive = true;
        this.#isLate = false;
        this.#hasGap = true;
        // What has happened since the last read.
        this.#readWithin(0);
        this.#changed();
      },
      onAnswer: (isLate) => {
        if (!this.#isLive) return;
        if (!this.#hasGap) this.#proof.give();
        if (isLate !== this.#isLate) this.#readWithin(SETTLE_MS);
        this.#isLate = isLate;
        this.#changed();
      },
      // Who looks at an alert is no part of an overview.
      onChanges: (changes) => {
        if (!this.#hasGap) this.#proof.give();
        if (changes.some(({ type }) => type !== 'viewers')) this.#readWithin(SETTLE_MS);
      },
      openAlert: undefined,
    });
  }

  /** Between half and all of the time, so that screens that lost the connection together do not return together. */
  #backoff(failures: number, longestMs: number): number {
    const milliseconds = Math.min(FIRST_BACKOFF_MS * 2 ** failures, longestMs);
    return milliseconds * (1 - this.#settings.random() / 2);
  }

  /** Resolves after this time, or when the watch ends or the other signal aborts. */
  async #pause(milliseconds: number, woken?: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    const { signal } = this.#snapshots;
    const either = new AbortController();
    const abort = () => either.abort(abortReason(signal));
    for (const it of [signal, woken]) it?.addEventListener('abort', abort);
    if (signal.aborted || woken?.aborted) abort();
    await this.#settings.wait(milliseconds, either.signal).catch(() => {});
    for (const it of [signal, woken]) it?.removeEventListener('abort', abort);
  }
}

function longestBackoff(error: unknown): number {
  return isWithoutAnswer(error) ? LONGEST_UNANSWERED_BACKOFF_MS : LONGEST_READ_BACKOFF_MS;
}

/** Whether a repetition would not change the answer: the session or the key has ended, or may not read the overview. */
function isFinal(error: unknown): boolean {
  return error instanceof GuardError && [400, 401, 403, 404, 422].includes(error.status ?? 0);
}
