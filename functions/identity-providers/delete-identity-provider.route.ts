import { defineRoute } from '../../shared/http/route.ts';

export const deleteIdentityProviderRoute = defineRoute('identity-providers/delete-identity-provider', {
  method: 'DELETE',
  path: '/api/v1/identity-providers/{identity_provider_id}',
  summary: 'Delete an identity provider',
  access: 'identity_providers:delete',
  isAudited: true,
  response: { description: 'The provider is deleted, and its domains are free for others.' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});
