import type { GuardClientOptions } from '../../client/index.ts';

type Fetch = NonNullable<GuardClientOptions['fetch']>;

/** An answer's `Date` is cut to whole seconds. */
const SECOND_MS = 1_000;

/**
 * The time of the service, as its answers tell it. A screen's own clock may be wrong by hours, and ages must not be: an alert
 * of this minute would seem to be one of this morning, or the other way around.
 */
export class ServiceClock {
  readonly #fetch: Fetch;
  readonly #localNow: () => number;
  /** How far the service's clock is ahead of this machine's. */
  #aheadMs = 0;

  constructor(fetch: Fetch, localNow: () => number) {
    this.#fetch = fetch;
    this.#localNow = localNow;
  }

  /** Milliseconds since 1970, by the clock of the service; by that of this machine until the service has answered. */
  readonly now = (): number => this.#localNow() + this.#aheadMs;

  /** For the client: sends, and looks at the time of the answer. */
  readonly fetch: Fetch = async (url, init) => {
    const sent = this.#localNow();
    const response = await this.#fetch(url, init);
    this.#look(Date.parse(response.headers.get('date') ?? ''), sent, this.#localNow());
    return response;
  };

  /** The answer was made between `sent` and `received`. What is known stays while it may be right, or ages would jump. */
  #look(date: number, sent: number, received: number): void {
    const least = date - received;
    const most = date + SECOND_MS - sent;
    const isPossible = this.#aheadMs >= least && this.#aheadMs <= most;
    if (Number.isNaN(date) || isPossible) return;
    this.#aheadMs = least <= 0 && most >= 0 ? 0 : (least + most) / 2;
  }
}
