import * as z from 'zod/mini';

/** URI schemes that run or show something instead of leading to a page or an app. */
const REFUSED = /^(javascript|data|vbscript|blob|file|about|view-source):$/;

export const SSO_REDIRECT_URIS_REQUIREMENT =
  'none, or URIs without fragment, separated by spaces; http only to localhost';

export const readSsoRedirectUris = (setting: string): string[] =>
  setting === 'none' ? [] : setting.trim().split(/\s+/);

function isAllowed(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:') return hostname === 'localhost' || hostname === '127.0.0.1';
  return !REFUSED.test(protocol);
}

export const ssoRedirectUrisSchema = z.string().check(
  z.refine((setting) => readSsoRedirectUris(setting).every(isAllowed), {
    error: `must be ${SSO_REDIRECT_URIS_REQUIREMENT}`,
  }),
);
