import { narrowToTenant, type Scope } from '../base/access.ts';
import { type Caller, callerId } from '../base/actor.ts';
import type { Site } from '../sites/site.ts';
import type { Stored } from '../table/kind.ts';
import {
  decodeCursor,
  EMPTY_PAGE,
  encodeCursor,
  type ListIdentity,
  type Page,
  type PageRequest,
  type Position,
} from '../table/list-page.ts';
import { type Extent, siteExtent } from '../table/list-plan.ts';

export interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly tenant_id?: string | undefined;
}

export interface ListCall<Q extends ListQuery> {
  readonly url: string;
  readonly query: Q;
  readonly scope: Scope;
  readonly caller: Caller;
}

type Filters<Q> = Omit<Q, 'limit' | 'cursor' | 'tenant_id'>;

/**
 * Answers a list: decodes the cursor, narrows the scope to `?tenant_id=`, reads the page and builds the envelope. If the
 * caller may not see the tenant, the list is empty, as for an unknown tenant.
 */
export async function answerList<T, Q extends ListQuery>(
  { url, query, scope, caller }: ListCall<Q>,
  read: (scope: Scope, filters: Filters<Q>, page: PageRequest) => Promise<Page<T>>,
) {
  const { limit, cursor, tenant_id, ...filters } = query;
  const parameters = textsOf({ ...filters, tenant_id });
  const named = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const identity: ListIdentity = [callerId(caller), new URL(url).pathname, ...named.sort()];
  const position = cursor === undefined ? undefined : decodeCursor(cursor, identity);
  const narrowed = narrowToTenant(scope, tenant_id);
  const page: Page<T> = narrowed ? await read(narrowed, filters, { position, limit }) : EMPTY_PAGE;
  return listResponse(page, { url, limit, identity, parameters });
}

/** Answers a list of entities at the site that the path names. */
export function answerSiteList<T, Q extends ListQuery>(
  call: ListCall<Q> & { readonly target: Stored<Site> },
  read: (extent: Extent, filters: Filters<Q>, page: PageRequest) => Promise<Page<T>>,
) {
  const extent = siteExtent(call.target.entity);
  return answerList<T, Q>(call, (_, filters, page) => read(extent, filters, page));
}

/** Writes the given parameters as they are in a URL: several values are separated by commas. */
function textsOf(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** What the envelope needs besides the page. */
interface ListRequest {
  readonly url: string;
  readonly limit: number;
  readonly identity: ListIdentity;
  /** Query parameters except `limit` and `cursor`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The pagination envelope (docs/api-contract.md, "Lists"). Its links are absolute and keep filters and limit.
 */
function listResponse<T>(page: Page<T>, { url, limit, identity, parameters }: ListRequest) {
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
