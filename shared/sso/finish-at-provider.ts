import { authorizationCodeGrant, fetchUserInfo, type IDToken } from 'openid-client';
import type * as z from 'zod/mini';
import { actorNameField } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import { emailField } from '../base/email-field.ts';
import { ApiError } from '../base/errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
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
import { CODES, FLOWS, randomText, type SingleUse } from './sign-in-items.ts';
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
  const flow = await takeFlow(table, FLOWS, answer.state, now);
  if (!flow) return { redirectUri: undefined, outcome: { error: 'sso_failed' }, reason: 'state_not_valid' };
  const { redirect_uri: redirectUri, tenant_id, provider_id, code_challenge } = flow;
  const person = await identifyPerson(runtime, flow, answer);
  if ('reason' in person) {
    const { reason, isCancelled } = person;
    const error = isCancelled ? 'access_denied' : 'sso_failed';
    return { redirectUri, outcome: { error }, reason, provider: { tenant_id, provider_id } };
  }
  const { provider, identity } = person;
  const code = randomText(randomBytes);
  const logouts = await readLogouts(table, placeOf(provider, identity));
  const data = { tenant_id, provider_id, code_challenge, identity, logouts };
  await commit(table, [putOwn(table, CODES.item(code, data, now))]);
  return { redirectUri, outcome: { code } };
}

/** Uses up what was kept for a `state`; `undefined` if the `state` is unknown, used or expired. */
export async function takeFlow<S extends z.ZodMiniType>(
  table: Table,
  flows: SingleUse<S>,
  state: string,
  now: Date,
): Promise<z.infer<S> | undefined> {
  const flow = await flows.read(table, state, now);
  if (flow === undefined) return undefined;
  const used = new ApiError('not_found');
  try {
    await commit(table, [flows.use(table, state, used)]);
    return flow;
  } catch (error) {
    if (error === used) return undefined;
    throw error;
  }
}

interface Visit {
  readonly tenant_id: string;
  readonly provider_id: string;
  readonly callback_uri: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

interface IdentifiedPerson {
  readonly provider: IdentityProvider;
  readonly identity: Identity;
  /** What the ID token and the user info claim, in this order. */
  readonly sources: readonly [signed: Claims, more: Claims];
}

/** Who signed in at a provider, or the reason why that is unknown. A test asks providers that are disabled, too. */
export async function identifyPerson(
  runtime: Runtime,
  { tenant_id, provider_id, callback_uri, nonce, code_verifier }: Visit,
  answer: ProviderAnswer,
  isTest = false,
): Promise<IdentifiedPerson | { readonly reason: string; readonly isCancelled?: boolean }> {
  if (answer.providerId !== provider_id) return { reason: 'another_provider' };
  if (answer.error !== undefined || answer.code === undefined) {
    return { reason: 'refused_by_provider', isCancelled: answer.error === 'access_denied' };
  }
  const provider = await loadIdentityProvider(runtime.table, tenant_id, provider_id);
  if (!provider || (provider.entity.status !== 'active' && !isTest)) return { reason: 'provider_not_active' };
  const callback = new URL(callback_uri);
  for (const name of ['code', 'state', 'iss'] as const) {
    const value = answer[name];
    if (value !== undefined) callback.searchParams.set(name, value);
  }
  const checks = {
    expectedState: answer.state,
    expectedNonce: nonce,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
  };
  try {
    return { provider: provider.entity, ...(await identify(provider, callback, checks, runtime)) };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
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
): Promise<Pick<IdentifiedPerson, 'identity' | 'sources'>> {
  const config = await connectProvider(provider, runtime);
  const tokens = await authorizationCodeGrant(config, callback, checks);
  await verifySignature(tokens.id_token ?? '', provider.entity, runtime);
  const signed = tokens.claims() as IDToken;
  const asks =
    !isComplete(signed, provider.entity) && config.serverMetadata().userinfo_endpoint !== undefined;
  // `fetchUserInfo` rejects the user info of any other subject.
  const more = asks ? await fetchUserInfo(config, tokens.access_token, signed.sub) : {};
  const sources = [signed, more] as const;
  return { identity: identityOf(sources, signed, provider), sources };
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
