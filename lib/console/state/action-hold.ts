/** A second press within this time after an action began is the second half of a double click. */
export const ACTION_HOLD_MS = 1_000;
/** What appears under a pointer was not yet there when a double click began. */
export const OPENING_HOLD_MS = 600;

/**
 * Decides whether an action may begin: one at a time, and none within a second of another. A double click, a double tap or
 * a key that is held down thus does one thing only.
 */
export class ActionHold {
  readonly #clock: () => number;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  /** `clock` gives milliseconds and never goes back. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Holds actions back for at least so many milliseconds from now. */
  hold(milliseconds: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock() + milliseconds);
  }

  /** Begins an action. False where none may begin. */
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

  /** How many milliseconds actions are still held back. */
  get leftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock());
  }
}
