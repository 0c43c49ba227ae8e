import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { sha256 } from '../base/digest.ts';
import {
  ALGORITHMS,
  type Asker,
  type Connection,
  discover,
  fetchOf,
  keepPublished,
  TOLERANCE_SECONDS,
} from './connect-provider.ts';
import type { IdentityProvider } from './identity-provider.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The maximum age of a logout token, because a provider sends it at once. Guard remembers its `jti` for longer. */
const MAXIMUM_AGE_SECONDS = 600;

const claimsSchema = z.object({
  iat: z.number(),
  jti: z.string().check(z.minLength(1)),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  events: z.object({ [EVENT]: z.looseObject({}) }),
  // It must be absent; otherwise an ID token could be used as a logout token.
  nonce: z.optional(z.undefined()),
});

/** The sessions that must end: those of a subject, one at the provider, or both. */
export interface LogoutRequest {
  readonly jtiHash: string;
  readonly subjectHash: string | undefined;
  readonly sidHash: string | undefined;
}

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws if the token is not valid. If no
 * provider can have sent it, this causes no request.
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

const CACHED_MS = 5 * 60_000;
/**
 * Tokens with unknown keys cause at most one request to the provider in this time, because anybody may send Guard a logout
 * token.
 */
const COOLDOWN_MS = 30_000;

const keySets = keepPublished(async (url, runtime): Promise<JSONWebKeySet> => {
  const response = await fetchOf(runtime)(url, { headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new Error('no_keys');
  return (await response.json()) as JSONWebKeySet;
});

/**
 * Verifies a token that a provider signed for Guard, and returns its claims. If the provider has new keys, it reads them
 * again.
 */
export async function verifySignature(
  token: string,
  { issuer, client_id }: Pick<IdentityProvider, 'issuer' | 'client_id'>,
  runtime: Connection,
  asker: Asker = 'person',
): Promise<JWTPayload> {
  const metadata = await discover(issuer, runtime, asker);
  const { jwks_uri } = metadata;
  if (jwks_uri === undefined) throw new Error('no_keys');
  const now = runtime.clock();
  const verify = async (keys: JSONWebKeySet) => {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer: metadata.issuer,
      audience: client_id,
      currentDate: now,
      clockTolerance: TOLERANCE_SECONDS,
    });
    return payload;
  };
  const known = await keySets(jwks_uri, runtime, CACHED_MS, asker);
  try {
    return await verify(known.value);
  } catch (error) {
    const isFresh = now.getTime() - known.since < COOLDOWN_MS;
    if (!(error instanceof errors.JWKSNoMatchingKey) || isFresh) throw error;
    return verify((await keySets(jwks_uri, runtime, COOLDOWN_MS, asker)).value);
  }
}
