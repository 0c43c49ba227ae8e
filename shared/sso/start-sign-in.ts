import { buildAuthorizationUrl } from 'openid-client';
import { sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { readSsoRedirectUris } from '../lambda/sso-redirect-uris.ts';
import { commit } from '../table/commit.ts';
import { putOwn } from '../table/writes.ts';
import { connectProvider } from './connect-provider.ts';
import { domainOfEmail, findProviderOfDomain, redirectUriOf } from './identity-provider.ts';
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
  const config = await connectProvider(provider, runtime).catch((cause: unknown) => {
    throw new ApiError('sso_not_available', { reason: PROVIDER_FAILED, cause });
  });
  const callbackUri = redirectUriOf(baseUrl, provider.entity.id);
  const [state, nonce, verifier] = [1, 2, 3].map(() => randomText(randomBytes)) as [string, string, string];
  const url = buildAuthorizationUrl(config, {
    redirect_uri: callbackUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: sha256(verifier),
    code_challenge_method: 'S256',
    login_hint: email,
  });
  const flow = {
    tenant_id: provider.entity.tenant_id,
    provider_id: provider.entity.id,
    redirect_uri: redirectUri,
    code_challenge: codeChallenge,
    callback_uri: callbackUri,
    nonce,
    code_verifier: verifier,
  };
  await commit(table, [putOwn(table, FLOWS.item(state, flow, now))]);
  const expiresAt = new Date(now.getTime() + FLOW_SECONDS * 1000);
  return { authorization_url: url.href, expires_at: formatTimestamp(expiresAt) };
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
