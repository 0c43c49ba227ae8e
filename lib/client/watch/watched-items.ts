/** What is watched: how of two states of a thing the newer one is known, and which things are shown. */
export interface Watchable<T> {
  readonly isNewer: (one: T, other: T) => boolean;
  readonly matches: (item: T) => boolean;
}

/** More than indexes lag: a list that is older than this has been given up. */
const REMEMBERED_MS = 15 * 60_000;

/** A thing as it was told last, since when it has not been shown, and whether it may be shown again as it was. */
interface Left<T> {
  readonly item: T;
  readonly at: number;
  readonly mayReturn: boolean;
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
    const left = this.#left.get(item.id);
    const known = shown ?? left?.item;
    if (known && !isNewer(item, known)) {
      // Out of reach for a while, and in reach again as it was.
      const mayReturn = left?.mayReturn === true && matches(item);
      if (shown || isNewer(known, item) || !mayReturn) return false;
    }
    this.#left.delete(item.id);
    if (matches(item)) this.#shown.set(item.id, item);
    else this.#leave(item, now, { mayReturn: false });
    return matches(item) || shown !== undefined;
  }

  /** Shows no more what is said to be gone, unless it has changed since: lists that lag still have it. */
  remove(id: string, now: number): boolean {
    const item = this.#shown.get(id);
    if (item) this.#leave(item, now, { mayReturn: false });
    return item !== undefined;
  }

  /** Shows no more what is not in reach at present. */
  hide(id: string, now: number): void {
    const item = this.#shown.get(id);
    if (item) this.#leave(item, now, { mayReturn: true });
  }

  /** Shows nothing, since the reach has changed: what is in it may have been out of it. What comes again must not be older. */
  clear(now: number): void {
    for (const item of [...this.#shown.values()]) this.#leave(item, now, { mayReturn: true });
    for (const [id, left] of this.#left) {
      this.#left.set(id, { ...left, mayReturn: this.#watchable.matches(left.item) });
    }
  }

  /** What is shown, by id. */
  get shown(): ReadonlyMap<string, T> {
    return this.#shown;
  }

  /** Forgets what left so long ago that no list tells of it any more. */
  prune(now: number): void {
    for (const [id, { at }] of this.#left) if (now - at > REMEMBERED_MS) this.#left.delete(id);
  }

  #leave(item: T, now: number, { mayReturn }: Pick<Left<T>, 'mayReturn'>): void {
    this.#shown.delete(item.id);
    this.#left.set(item.id, { item, at: now, mayReturn });
  }
}
