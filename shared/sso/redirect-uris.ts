import { readSsoRedirectUris } from '../lambda/sso-redirect-uris.ts';

interface Allowed {
  readonly baseUrl: string;
  /** The setting of the stage. */
  readonly ssoRedirectUris: string;
}

/**
 * Whether clients may wait at a URI: the console's own, or one of the stage's. URIs are compared exactly (RFC 9700, section
 * 2.1).
 */
export const isAllowedRedirect = (uri: string, { baseUrl, ssoRedirectUris }: Allowed): boolean =>
  uri === consoleUri(baseUrl) || readSsoRedirectUris(ssoRedirectUris).includes(uri);

export const consoleUri = (baseUrl: string) => `${baseUrl}/console`;
