import { defineRoute } from '../../shared/http/route.ts';
import { beginFactorSchema, newFactorSchema } from '../../shared/second-factor/contract.ts';

/** Guesses of the current password have their own counter, as in `update-current-user`. */
export const beginTotpRoute = defineRoute('second-factor/begin-totp', {
  method: 'POST',
  path: '/api/v1/auth/me/totp',
  summary: 'Begin to set up a second factor',
  access: 'signed_in',
  isForSetUp: true,
  request: { body: beginFactorSchema },
  response: {
    status: 201,
    description: 'A new secret. It has no effect until its first code is confirmed, within an hour.',
    body: newFactorSchema,
  },
  errors: ['password_login_disabled', 'second_factor_active', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS', 'GUARD_TOTP_ENCRYPTION_KEY'],
  hashesPasswords: true,
});
