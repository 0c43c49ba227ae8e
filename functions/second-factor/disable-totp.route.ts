import { defineRoute } from '../../shared/http/route.ts';
import { disableFactorSchema } from '../../shared/second-factor/contract.ts';

export const disableTotpRoute = defineRoute('second-factor/disable-totp', {
  method: 'POST',
  path: '/api/v1/auth/me/totp/disable',
  summary: 'Remove your second factor',
  access: 'signed_in',
  isAudited: true,
  request: { body: disableFactorSchema },
  response: { status: 204, description: 'It is removed. All other sessions have ended.' },
  errors: ['not_found', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS', 'GUARD_TOTP_DECRYPTION_KEY'],
  hashesPasswords: true,
});
