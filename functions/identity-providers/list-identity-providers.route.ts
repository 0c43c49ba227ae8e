import { defineRoute } from '../../shared/http/route.ts';
import { IDENTITY_PROVIDERS } from '../../shared/identity-providers/identity-provider.ts';
import { identityProviderPageSchema } from '../../shared/identity-providers/provider-contract.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listIdentityProvidersRoute = defineRoute('identity-providers/list-identity-providers', {
  method: 'GET',
  path: '/api/v1/identity-providers',
  summary: 'List identity providers, newest first',
  access: 'identity_providers:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the identity providers in the scope of the caller.',
    body: identityProviderPageSchema,
  },
  table: listUse(IDENTITY_PROVIDERS),
});
