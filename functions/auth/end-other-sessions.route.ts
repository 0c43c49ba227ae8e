import { defineRoute } from '../../shared/http/route.ts';

export const endOtherSessionsRoute = defineRoute('auth/end-other-sessions', {
  method: 'DELETE',
  path: '/api/v1/auth/sessions',
  summary: 'End all of your sessions except the current one',
  access: 'signed_in',
  isAudited: true,
  response: { description: 'All other tokens are revoked.' },
  errors: ['changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});
