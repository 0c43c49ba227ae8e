import type { Runtime } from '../lambda/runtime.ts';

export type Connection = Pick<Runtime, 'clock' | 'settings' | 'stopwatch'>;

/** Who asks: a person who signs in, and may try again at once, or anybody who sends a logout token. */
export type Asker = 'person' | 'anybody';

/** What a provider published, and when Guard asked for it. */
export interface Published<T> {
  readonly value: T;
  readonly since: number;
}

/** After a failure, requests for `anybody` fail for this time without asking. */
const FAILED_MS = 30_000;
const MAXIMUM_KEPT = 500;

/**
 * Keeps what providers publish, by its URL. The runs of a function share it. All who ask at the same time share one request. The
 * returned function resolves to a publication that is younger than `maximumMs`.
 */
export function keepPublished<T>(read: (url: string, runtime: Connection) => Promise<T>) {
  const kept = new Map<string, Published<T>>();
  const failures = new Map<string, number>();
  const flights = new Map<string, Promise<Published<T>>>();

  async function ask(url: string, runtime: Connection, since: number): Promise<Published<T>> {
    try {
      const published = { value: await read(url, runtime), since };
      remember(kept, url, published);
      failures.delete(url);
      return published;
    } catch (error) {
      remember(failures, url, since);
      throw error;
    } finally {
      flights.delete(url);
    }
  }

  return async (url: string, runtime: Connection, maximumMs: number, asker: Asker): Promise<Published<T>> => {
    const now = runtime.clock().getTime();
    const found = kept.get(url);
    if (found && now - found.since < maximumMs) return found;
    const failedAt = failures.get(url) ?? Number.NEGATIVE_INFINITY;
    if (asker === 'anybody' && now - failedAt < FAILED_MS) throw new Error('failed_before');
    const flight = flights.get(url) ?? ask(url, runtime, now);
    flights.set(url, flight);
    return flight;
  };
}

function remember<V>(map: Map<string, V>, url: string, value: V): void {
  if (map.size >= MAXIMUM_KEPT) map.clear();
  map.set(url, value);
}
