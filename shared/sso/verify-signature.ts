import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { ALGORITHMS, discover, fetchOf, TOLERANCE_SECONDS } from './connect-provider.ts';

const CACHED_MS = 5 * 60_000;
/** Unknown keys cause at most one request in this time: anybody may send Guard a logout token. */
const COOLDOWN_MS = 30_000;
const MAXIMUM_CACHED = 500;

interface Known {
  readonly keys: JSONWebKeySet;
  readonly since: number;
}

const cached = new Map<string, Known>();

/** Verifies a token that a provider signed for Guard, and reads its claims. Reads the keys again when they were rotated. */
export async function verifySignature(
  token: string,
  { issuer, client_id }: Pick<IdentityProvider, 'issuer' | 'client_id'>,
  runtime: Pick<Runtime, 'clock' | 'settings' | 'stopwatch'>,
): Promise<JWTPayload> {
  const metadata = await discover(issuer, runtime);
  const { jwks_uri } = metadata;
  if (jwks_uri === undefined) throw new Error('no_keys');
  const now = runtime.clock();
  const verify = async ({ keys }: Known) => {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer: metadata.issuer,
      audience: client_id,
      currentDate: now,
      clockTolerance: TOLERANCE_SECONDS,
    });
    return payload;
  };
  const read = async (): Promise<Known> => {
    const response = await fetchOf(runtime)(jwks_uri, { headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new Error('no_keys');
    const known = { keys: (await response.json()) as JSONWebKeySet, since: now.getTime() };
    if (cached.size >= MAXIMUM_CACHED) cached.clear();
    cached.set(jwks_uri, known);
    return known;
  };
  const found = cached.get(jwks_uri);
  const age = found ? now.getTime() - found.since : Number.POSITIVE_INFINITY;
  const known = found && age < CACHED_MS ? found : await read();
  try {
    return await verify(known);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey) || known !== found || age < COOLDOWN_MS) throw error;
    return verify(await read());
  }
}
