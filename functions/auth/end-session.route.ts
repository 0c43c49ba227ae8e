import { defineRoute } from '../../shared/http/route.ts';
import { tokenIdParameter } from '../../shared/sessions/session.ts';

/** The request counts as an ordinary one: a user who tidies up may end more than five sessions a minute. */
export const endSessionRoute = defineRoute('auth/end-session', {
  method: 'DELETE',
  path: '/api/v1/auth/sessions/{token_id}',
  summary: 'End one of your sessions',
  access: 'signed_in',
  isAudited: true,
  request: { path: { token_id: tokenIdParameter } },
  response: { description: 'The token of the session is revoked, also if it is the presented token.' },
  errors: ['not_found'],
  table: { actions: ['DeleteItem', 'GetItem'] },
});
