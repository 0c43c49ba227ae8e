import * as z from 'zod/mini';
import { SETTINGS } from './settings.ts';

/**
 * The limits of an installation that sets no others (docs/api-contract.md, "Limits"): of a stage, of the local server and
 * in the documents. Never of a function, which must be given what it reads.
 */
export const settingsWithDefaults = z.object({
  TOKEN_EXPIRATION: z._default(SETTINGS.TOKEN_EXPIRATION, 1440),
  GUARD_RATE_LIMIT_AUTH: z._default(SETTINGS.GUARD_RATE_LIMIT_AUTH, 5),
  GUARD_RATE_LIMIT_API: z._default(SETTINGS.GUARD_RATE_LIMIT_API, 60),
  GUARD_RATE_LIMIT_KEY_EVENTS: z._default(SETTINGS.GUARD_RATE_LIMIT_KEY_EVENTS, 600),
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: z._default(SETTINGS.GUARD_RATE_LIMIT_LOGIN_ADDRESS, 30),
  GUARD_RATE_LIMIT_FAILED_LOGINS: z._default(SETTINGS.GUARD_RATE_LIMIT_FAILED_LOGINS, 50),
  GUARD_ALERT_RETENTION_DAYS: z._default(SETTINGS.GUARD_ALERT_RETENTION_DAYS, 400),
  GUARD_CORS_ORIGIN: z._default(SETTINGS.GUARD_CORS_ORIGIN, '*'),
});

export const SETTING_DEFAULTS = settingsWithDefaults.parse({});
