import { narrowToTenant, type Scope } from '../access.ts';
import { type Caller, callerId } from '../actor.ts';
import { decodeCursor, type ListIdentity } from '../lists/cursor.ts';
import { EMPTY_PAGE, type Page, type PageRequest } from '../lists/page.ts';
import { type Extent, siteExtent } from '../lists/plan.ts';
import type { Site } from '../sites/site.ts';
import type { Stored } from '../table/kind.ts';
import { listResponse } from './list-response.ts';

interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly tenant_id?: string | undefined;
}

interface ListCall<Q extends ListQuery> {
  readonly url: string;
  readonly query: Q;
  readonly scope: Scope;
  readonly caller: Caller;
}

type Filters<Q> = Omit<Q, 'limit' | 'cursor' | 'tenant_id'>;

/**
 * Answers a list: decodes the cursor, narrows the scope to `?tenant_id=`, reads the page and builds the envelope. A
 * tenant outside the scope gives an empty list, like an unknown tenant.
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

/** The given parameters as a URL contains them: several values are separated by commas. */
function textsOf(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
