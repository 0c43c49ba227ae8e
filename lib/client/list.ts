import type { PageLinks, PageMeta } from './types.ts';

/** One page of a list, newest first. */
export interface Page<T> {
  readonly data: T[];
  readonly links: PageLinks;
  readonly meta: PageMeta;
}

/** Compilers use this name for runtimes without Symbol.asyncIterator (older Hermes). */
const ASYNC_ITERATOR: typeof Symbol.asyncIterator = Symbol.asyncIterator ?? ('@@asyncIterator' as never);

/**
 * A list that is read on demand. Iterating it reads a page only when its first item is needed, so that stopping early sends no
 * further request. Each iteration starts again.
 */
export class GuardList<T> implements AsyncIterable<T> {
  readonly #readPage: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #start: string | undefined;

  constructor(readPage: (cursor: string | undefined) => Promise<Page<T>>, start: string | undefined) {
    this.#readPage = readPage;
    this.#start = start;
  }

  /**
   * Reads one page: the first one, or the one at a cursor. A cursor is `meta.next_cursor` or `meta.prev_cursor` of another
   * page of the same list.
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

  /** Reads all items into an array. Use it for short lists only. */
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

/** An iterable that starts a new generator for each iteration. */
export function iterableOf<T>(begin: () => AsyncGenerator<T, void, undefined>): AsyncIterable<T> {
  return { [ASYNC_ITERATOR]: begin };
}
