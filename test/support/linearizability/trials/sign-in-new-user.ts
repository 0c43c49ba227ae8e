import type { TrialGuard } from '../trial.ts';

const PASSWORD = 'a long enough password';

export interface SignedInUser {
  readonly id: string;
  readonly token: string;
  /** The body of a request that signs them in. */
  readonly credentials: { readonly email: string; readonly password: string };
}

/** Makes a user, and signs them in. */
export async function signInNewUser(
  { asMaster, call, unique }: TrialGuard,
  role: string,
): Promise<SignedInUser> {
  const credentials = { email: `${unique()}@acme.test`, password: PASSWORD };
  const { id } = (await asMaster('POST /api/v1/users', { json: { name: 'Ana', role, ...credentials } })).body;
  const { token } = (await call('POST /api/v1/auth/login', { json: credentials })).body;
  return { id, token, credentials };
}
