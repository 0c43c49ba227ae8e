import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { IDENTITY_PROVIDERS, type IdentityProvider } from './identity-provider.ts';

/** A page of the identity providers of an extent, newest first. */
export function listIdentityProviders(
  table: Table,
  extent: Extent,
  page: PageRequest,
): Promise<Page<IdentityProvider>> {
  return listEntities(table, IDENTITY_PROVIDERS, planList(IDENTITY_PROVIDERS, extent), page);
}
