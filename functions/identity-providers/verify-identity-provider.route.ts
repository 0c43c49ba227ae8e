import { defineRoute } from '../../shared/http/route.ts';
import { identityProviderSchema } from '../../shared/identity-providers/provider-contract.ts';

export const verifyIdentityProviderRoute = defineRoute('identity-providers/verify-identity-provider', {
  method: 'POST',
  path: '/api/v1/identity-providers/{identity_provider_id}/verify',
  summary: 'Verify the domains of an identity provider',
  access: 'identity_providers:update',
  isAudited: true,
  response: {
    description:
      'The provider. `verified_at` remains null for a domain without the TXT record `_guard.<domain>` with its challenge.',
    body: identityProviderSchema,
    etag: false,
  },
  errors: ['domain_taken', 'changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});
