import { defineRoute } from '../../shared/http/route.ts';

export const resetTotpRoute = defineRoute('users/reset-totp', {
  method: 'DELETE',
  path: '/api/v1/users/{user_id}/totp',
  summary: 'Remove the second factor of a user who lost it',
  access: 'second_factors:delete',
  isAudited: true,
  queuesMail: true,
  response: { description: 'It is removed, and the user is signed out everywhere.' },
  table: { actions: ['UpdateItem'] },
});
