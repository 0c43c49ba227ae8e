import { encodeCursor, type ListIdentity, type Position } from '../lists/cursor.ts';
import type { Page } from '../lists/page.ts';

/** The facts that the envelope needs in addition to the page. */
export interface ListRequest {
  readonly url: string;
  readonly limit: number;
  readonly identity: ListIdentity;
  /** Query parameters except `limit` and `cursor`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The pagination envelope (docs/api-contract.md, "Lists"). Its links are absolute and keep filters and limit.
 */
export function listResponse<T>(page: Page<T>, { url, limit, identity, parameters }: ListRequest) {
  const cursorOf = (position: Position | undefined) =>
    position === undefined ? null : encodeCursor(position, identity);
  const linkTo = (cursor: string | null) => {
    if (cursor === null) return null;
    const query = new URLSearchParams(parameters);
    query.set('limit', String(limit));
    query.set('cursor', cursor);
    return `${url}?${query}`;
  };
  const next = cursorOf(page.next);
  const prev = cursorOf(page.prev);
  return {
    data: [...page.items],
    links: { first: null, last: null, prev: linkTo(prev), next: linkTo(next) },
    meta: { path: url, per_page: limit, next_cursor: next, prev_cursor: prev },
  };
}
