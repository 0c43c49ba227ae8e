import { defineRoute } from '../../shared/http/route.ts';
import {
  identityProviderChangesSchema,
  identityProviderSchema,
} from '../../shared/identity-providers/provider-contract.ts';

export const updateIdentityProviderRoute = defineRoute('identity-providers/update-identity-provider', {
  method: 'PATCH',
  path: '/api/v1/identity-providers/{identity_provider_id}',
  summary: 'Change an identity provider',
  access: 'identity_providers:update',
  isAudited: true,
  request: { body: identityProviderChangesSchema },
  response: {
    description: 'The changed provider. A removed domain is free for others.',
    body: identityProviderSchema,
  },
  settings: ['GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY'],
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});
