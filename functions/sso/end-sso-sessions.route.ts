import { defineRoute } from '../../shared/http/route.ts';

/** OpenID Connect Back-Channel Logout 1.0. The body is a form, as that standard requires. */
export const endSsoSessionsRoute = defineRoute('sso/end-sso-sessions', {
  method: 'POST',
  path: '/api/v1/auth/sso/logout/{provider_id}',
  summary: 'End the sessions that an identity provider logs out',
  // Only providers call it.
  isDocumented: false,
  access: 'anyone',
  isAudited: true,
  response: { description: 'The sessions have ended.' },
  errors: ['logout_token_not_valid', 'not_found', 'too_many_requests'],
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'], indexes: ['platform'] },
});
