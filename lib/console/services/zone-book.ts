import type { GuardClient, Zone } from '../../client/index.ts';

/** The number of sites that are read without being asked for: each takes a request. */
const MOST_SITES = 10;

/** The zones of sites. Devices name their zone by its id only. */
export class ZoneBook {
  readonly #guard: GuardClient;
  readonly #first = new Set<string>();
  readonly #read = new Map<string, Promise<readonly Zone[]>>();

  constructor(guard: GuardClient) {
    this.#guard = guard;
  }

  /** Whether the site's zones are loaded, or may be loaded unasked because the site is among the first `MOST_SITES`. */
  isFree(siteId: string): boolean {
    if (this.#first.size < MOST_SITES) this.#first.add(siteId);
    return this.#first.has(siteId) || this.#read.has(siteId);
  }

  zonesOf(siteId: string): Promise<readonly Zone[]> {
    const known = this.#read.get(siteId) ?? this.#guard.zones.listOfSite(siteId, { limit: 100 }).all();
    this.#read.set(siteId, known);
    // The next caller tries again.
    known.catch(() => this.#read.delete(siteId));
    return known;
  }
}
