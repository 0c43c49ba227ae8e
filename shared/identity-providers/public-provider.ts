import type { IdentityProvider } from './identity-provider.ts';

/** The path to which a provider sends the browser after a sign-in. */
export const CALLBACK_PATH = '/api/v1/auth/sso/callback';

/** The redirect URI of every provider, below the public URL of the service. */
export const redirectUriOf = (baseUrl: string) => baseUrl + CALLBACK_PATH;

/** A provider as clients see it, and as `If-Match` names it. */
export function publicProvider(provider: IdentityProvider, baseUrl: string) {
  return {
    ...provider,
    email_domains: provider.domains.map(({ domain }) => domain),
    redirect_uri: redirectUriOf(baseUrl),
  };
}
