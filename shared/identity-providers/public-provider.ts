import type { IdentityProvider } from './identity-provider.ts';

/** The path to which a provider sends the browser after a sign-in, before the provider's id. */
export const CALLBACK_PATH = '/api/v1/auth/sso/callback';

/**
 * The redirect URI of a provider, below the public URL of the service. Each has its own, so that no answer of one provider is
 * taken for that of another, whose token endpoint would then get the code (RFC 9700, section 4.4).
 */
export const redirectUriOf = (baseUrl: string, providerId: string) =>
  `${baseUrl}${CALLBACK_PATH}/${providerId}`;

/** A provider as clients see it, and as `If-Match` names it. */
export function publicProvider(provider: IdentityProvider, baseUrl: string) {
  return {
    ...provider,
    email_domains: provider.domains.map(({ domain }) => domain),
    redirect_uri: redirectUriOf(baseUrl, provider.id),
  };
}
