import * as z from 'zod/mini';

/** The end of the error message for a wrong origin. */
export const CORS_ORIGIN_REQUIREMENT =
  'none, * or one origin as browsers write it, such as https://app.example.com or http://localhost:5173';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * The origin whose pages may call the API from a browser: `none`, `*` for all, or a scheme, a host and an optional port
 * (Fetch standard, "Origin header"). Browsers compare it letter by letter, so a value that they never send is an error. A
 * slash at the end is removed.
 */
export const corsOriginSchema = z
  .pipe(
    z.string(),
    z.transform((text: string) => text.trim().replace(/\/$/, '')),
  )
  .check(z.refine(isAllowedOrigin, `must be ${CORS_ORIGIN_REQUIREMENT}`));

function isAllowedOrigin(text: string): boolean {
  if (text === 'none' || text === '*') return true;
  if (!ORIGIN.test(text)) return false;
  // Browsers omit the default port of http and https.
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text);
}
