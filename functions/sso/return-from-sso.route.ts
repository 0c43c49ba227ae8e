import { defineRoute } from '../../shared/http/route.ts';
import { CALLBACK_PATH } from '../../shared/identity-providers/public-provider.ts';

/** The identity provider sends the browser here. Answers 302 to the client, whatever happened. */
export const returnFromSsoRoute = defineRoute('sso/return-from-sso', {
  method: 'GET',
  path: `${CALLBACK_PATH}/{provider_id}`,
  summary: 'Return from an identity provider',
  // Only browsers call it, on behalf of a provider.
  isDocumented: false,
  access: 'anyone',
  response: { description: 'A redirect to the client, with `code` or `error`.' },
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem'] },
  settings: ['GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY'],
});
