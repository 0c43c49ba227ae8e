import { buildAuthorizationUrl } from 'openid-client';
import { ApiError } from '../errors.ts';
import { domainOfEmail } from '../identity-providers/email-domain.ts';
import { findProviderOfDomain } from '../identity-providers/find-identity-provider.ts';
import { redirectUriOf } from '../identity-providers/public-provider.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { sha256 } from '../sha256.ts';
import { commit } from '../table/commit.ts';
import { putOwn } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { connectProvider } from './connect-provider.ts';
import { FLOW_SECONDS, FLOWS } from './sign-in-items.ts';
import { randomText } from './single-use.ts';

interface Start {
  readonly email: string;
  /** One of the allowed redirect URIs. */
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly baseUrl: string;
  readonly now: Date;
}

/** The reason for the log: the provider did not answer, or not as a provider does. */
export const PROVIDER_FAILED = 'provider_failed';

/** Sends a person to the provider of the e-mail's domain. The answer says nothing about users. */
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
