/** A press within this time after the start of an action is the second half of a double click. */
export const ACTION_HOLD_MS = 1_000;
/** A new button may appear under the pointer in the middle of a double click. */
export const OPENING_HOLD_MS = 600;

/**
 * Decides whether an action may start: one at a time, and none within a second of the last start. A double click, a double tap
 * or a key that is held down thus has one effect only.
 */
export class ActionHold {
  readonly #clock: () => number;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  /** `clock` returns milliseconds and never goes back. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Ignores actions for at least this time from now. */
  hold(milliseconds: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock() + milliseconds);
  }

  /** Starts an action. Returns false if none may start. */
  begin(): boolean {
    if (this.#isRunning || this.leftMs > 0) return false;
    this.#isRunning = true;
    this.hold(ACTION_HOLD_MS);
    return true;
  }

  end(): void {
    this.#isRunning = false;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The milliseconds for which the hold still lasts. */
  get leftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock());
  }
}
