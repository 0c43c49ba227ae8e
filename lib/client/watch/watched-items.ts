/** What is watched: how of two states of a thing the newer one is known, and which things are shown. */
export interface Watchable<T> {
  readonly isNewer: (one: T, other: T) => boolean;
  readonly matches: (item: T) => boolean;
}

/** More than indexes lag: a list that is older than this has been given up. */
const REMEMBERED_MS = 15 * 60_000;

/** A thing as it was told last, and since when it has not been shown. */
interface Left<T> {
  readonly item: T;
  readonly at: number;
}

/**
 * What a watch knows, of lists and of changes that come in any order, twice or late. A thing never goes back to an older
 * state, also not while it is not shown: so a list that lags brings nothing back.
 */
export class WatchedItems<T extends { readonly id: string }> {
  readonly #watchable: Watchable<T>;
  readonly #shown = new Map<string, T>();
  readonly #left = new Map<string, Left<T>>();

  constructor(watchable: Watchable<T>) {
    this.#watchable = watchable;
  }

  /** Takes the state of a thing, if it is news; tells whether what is shown is another now. */
  take(item: T, now: number): boolean {
    const { isNewer, matches } = this.#watchable;
    const shown = this.#shown.get(item.id);
    const known = shown ?? this.#left.get(item.id)?.item;
    if (known && !isNewer(item, known)) {
      // Shown before its user's reach changed, and told again since.
      if (shown || isNewer(known, item) || !matches(item) || !matches(known)) return false;
    }
    this.#left.delete(item.id);
    if (matches(item)) this.#shown.set(item.id, item);
    else this.#leave(item, now);
    return matches(item) || shown !== undefined;
  }

  /** Shows a thing no more. */
  remove(id: string, now: number): boolean {
    const item = this.#shown.get(id);
    if (item) this.#leave(item, now);
    return item !== undefined;
  }

  /** Shows nothing. What comes again must not be older than it was. */
  clear(now: number): void {
    for (const item of [...this.#shown.values()]) this.#leave(item, now);
  }

  /** What is shown, by id. */
  get shown(): ReadonlyMap<string, T> {
    return this.#shown;
  }

  /** Forgets what left so long ago that no list tells of it any more. */
  prune(now: number): void {
    for (const [id, { at }] of this.#left) if (now - at > REMEMBERED_MS) this.#left.delete(id);
  }

  #leave(item: T, now: number): void {
    this.#shown.delete(item.id);
    this.#left.set(item.id, { item, at: now });
  }
}
