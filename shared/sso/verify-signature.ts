import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';
import { ALGORITHMS, discover, fetchOf, TOLERANCE_SECONDS } from './connect-provider.ts';
import { type Asker, type Connection, keepPublished } from './published.ts';

const CACHED_MS = 5 * 60_000;
/** Unknown keys cause at most one request in this time: anybody may send Guard a logout token. */
const COOLDOWN_MS = 30_000;

const keySets = keepPublished(async (url, runtime): Promise<JSONWebKeySet> => {
  const response = await fetchOf(runtime)(url, { headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new Error('no_keys');
  return (await response.json()) as JSONWebKeySet;
});

/** Verifies a token that a provider signed for Guard, and reads its claims. Reads the keys again when they were rotated. */
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
