/** The rules of watched items: which of two versions is newer, and which items are shown. */
export interface Watchable<T> {
  readonly isNewer: (one: T, other: T) => boolean;
  readonly matches: (item: T) => boolean;
}

/** Hidden items are remembered for longer than any list is stale, and than any request for a list lasts. */
const REMEMBERED_MS = 15 * 60_000;

/** The last version of a hidden item, since when it has been hidden, and whether the same version may return. */
interface Hidden<T> {
  readonly item: T;
  readonly at: number;
  readonly mayReturn: boolean;
}

/**
 * The items of a watch, from lists and changes that arrive in any order, twice or late. An item never goes back to an older
 * version, not even while it is hidden, so a stale list brings nothing back.
 */
export class WatchedItems<T extends { readonly id: string }> {
  readonly #watchable: Watchable<T>;
  readonly #shown = new Map<string, T>();
  readonly #hidden = new Map<string, Hidden<T>>();

  constructor(watchable: Watchable<T>) {
    this.#watchable = watchable;
  }

  /** Takes a version of an item if it is newer. Returns whether the shown items have changed. */
  update(item: T, now: number): boolean {
    const { isNewer, matches } = this.#watchable;
    const shown = this.#shown.get(item.id);
    const hidden = this.#hidden.get(item.id);
    const known = shown ?? hidden?.item;
    if (known && !isNewer(item, known)) {
      // The item left the scope and returned to it unchanged.
      const mayReturn = hidden?.mayReturn === true && matches(item);
      if (shown || isNewer(known, item) || !mayReturn) return false;
    }
    this.#hidden.delete(item.id);
    if (matches(item)) this.#shown.set(item.id, item);
    else this.#hide(item, now, { mayReturn: false });
    return matches(item) || shown !== undefined;
  }

  /** Hides a deleted item until a newer version arrives: stale lists still contain it. */
  remove(id: string, now: number): boolean {
    const item = this.#shown.get(id);
    if (item) this.#hide(item, now, { mayReturn: false });
    return item !== undefined;
  }

  /** Hides an item that is outside the scope now. */
  hide(id: string, now: number): void {
    const item = this.#shown.get(id);
    if (item) this.#hide(item, now, { mayReturn: true });
  }

  /** Hides all items after a change of the scope. An item may return, but in no older version. */
  clear(now: number): void {
    for (const item of [...this.#shown.values()]) this.#hide(item, now, { mayReturn: true });
    for (const [id, hidden] of this.#hidden) {
      this.#hidden.set(id, { ...hidden, mayReturn: this.#watchable.matches(hidden.item) });
    }
  }

  /** The shown items by id. */
  get shown(): ReadonlyMap<string, T> {
    return this.#shown;
  }

  /** Forgets items that were hidden so long ago that no list contains them any more. */
  prune(now: number): void {
    for (const [id, { at }] of this.#hidden) if (now - at > REMEMBERED_MS) this.#hidden.delete(id);
  }

  #hide(item: T, now: number, { mayReturn }: Pick<Hidden<T>, 'mayReturn'>): void {
    this.#shown.delete(item.id);
    this.#hidden.set(item.id, { item, at: now, mayReturn });
  }
}
