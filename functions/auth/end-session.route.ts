import { defineRoute } from '../../shared/http/route.ts';
import { tokenIdParameter } from '../../shared/sessions/session.ts';

/** Counted as any request: who looks through a list of sessions ends more than five of them a minute. */
export const endSessionRoute = defineRoute('auth/end-session', {
  method: 'DELETE',
  path: '/api/v1/auth/sessions/{token_id}',
  summary: 'End one of your own sessions',
  access: 'signed_in',
  request: { path: { token_id: tokenIdParameter } },
  response: { description: 'Its token is revoked; the presented one too, if it is that one.' },
  errors: ['not_found'],
  table: { actions: ['DeleteItem'] },
});
