import { defineRoute } from '../../shared/http/route.ts';
import { ownChangesSchema, userSchema } from '../../shared/users/user.ts';

/** The request counts as an ordinary one: guesses of the current password have their own counter. */
export const updateCurrentUserRoute = defineRoute('auth/update-current-user', {
  method: 'PATCH',
  path: '/api/v1/auth/me',
  summary: 'Change your own name or password',
  access: 'signed_in',
  isAudited: true,
  request: { body: ownChangesSchema },
  response: {
    description: 'The changed user. A new password ends all other sessions.',
    body: userSchema,
    etag: true,
  },
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS'],
  hashesPasswords: true,
  queuesMail: true,
});
