import { checkIfMatch } from '../etag.ts';
import { deleteEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { releaseDomains } from './claim-domains.ts';
import { IDENTITY_PROVIDERS, type StoredIdentityProvider } from './identity-provider.ts';
import { publicProvider } from './public-provider.ts';

/** Deletes a provider and releases its domains, in one transaction. */
export function deleteIdentityProvider(
  table: Table,
  provider: StoredIdentityProvider,
  { ifMatch, baseUrl }: { readonly ifMatch: string | undefined; readonly baseUrl: string },
): Promise<void> {
  return deleteEntity(table, IDENTITY_PROVIDERS, provider, {
    ifMatch: undefined, // names the provider as clients see it
    alongside: async ({ entity }) => {
      checkIfMatch(ifMatch, publicProvider(entity, baseUrl));
      return releaseDomains(table, entity, entity.domains);
    },
  });
}
