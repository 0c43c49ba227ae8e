import type { PageLinks, PageMeta } from './types.ts';

/** One page, as the service gives it: newest first. */
export interface Page<T> {
  readonly data: T[];
  readonly links: PageLinks;
  readonly meta: PageMeta;
}

/** Where a runtime has no Symbol.asyncIterator (older Hermes), compilers look for this name instead. */
const ASYNC_ITERATOR: typeof Symbol.asyncIterator = Symbol.asyncIterator ?? ('@@asyncIterator' as never);

/**
 * A list, not read yet. Iterating it reads page by page, and a page only when its first item is asked for: who stops
 * early causes no further request. Each iteration begins anew.
 */
export class GuardList<T> implements AsyncIterable<T> {
  readonly #readPage: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #start: string | undefined;

  constructor(readPage: (cursor: string | undefined) => Promise<Page<T>>, start: string | undefined) {
    this.#readPage = readPage;
    this.#start = start;
  }

  /**
   * One page: the first, or the one at a cursor, which is `meta.next_cursor` or `meta.prev_cursor` of another page
   * of the same list.
   */
  page(cursor: string | undefined = this.#start): Promise<Page<T>> {
    return this.#readPage(cursor);
  }

  /** The pages, from the first (or the list's `cursor`) to the last. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | null | undefined = this.#start;
    do {
      const page: Page<T> = await this.#readPage(cursor);
      yield page;
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
  }

  /** All items in an array. Only for lists that are known to be short. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for await (const page of this.pages()) items.push(...page.data);
    return items;
  }

  [ASYNC_ITERATOR](): AsyncGenerator<T, void, undefined> {
    return this.#items();
  }

  async *#items(): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/** What each iteration begins anew. */
export function iterableOf<T>(begin: () => AsyncGenerator<T, void, undefined>): AsyncIterable<T> {
  return { [ASYNC_ITERATOR]: begin };
}
