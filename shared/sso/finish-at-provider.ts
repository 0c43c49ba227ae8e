import { authorizationCodeGrant, fetchUserInfo, type IDToken } from 'openid-client';
import { actorNameField } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import { emailField } from '../base/email-field.ts';
import { ApiError } from '../base/errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { commit } from '../table/commit.ts';
import { putOwn } from '../table/writes.ts';
import { connectProvider } from './connect-provider.ts';
import type { Identity } from './find-account.ts';
import {
  type IdentityProvider,
  loadIdentityProvider,
  type StoredIdentityProvider,
} from './identity-provider.ts';
import { placeOf, readLogouts } from './log-out.ts';
import { type Claims, findClaim, readRoles } from './role-of-claims.ts';
import { CODES, FLOWS, randomText } from './sign-in-items.ts';
import { verifySignature } from './verify-token.ts';

/** The query parameters that a provider adds to the callback, as far as Guard reads them. */
export interface ProviderAnswer {
  /** The id of the provider, from the path of the redirect URI. */
  readonly providerId: string | undefined;
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** The parameters with which the browser is redirected to the client. */
export type Outcome = { readonly code: string } | { readonly error: SignInError };

type SignInError = 'access_denied' | 'sso_failed';

export interface Finished {
  /** The URI at which the client waits; `undefined` if the `state` is unknown, used or expired. */
  readonly redirectUri: string | undefined;
  readonly outcome: Outcome;
  /** Why there is no code. It is only logged. */
  readonly reason?: string;
  /** The ids of the provider, for the log; `undefined` whenever `redirectUri` is. */
  readonly provider?: { readonly tenant_id: string; readonly provider_id: string };
}

/** Exchanges the provider's code for tokens, verifies them, and issues a one-time code to the client. */
export async function finishAtProvider(
  runtime: Runtime,
  answer: ProviderAnswer,
  now: Date,
): Promise<Finished> {
  const { table, randomBytes } = runtime;
  const flow = await FLOWS.read(table, answer.state, now);
  const used = new ApiError('not_found');
  const isOurs =
    flow !== undefined &&
    (await commit(table, [FLOWS.use(table, answer.state, used)]).then(
      () => true,
      (error: unknown) => {
        if (error === used) return false;
        throw error;
      },
    ));
  if (!flow || !isOurs) {
    return { redirectUri: undefined, outcome: { error: 'sso_failed' }, reason: 'state_not_valid' };
  }
  const { redirect_uri: redirectUri, tenant_id, provider_id, code_challenge } = flow;
  const failed = (reason: string, error: SignInError = 'sso_failed'): Finished => ({
    redirectUri,
    outcome: { error },
    reason,
    provider: { tenant_id, provider_id },
  });
  if (answer.providerId !== provider_id) return failed('another_provider');
  if (answer.error !== undefined || answer.code === undefined) {
    return failed('refused_by_provider', answer.error === 'access_denied' ? 'access_denied' : 'sso_failed');
  }
  const provider = await loadIdentityProvider(table, tenant_id, provider_id);
  if (provider?.entity.status !== 'active') return failed('provider_not_active');
  const callback = new URL(flow.callback_uri);
  for (const name of ['code', 'state', 'iss'] as const) {
    const value = answer[name];
    if (value !== undefined) callback.searchParams.set(name, value);
  }
  const checks = {
    expectedState: answer.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.code_verifier,
    idTokenExpected: true,
  };
  let identity: Identity;
  try {
    identity = await identify(provider, callback, checks, runtime);
  } catch (error) {
    return failed(reasonOf(error));
  }
  const code = randomText(randomBytes);
  const logouts = await readLogouts(table, placeOf(provider.entity, identity));
  const data = { tenant_id, provider_id, code_challenge, identity, logouts };
  await commit(table, [putOwn(table, CODES.item(code, data, now))]);
  return { redirectUri, outcome: { code } };
}

/** The reason for the log. It does not contain the error's message, which may contain what a provider sent. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  return typeof message === 'string' && /^[a-z_]{1,40}$/.test(message) ? message : 'failed';
}

async function identify(
  provider: StoredIdentityProvider,
  callback: URL,
  checks: NonNullable<Parameters<typeof authorizationCodeGrant>[2]>,
  runtime: Runtime,
): Promise<Identity> {
  const config = await connectProvider(provider, runtime);
  const tokens = await authorizationCodeGrant(config, callback, checks);
  await verifySignature(tokens.id_token ?? '', provider.entity, runtime);
  const signed = tokens.claims() as IDToken;
  const asks =
    !isComplete(signed, provider.entity) && config.serverMetadata().userinfo_endpoint !== undefined;
  // `fetchUserInfo` rejects the user info of any other subject.
  const more = asks ? await fetchUserInfo(config, tokens.access_token, signed.sub) : {};
  return identityOf([signed, more], signed, provider);
}

/**
 * Whether the ID token alone is enough to identify a person. It is not if the roles in it are an object, because the user
 * info may contain more of them.
 */
function isComplete(signed: Claims, { role_claim, role_map, email_claim, trusts_email }: IdentityProvider) {
  const { values, unknown } = readRoles([signed], { role_claim, role_map });
  const claim = role_claim === null ? undefined : findClaim(signed, role_claim);
  const isPart = typeof claim === 'object' && !Array.isArray(claim) && values.length === 0;
  const { email, email_verified } = addressIn(signed, email_claim);
  return !unknown && !isPart && email !== undefined && (email_verified !== undefined || trusts_email);
}

interface ClaimedAddress {
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

/**
 * The e-mail address in the claim that the provider uses for it. `email_verified` is only about the address in the claim
 * `email`.
 */
function addressIn(claims: Claims, email_claim: string | null): ClaimedAddress {
  const email = findClaim(claims, email_claim ?? 'email');
  const isJudged =
    email_claim === null || (email !== undefined && readEmail(email) === readEmail(claims['email']));
  return { email, email_verified: isJudged ? claims['email_verified'] : undefined };
}

const readEmail = (email: unknown) => emailField.safeParse(email).data;

function identityOf(
  sources: readonly [signed: Claims, more: Claims],
  { sub, sid }: IDToken,
  { entity }: StoredIdentityProvider,
): Identity {
  const addresses = sources.map((claims) => addressIn(claims, entity.email_claim));
  const hasEmail = ({ email }: ClaimedAddress) => email !== undefined;
  // The address and `email_verified` are taken from the same source, because that claim says nothing about another address.
  const isJudged = (it: ClaimedAddress) => hasEmail(it) && it.email_verified !== undefined;
  const { email, email_verified }: ClaimedAddress =
    addresses.find(isJudged) ?? addresses.find(hasEmail) ?? {};
  const address = readEmail(email);
  const name = nameIn({ ...sources[1], ...sources[0] });
  const { values, unknown } = readRoles(sources, entity);
  return {
    subject_hash: sha256(sub),
    ...(typeof sid === 'string' ? { sid_hash: sha256(sid) } : {}),
    ...(address === undefined ? {} : { email: address }),
    // Some providers send a text here. Only true, as a boolean or a text, verifies the address.
    ...(email_verified === undefined
      ? {}
      : { email_verified: email_verified === true || email_verified === 'true' }),
    ...(name === undefined ? {} : { name }),
    role_values: values,
    ...(unknown ? { roles_unknown: unknown } : {}),
  };
}

/** The name of a person; without one, the given name and the family name. */
function nameIn({ name, given_name, family_name }: Claims): string | undefined {
  const parts = [given_name, family_name].filter((it) => typeof it === 'string').join(' ');
  return actorNameField.safeParse(name).data ?? actorNameField.safeParse(parts).data;
}
