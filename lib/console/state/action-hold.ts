/** A press within this time after the start of an action is the second half of a double click. */
export const ACTION_HOLD_MS = 1_000;
/** A new button may appear under the pointer in the middle of a double click. */
export const OPENING_HOLD_MS = 600;

/** How many actions wait for the one that is running. More are not done, and the screen says so. */
const MOST_WAITING = 20;

/**
 * Decides whether an action may start: one at a time, and none within a second of the last start. A double click, a double tap
 * or a key that is held down thus has one effect only.
 */
export class ActionHold {
  readonly #clock: () => number;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #last: string | undefined;
  readonly #waiting: { readonly about: string; readonly run: () => void }[] = [];

  /** `clock` returns milliseconds and never goes back. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Ignores actions for at least this time from now. */
  hold(milliseconds: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock() + milliseconds);
  }

  /** Starts an action. Returns false if none may start. `about` names what is done to what. */
  begin(about?: string): boolean {
    if (this.#isRunning || this.leftMs > 0) return false;
    this.#start(about);
    return true;
  }

  /**
   * Keeps an action for its turn that may not start now, as when somebody types fast. `ignored`: it is the last action once more,
   * the second half of a double press. `full`: too many wait.
   */
  wait(about: string | undefined, run: () => void): 'waits' | 'ignored' | 'full' {
    if (about === undefined || about === this.#last) return 'ignored';
    if (this.#waiting.length >= MOST_WAITING) return 'full';
    this.#last = about;
    this.#waiting.push({ about, run });
    return 'waits';
  }

  /** Ends an action. The next one that waits starts, whatever the hold. */
  end(): void {
    this.#isRunning = false;
    this.next();
  }

  /** Starts the next action that waits, unless one is running. */
  next(): void {
    const next = this.#isRunning ? undefined : this.#waiting.shift();
    if (!next) return;
    this.#start(next.about);
    next.run();
  }

  #start(about: string | undefined): void {
    this.#isRunning = true;
    this.#last = about ?? this.#last;
    this.hold(ACTION_HOLD_MS);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The milliseconds for which the hold still lasts. */
  get leftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock());
  }
}
