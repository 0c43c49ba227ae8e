import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import {
  identityProviderInputSchema,
  identityProviderSchema,
} from '../../shared/identity-providers/provider-contract.ts';

export const createIdentityProviderRoute = defineRoute('identity-providers/create-identity-provider', {
  method: 'POST',
  path: '/api/v1/identity-providers',
  summary: 'Create an identity provider',
  access: 'identity_providers:create',
  isAudited: true,
  request: { query: tenantQuery, body: identityProviderInputSchema },
  response: {
    status: 201,
    description: 'The new provider. People sign in with it once one of its domains is verified.',
    body: identityProviderSchema,
  },
  errors: ['not_found', 'too_many_identity_providers'],
  settings: ['GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});
