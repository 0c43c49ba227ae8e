import * as z from 'zod/mini';
import { identitySchema } from './identity.ts';
import { defineSingleUse } from './single-use.ts';

const client = { redirect_uri: z.string(), code_challenge: z.string() };
const provider = { tenant_id: z.string(), provider_id: z.string() };

export const FLOW_SECONDS = 600;

/** A sign-in between the request of the client and the return from the provider, by its `state`. */
export const FLOWS = defineSingleUse(
  'SSO_FLOW',
  FLOW_SECONDS,
  z.object({
    ...provider,
    ...client,
    /** The redirect URI that the provider was given. */
    callback_uri: z.string(),
    nonce: z.string(),
    code_verifier: z.string(),
  }),
);

/** The people whom a provider has signed in, by the one-time code of the client. */
export const CODES = defineSingleUse(
  'SSO_CODE',
  60,
  z.object({
    ...provider,
    code_challenge: z.string(),
    identity: identitySchema,
    /** The last logouts when the code was issued. */
    logouts: z._default(z.array(z.string()), []),
  }),
);
