import { defineRoute } from '../../shared/http/route.ts';
import { mailStatusSchema } from '../../shared/mail/mail-status.ts';

export const getMailStatusRoute = defineRoute('users/get-mail-status', {
  method: 'GET',
  path: '/api/v1/users/{user_id}/mail',
  summary: 'Read whether a user gets mail',
  access: 'users:read',
  response: {
    description: 'Whether mail to the address of the user bounced for good, or led to a complaint.',
    body: mailStatusSchema,
    etag: false,
  },
  table: { actions: ['GetItem'] },
});
