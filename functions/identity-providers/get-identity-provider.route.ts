import { defineRoute } from '../../shared/http/route.ts';
import { identityProviderSchema } from '../../shared/identity-providers/provider-contract.ts';

export const getIdentityProviderRoute = defineRoute('identity-providers/get-identity-provider', {
  method: 'GET',
  path: '/api/v1/identity-providers/{identity_provider_id}',
  summary: 'Read an identity provider',
  access: 'identity_providers:read',
  response: { description: 'The provider, without its client secret.', body: identityProviderSchema },
});
