import { defineRoute } from '../../shared/http/route.ts';
import { factorStatusSchema } from '../../shared/second-factor/contract.ts';

export const getTotpRoute = defineRoute('second-factor/get-totp', {
  method: 'GET',
  path: '/api/v1/auth/me/totp',
  summary: 'Read whether you have a second factor',
  access: 'signed_in',
  isForSetUp: true,
  response: { description: 'Whether you have one, and the unused recovery codes.', body: factorStatusSchema },
  table: { actions: ['GetItem'] },
});
