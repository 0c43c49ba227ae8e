import { defineRoute } from '../../shared/http/route.ts';
import { confirmFactorSchema, recoveryCodesSchema } from '../../shared/second-factor/contract.ts';

export const confirmTotpRoute = defineRoute('second-factor/confirm-totp', {
  method: 'POST',
  path: '/api/v1/auth/me/totp/confirm',
  summary: 'Confirm your second factor by its first code',
  access: 'signed_in',
  isAudited: true,
  isForSetUp: true,
  request: { body: confirmFactorSchema },
  response: {
    description: 'Your recovery codes. Signing in now needs a code. All other sessions have ended.',
    body: recoveryCodesSchema,
  },
  errors: ['second_factor_active', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_TOTP_DECRYPTION_KEY'],
});
