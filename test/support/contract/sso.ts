import fc from 'fast-check';
import type { TestGuard } from '../guard.ts';
import { createProvider, returnWith, VERIFIER } from '../sso/sso-trial.ts';
import type { TestIssuer } from '../sso/test-issuer.ts';
import type { KnownValues } from './arbitraries.ts';

const DOMAIN = 'contract.test';
const EMAIL = `sofia@${DOMAIN}`;

/** The values with which an operation of single sign-on succeeds, among others; `undefined` for all other operations. */
export async function prepareSso(
  guard: TestGuard,
  issuer: TestIssuer,
  id: string,
): Promise<KnownValues | undefined> {
  const provide = () =>
    createProvider(guard, issuer, { email_domains: [DOMAIN], creates_users: true, default_role: 'viewer' });
  if (id === 'startSso') {
    await provide();
    return {
      email: fc.constantFrom(EMAIL, 'sofia@contract.example'),
      redirect_uri: fc.constantFrom(`${guard.url}/console`, 'https://evil.example/'),
    };
  }
  if (id !== 'redeemSsoCode') return undefined;
  await provide();
  const { code } = await returnWith(guard, issuer, { sub: 'x', email: EMAIL, email_verified: true }, EMAIL);
  return {
    code: fc.constantFrom(code, 'wrong'),
    code_verifier: fc.constantFrom(VERIFIER, 'x'.repeat(43)),
  };
}
