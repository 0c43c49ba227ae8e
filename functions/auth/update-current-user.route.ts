import { defineRoute } from '../../shared/http/route.ts';
import { ownChangesSchema, userSchema } from '../../shared/users/user.ts';

/** Counted as any request: what a stolen token could try out here are passwords, which have a counter of their own. */
export const updateCurrentUserRoute = defineRoute('auth/update-current-user', {
  method: 'PATCH',
  path: '/api/v1/auth/me',
  summary: 'Change your own name or password',
  access: 'signed_in',
  request: { body: ownChangesSchema },
  response: {
    description: 'The user as they are now. A new password has ended all other sessions.',
    body: userSchema,
    etag: true,
  },
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS'],
  hashesPasswords: true,
});
