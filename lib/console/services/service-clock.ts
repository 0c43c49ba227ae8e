import type { GuardClientOptions } from '../../client/index.ts';

type Fetch = NonNullable<GuardClientOptions['fetch']>;

/** The `Date` of a response is truncated to whole seconds. */
const SECOND_MS = 1_000;

/**
 * The time of the service, derived from its responses. The clock of this machine may be wrong by hours, but ages must be right:
 * an alert of this minute must not look like one of this morning.
 */
export class ServiceClock {
  readonly #fetch: Fetch;
  readonly #localNow: () => number;
  /** The number of milliseconds by which the service's clock is ahead of this machine's. */
  #aheadMs = 0;

  constructor(fetch: Fetch, localNow: () => number) {
    this.#fetch = fetch;
    this.#localNow = localNow;
  }

  /** Milliseconds since 1970 by the clock of the service, or by this machine's until the first response. */
  readonly now = (): number => this.#localNow() + this.#aheadMs;

  /** The `fetch` of the client. Reads the time of each response. */
  readonly fetch: Fetch = async (url, init) => {
    const sent = this.#localNow();
    const response = await this.#fetch(url, init);
    this.#update(Date.parse(response.headers.get('date') ?? ''), sent, this.#localNow());
    return response;
  };

  /** The response was made between `sent` and `received`. A difference that may be right stays: ages must not jump. */
  #update(date: number, sent: number, received: number): void {
    const least = date - received;
    const most = date + SECOND_MS - sent;
    const isPossible = this.#aheadMs >= least && this.#aheadMs <= most;
    if (Number.isNaN(date) || isPossible) return;
    this.#aheadMs = least <= 0 && most >= 0 ? 0 : (least + most) / 2;
  }
}
