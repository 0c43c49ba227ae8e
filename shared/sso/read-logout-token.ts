import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';
import { sha256 } from '../sha256.ts';
import type { Connection } from './published.ts';
import { verifySignature } from './verify-signature.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A provider sends a token at once. Guard remembers its `jti` for longer. */
const MAXIMUM_AGE_SECONDS = 600;

const claimsSchema = z.object({
  iat: z.number(),
  jti: z.string().check(z.minLength(1)),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  events: z.object({ [EVENT]: z.looseObject({}) }),
  // Otherwise an ID token could be a logout token.
  nonce: z.optional(z.undefined()),
});

/** The sessions to end: those of a subject, of a session at the provider, or of both. */
export interface LogoutRequest {
  readonly jtiHash: string;
  readonly subjectHash: string | undefined;
  readonly sidHash: string | undefined;
}

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws if it is not valid. One that no provider can
 * have sent causes no request.
 */
export async function readLogoutToken(
  token: string,
  provider: IdentityProvider,
  runtime: Connection,
): Promise<LogoutRequest> {
  const { iat, jti, sub, sid } = claimsSchema.parse(decodeJwt(token));
  const ageSeconds = runtime.clock().getTime() / 1000 - iat;
  if (Math.abs(ageSeconds) > MAXIMUM_AGE_SECONDS) throw new Error('too_old');
  if (sub === undefined && sid === undefined) throw new Error('no_subject');
  await verifySignature(token, provider, runtime, 'anybody');
  const hash = (text: string | undefined) => (text === undefined ? undefined : sha256(text));
  return { jtiHash: sha256(jti), subjectHash: hash(sub), sidHash: hash(sid) };
}
