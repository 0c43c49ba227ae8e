import * as z from 'zod';
import { corsOriginSchema } from './cors-origin.ts';

/** How many wrong passwords an e-mail takes in an hour, over all addresses. */
export const DEFAULT_FAILED_LOGINS_PER_HOUR = 50;

const count = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000).default(fallback);

/**
 * The settings of a deployed function, from its environment (docs/settings.md). The stage sets them; the defaults are
 * those of docs/api-contract.md, "Limits" and "Token".
 */
export const settingsSchema = z.object({
  TABLE_NAME: z.string().min(1),
  /** Names the service in logs, metrics and traces. */
  GUARD_STAGE: z.string().min(1).default('local'),
  /** Another DynamoDB engine than AWS's own: the local one. */
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** Lifetime of a token, in minutes. At most a year. */
  TOKEN_EXPIRATION: z.coerce.number().int().min(1).max(525_600).default(1440),
  /** Requests a minute to the auth endpoints, per user (login: per e-mail and address). */
  GUARD_RATE_LIMIT_AUTH: count(5),
  /** Requests a minute to the other endpoints, per user. */
  GUARD_RATE_LIMIT_API: count(60),
  /** Login requests a minute per address, over all e-mails. */
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: count(30),
  /** Failed logins an hour per e-mail, over all addresses. */
  GUARD_RATE_LIMIT_FAILED_LOGINS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(DEFAULT_FAILED_LOGINS_PER_HOUR),
  /** Origins that browsers may call from: `*` or one origin. */
  GUARD_CORS_ORIGIN: corsOriginSchema.default('*'),
});

export interface Settings {
  readonly tableName: string;
  readonly stage: string;
  readonly dynamodbEndpoint: string | undefined;
  readonly tokenExpirationMinutes: number;
  readonly rateLimits: {
    readonly authPerMinute: number;
    readonly apiPerMinute: number;
    readonly loginPerAddressPerMinute: number;
    readonly failedLoginsPerHour: number;
  };
  readonly corsOrigin: string;
}

/** Throws an error that names every wrong variable and what it must be. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const result = settingsSchema.safeParse(environment);
  if (!result.success) throw new Error(`Wrong settings:\n${z.prettifyError(result.error)}`);
  const settings = result.data;
  return {
    tableName: settings.TABLE_NAME,
    stage: settings.GUARD_STAGE,
    dynamodbEndpoint: settings.DYNAMODB_ENDPOINT,
    tokenExpirationMinutes: settings.TOKEN_EXPIRATION,
    rateLimits: {
      authPerMinute: settings.GUARD_RATE_LIMIT_AUTH,
      apiPerMinute: settings.GUARD_RATE_LIMIT_API,
      loginPerAddressPerMinute: settings.GUARD_RATE_LIMIT_LOGIN_ADDRESS,
      failedLoginsPerHour: settings.GUARD_RATE_LIMIT_FAILED_LOGINS,
    },
    corsOrigin: settings.GUARD_CORS_ORIGIN,
  };
}
