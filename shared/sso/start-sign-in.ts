import { buildAuthorizationUrl } from 'openid-client';
import { sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { readSsoRedirectUris } from '../lambda/sso-redirect-uris.ts';
import { commit } from '../table/commit.ts';
import { putOwn } from '../table/writes.ts';
import { connectProvider } from './connect-provider.ts';
import {
  domainOfEmail,
  findProviderOfDomain,
  redirectUriOf,
  type StoredIdentityProvider,
} from './identity-provider.ts';
import { FLOW_SECONDS, FLOWS, randomText } from './sign-in-items.ts';

interface Start {
  readonly email: string;
  /** Where the client waits: one of the allowed redirect URIs. */
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly baseUrl: string;
  readonly now: Date;
}

/** The reason for the log if the provider did not answer, or did not answer as a provider must. */
export const PROVIDER_FAILED = 'provider_failed';

/**
 * Starts a sign-in by redirecting a person to the provider of their e-mail's domain. The answer does not reveal whether a
 * user exists.
 */
export async function startSignIn(
  runtime: Runtime,
  { email, redirectUri, codeChallenge, baseUrl, now }: Start,
): Promise<{ authorization_url: string; expires_at: string }> {
  const { table, randomBytes } = runtime;
  const domain = domainOfEmail(email);
  const provider = domain === undefined ? undefined : await findProviderOfDomain(table, domain);
  if (!provider) throw new ApiError('sso_not_available');
  const state = randomText(randomBytes);
  const { visit, ...started } = await visitProvider(runtime, provider, { state, baseUrl, now, email });
  const flow = { ...visit, redirect_uri: redirectUri, code_challenge: codeChallenge };
  await commit(table, [putOwn(table, FLOWS.item(state, flow, now))]);
  return started;
}

interface Visit {
  readonly state: string;
  readonly baseUrl: string;
  readonly now: Date;
  readonly email?: string;
}

/** Makes the address at which a person signs in at a provider, and what must be kept until the person returns. */
export async function visitProvider(
  runtime: Runtime,
  provider: StoredIdentityProvider,
  { state, baseUrl, now, email }: Visit,
) {
  const config = await connectProvider(provider, runtime).catch((cause: unknown) => {
    throw new ApiError('sso_not_available', { reason: PROVIDER_FAILED, cause });
  });
  const { tenant_id, id: provider_id } = provider.entity;
  const callback_uri = redirectUriOf(baseUrl, provider_id);
  const nonce = randomText(runtime.randomBytes);
  const code_verifier = randomText(runtime.randomBytes);
  const url = buildAuthorizationUrl(config, {
    redirect_uri: callback_uri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: sha256(code_verifier),
    code_challenge_method: 'S256',
    ...(email === undefined ? {} : { login_hint: email }),
  });
  return {
    visit: { tenant_id, provider_id, callback_uri, nonce, code_verifier },
    authorization_url: url.href,
    expires_at: formatTimestamp(new Date(now.getTime() + FLOW_SECONDS * 1000)),
  };
}

interface Allowed {
  readonly baseUrl: string;
  /** The redirect URIs that the setting of the stage allows. */
  readonly ssoRedirectUris: string;
}

/**
 * Whether a client may wait at a URI: it must be the console's own, or one that the stage allows. URIs are compared exactly
 * (RFC 9700, section 2.1).
 */
export const isAllowedRedirect = (uri: string, { baseUrl, ssoRedirectUris }: Allowed): boolean =>
  uri === consoleUri(baseUrl) || readSsoRedirectUris(ssoRedirectUris).includes(uri);

export const consoleUri = (baseUrl: string) => `${baseUrl}/console`;
