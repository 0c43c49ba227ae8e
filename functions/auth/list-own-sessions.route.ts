import { defineRoute } from '../../shared/http/route.ts';
import { pageQuery } from '../../shared/lists/contract.ts';
import { sessionPageSchema } from '../../shared/sessions/session.ts';

export const listOwnSessionsRoute = defineRoute('auth/list-own-sessions', {
  method: 'GET',
  path: '/api/v1/auth/sessions',
  summary: 'List your sessions, newest first',
  access: 'signed_in',
  opensScreens: true,
  request: { query: pageQuery },
  response: {
    description: 'A page of your open sessions.',
    body: sessionPageSchema,
    etag: true,
  },
  table: { actions: ['GetItem', 'Query'] },
});
