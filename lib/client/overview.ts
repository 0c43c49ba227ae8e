import { iterableOf } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Requests } from './requests.ts';
import { GeneratedOverview } from './resources.ts';
import type { LiveTicket } from './types.ts';
import type { WatchSettings } from './watch/watch.ts';
import { type OverviewSnapshot, OverviewWatch, type OverviewWatchOptions } from './watch/watch-overview.ts';

/** An answer that takes longer is none: the screen says that it is out of date. */
const DEADLINE_SECONDS = 20;

export interface OverviewFilters {
  readonly tenant_id?: string | undefined;
}

export class Overview extends GeneratedOverview {
  readonly #requests: Requests;
  readonly #watching: WatchSettings;

  constructor(requests: Requests, watching: WatchSettings) {
    super(requests);
    this.#requests = requests;
    this.#watching = watching;
  }

  /**
   * Watches the overview: yields it at once, soon after each change of an alert, a device or a test, and at least every few
   * minutes, for as long as it is iterated. `requestsPerDay` bounds its requests, whatever happens. It throws when the session or
   * the key has ended. Each iteration is a watch of its own.
   */
  watch(
    { tenant_id }: OverviewFilters = {},
    options: OverviewWatchOptions = {},
  ): AsyncIterable<OverviewSnapshot> {
    const once = (signal: AbortSignal): CallOptions => ({
      signal,
      maxAttempts: 1,
      deadlineSeconds: DEADLINE_SECONDS,
    });
    const source = {
      read: (signal: AbortSignal) => this.get({ ...once(signal), tenantId: tenant_id }),
      ticket: async (signal: AbortSignal) => {
        const input = { ...once(signal), query: { tenant_id } };
        return (await this.#requests.send<LiveTicket>('post', '/api/v1/live/tickets', input)).body;
      },
    };
    const { signal } = options;
    return iterableOf(() => new OverviewWatch(source, this.#watching, options).run(signal));
  }
}
