import type { Role } from '../base/access.ts';
import { sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { isPlatformTenant } from '../tenants/platform-tenant.ts';
import { decideSignIn, newUser, type SignInFacts } from './decide-sign-in.ts';
import { findAccount, type Identity } from './find-account.ts';
import { identifyPerson, type ProviderAnswer, takeFlow } from './finish-at-provider.ts';
import type { IdentityProvider, StoredIdentityProvider } from './identity-provider.ts';
import { type Claims, roleOf } from './role-of-claims.ts';
import { randomText, TEST_FLOWS } from './sign-in-items.ts';
import { visitProvider } from './start-sign-in.ts';

/**
 * A test sign-in is a real one up to the question who signed in. Then Guard says what it would do, and does nothing: no user,
 * session or binding is written, and no code is issued. Its report reaches the console in the fragment of a redirect, which
 * no server sees.
 */

/** The beginning of the `state` of a test. No other `state` contains a full stop. */
const TEST_STATE = 'test.';

export const isTestState = (state: string): boolean => state.startsWith(TEST_STATE);

interface Start {
  readonly baseUrl: string;
  readonly now: Date;
}

/** Starts a test of a provider, even if the provider is disabled or has no verified domain. */
export async function startTest(
  runtime: Runtime,
  provider: StoredIdentityProvider,
  { baseUrl, now }: Start,
): Promise<{ test_id: string; authorization_url: string; expires_at: string }> {
  const { table, randomBytes } = runtime;
  const state = TEST_STATE + randomText(randomBytes);
  const { visit, ...started } = await visitProvider(runtime, provider, { state, baseUrl, now });
  await commit(table, [putOwn(table, TEST_FLOWS.item(state, visit, now))]);
  return { test_id: sha256(state), ...started };
}

/** What a sign-in would do now. */
export interface TestReport {
  readonly test_id: string;
  readonly provider_id: string;
  readonly outcome: 'signs_in' | 'creates_user' | 'refused';
  /** The code of the error with which the sign-in would be refused, and the reason for it. */
  readonly error?: string;
  readonly reason?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** The role with which the person would be signed in; of a refused one, the role that the claims give. */
  readonly role?: Role;
  readonly claims: readonly (readonly [name: string, value: string])[];
}

/** Finishes a test after the person has returned from the provider; `undefined` if its `state` is unknown, used or expired. */
export async function finishTest(
  runtime: Runtime,
  answer: ProviderAnswer,
  now: Date,
): Promise<TestReport | undefined> {
  const { table } = runtime;
  const flow = await takeFlow(table, TEST_FLOWS, answer.state, now);
  if (!flow) return undefined;
  const about = { test_id: sha256(answer.state), provider_id: flow.provider_id };
  const person = await identifyPerson(runtime, flow, answer, true);
  if ('reason' in person) {
    const { reason, isCancelled } = person;
    const error = isCancelled ? 'access_denied' : 'sso_failed';
    return { ...about, outcome: 'refused', error, reason, claims: [] };
  }
  const { provider, identity, sources } = person;
  const { email, email_verified, name } = identity;
  return {
    ...about,
    ...(email === undefined ? {} : { email }),
    ...(email_verified === undefined ? {} : { email_verified }),
    ...(name === undefined ? {} : { name }),
    ...(await decide(table, { provider, identity, now })),
    claims: shownClaims(sources),
  };
}

type Decision = Pick<TestReport, 'outcome' | 'error' | 'reason' | 'role'>;

/** Decides as a real sign-in does, by the same functions, and writes nothing. */
async function decide(table: Table, facts: SignInFacts): Promise<Decision> {
  const { provider, identity } = facts;
  try {
    const { account, ...found } = await findAccount(table, provider, identity);
    if (!account) {
      const { role } = newUser({ id: '', email: 'email' in found ? found.email : '' }, facts);
      return { outcome: 'creates_user', role };
    }
    const { role, tenant_id } = account.entity;
    const isOfPlatform = role === 'platform_admin' && (await isPlatformTenant(table, tenant_id));
    return { outcome: 'signs_in', role: decideSignIn({ ...facts, account, isOfPlatform }).changed.role };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { outcome: 'refused', error: error.code, ...reasonFor(error), ...claimedRole(provider, identity) };
  }
}

/** A user of another tenant is none for this one. */
function reasonFor({ reason }: ApiError): Pick<Decision, 'reason'> {
  if (reason === undefined) return {};
  return { reason: reason === 'user_of_another_tenant' ? 'no_user' : reason };
}

function claimedRole(provider: IdentityProvider, { role_values }: Identity): Pick<Decision, 'role'> {
  const role = roleOf(role_values, provider);
  return role === undefined ? {} : { role };
}

/** Claims that are about the token, and not about the person. */
const OF_TOKEN = [
  ...['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'c_hash', 'exp', 'iat', 'iss', 'jti', 'nbf'],
  ...['nonce', 'sid', 'sub', 'typ'],
];
/** A redirect has at most a few kilobytes: what a person compares with the settings fits. */
const MOST_CLAIMS = 20;
const LONGEST_VALUE = 120;

/** The claims about a person, with their values as texts that may be cut. The ID token counts before the user info. */
function shownClaims([signed, more]: readonly [Claims, Claims]): [string, string][] {
  return Object.entries({ ...more, ...signed })
    .filter(([name, value]) => !OF_TOKEN.includes(name) && value !== undefined)
    .slice(0, MOST_CLAIMS)
    .map(([name, value]) => [
      shortened(name),
      shortened(typeof value === 'string' ? value : JSON.stringify(value)),
    ]);
}

const shortened = (text: string) =>
  text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text.toWellFormed();
