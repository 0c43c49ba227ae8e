import * as z from 'zod/mini';

/** What a CORS origin must be, for those who set it. */
export const CORS_ORIGIN_REQUIREMENT =
  'none, * or one origin as browsers write it, such as https://app.example.com or http://localhost:5173';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * Which pages of other origins may call from a browser: `none`, all (`*`), or those of one origin as scheme, host and perhaps a port (Fetch standard, "Origin header").
 * Browsers compare it letter by letter, so what they would never send is an error. A slash at the end is forgiven.
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
  // Browsers leave out the default port of http and https.
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text);
}
