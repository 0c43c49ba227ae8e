import type { JWTPayload } from 'jose';
import type { TestGuard } from '../guard.ts';
import type { Answer } from '../send-request.ts';
import { sha256, type TestIssuer } from './test-issuer.ts';

const VERIFIER = 'a-verifier-that-only-this-browser-knows-0123';

/** Creates a provider for `@acme.test` as a master of Acme. */
export async function createProvider(guard: TestGuard, issuer: Pick<TestIssuer, 'url'>, fields: object = {}) {
  const token = await guard.signIn('master@acme.test');
  const json = {
    name: 'Acme login',
    issuer: issuer.url,
    client_id: 'guard',
    client_secret: 'the secret of the client',
    email_domains: ['acme.test'],
    ...fields,
  };
  const { status, body, text } = await guard.call('POST /api/v1/identity-providers', { token, json });
  if (status !== 201) throw new Error(text);
  return body;
}

/** Changes a user of Acme as its master. */
export async function changeUser(guard: TestGuard, email: string, json: object): Promise<Answer> {
  const token = await guard.signIn('master@acme.test');
  const { body } = await guard.call('GET /api/v1/users?limit=100', { token });
  const user = body.data.find((it: { email: string }) => it.email === email);
  return guard.call(`PATCH /api/v1/users/${user.id}`, { token, json });
}

export async function begin(
  guard: TestGuard,
  email = 'operator@acme.test',
  json: object = {},
): Promise<Answer> {
  const redirect_uri = `${guard.url}/console`;
  return guard.call('POST /api/v1/auth/sso', {
    json: { email, redirect_uri, code_challenge: sha256(VERIFIER), ...json },
  });
}

/** Opens a URL as a browser does, and returns the URL of the redirect. */
export async function follow(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get('location') ?? '');
}

/** The one-time code or the error at the end of a sign-in at the provider. */
export async function returnWith(guard: TestGuard, issuer: TestIssuer, claims: JWTPayload, email?: string) {
  const { body } = await begin(guard, email);
  const { searchParams } = await follow(issuer.authorize(body.authorization_url, claims));
  return { code: searchParams.get('code') ?? '', error: searchParams.get('error') };
}

export const redeem = (guard: TestGuard, code: string, code_verifier = VERIFIER): Promise<Answer> =>
  guard.call('POST /api/v1/auth/sso/token', { json: { code, code_verifier } });

/** A whole sign-in of a person with a verified address. */
export async function signInBySso(
  guard: TestGuard,
  issuer: TestIssuer,
  claims: JWTPayload = {},
): Promise<Answer> {
  const email = typeof claims['email'] === 'string' ? claims['email'] : 'operator@acme.test';
  const all = { sub: `subject of ${email}`, email, email_verified: true, ...claims };
  const { code, error } = await returnWith(guard, issuer, all);
  if (error) throw new Error(error);
  return redeem(guard, code);
}
