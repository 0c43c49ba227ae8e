import * as z from 'zod';
import { SETTINGS } from './settings.ts';

/**
 * The limits of an installation that sets no others (docs/api-contract.md, "Limits"): of a stage, of the local server and
 * in the documents. Never of a function, which must be given what it reads.
 */
export const settingsWithDefaults = z.object({
  TOKEN_EXPIRATION: SETTINGS.TOKEN_EXPIRATION.default(1440),
  GUARD_RATE_LIMIT_AUTH: SETTINGS.GUARD_RATE_LIMIT_AUTH.default(5),
  GUARD_RATE_LIMIT_API: SETTINGS.GUARD_RATE_LIMIT_API.default(60),
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: SETTINGS.GUARD_RATE_LIMIT_LOGIN_ADDRESS.default(30),
  GUARD_RATE_LIMIT_FAILED_LOGINS: SETTINGS.GUARD_RATE_LIMIT_FAILED_LOGINS.default(50),
  GUARD_CORS_ORIGIN: SETTINGS.GUARD_CORS_ORIGIN.default('*'),
});

export const SETTING_DEFAULTS = settingsWithDefaults.parse({});
