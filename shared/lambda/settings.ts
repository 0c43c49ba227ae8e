import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { corsOriginSchema } from './cors-origin.ts';
import type { Environment } from './environment.ts';

// Every function reads settings. zod/mini comes without texts: what is wrong with a setting, or with an item that is
// logged as a fault, would be "Invalid input" and no more.
z.config(en());

const text = z.string().check(z.minLength(1));
const count = (maximum: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum));

/**
 * Every variable that a setting of a function is read from (docs/settings.md, "Deployed function"), and what it must be.
 * None has a default: a limit that a function was not given would be a wrong one. The defaults are the stage's and the
 * local server's.
 */
export const SETTINGS = {
  TABLE_NAME: text,
  /** Names the service in logs and metrics. */
  GUARD_STAGE: text,
  /** Another DynamoDB engine than AWS's own: the local one. */
  DYNAMODB_ENDPOINT: z.url(),
  /** Whether webhooks may also be sent to `http://localhost`: on the local server. */
  GUARD_WEBHOOKS_TO_LOCALHOST: z.enum(['true', 'false']),
  /** The commit that the stack was deployed from. */
  GUARD_RELEASE: text,
  /** Lifetime of a token, in minutes. At most a year. */
  TOKEN_EXPIRATION: count(525_600),
  /** Requests a minute to the auth endpoints, per user (login: per e-mail and address). */
  GUARD_RATE_LIMIT_AUTH: count(1_000_000),
  /** Requests a minute to the other endpoints, per user. */
  GUARD_RATE_LIMIT_API: count(1_000_000),
  /** Events a minute that a key reports. */
  GUARD_RATE_LIMIT_KEY_EVENTS: count(1_000_000),
  /** Login requests a minute per address, over all e-mails. */
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: count(1_000_000),
  /** Failed logins an hour per e-mail, over all addresses. */
  GUARD_RATE_LIMIT_FAILED_LOGINS: count(1_000),
  /** How many days an alert is kept after it was resolved. At most a hundred years. */
  GUARD_ALERT_RETENTION_DAYS: count(36_500),
  /** Where clients connect to be told of changes. */
  GUARD_LIVE_URL: text,
  /** Origins that browsers may call from: `*` or one origin. */
  GUARD_CORS_ORIGIN: corsOriginSchema,
} as const satisfies Record<string, z.ZodMiniType>;

/**
 * What only the local server sets: where functions are deployed, there is no engine but AWS's own, and nothing on their host is
 * anybody's to reach.
 */
export const LOCAL_SETTINGS = ['DYNAMODB_ENDPOINT', 'GUARD_WEBHOOKS_TO_LOCALHOST'] as const;

/** What a function's declaration may name. */
export type SettingName = Exclude<keyof typeof SETTINGS, (typeof LOCAL_SETTINGS)[number]>;

/** The settings of a function. To read one that the function was not given throws an error that names its variable. */
export interface Settings {
  readonly tableName: string;
  readonly stage: string;
  /** `undefined` on AWS, where no function is given it. */
  readonly dynamodbEndpoint: string | undefined;
  readonly release: string;
  readonly tokenExpirationMinutes: number;
  readonly rateLimits: {
    readonly authPerMinute: number;
    readonly apiPerMinute: number;
    readonly keyEventsPerMinute: number;
    readonly loginPerAddressPerMinute: number;
    readonly failedLoginsPerHour: number;
  };
  readonly alertRetentionDays: number;
  readonly liveUrl: string;
  readonly corsOrigin: string;
  /** Where webhooks are sent: to public hosts, on AWS. */
  readonly destinations: { readonly isLocalhostAllowed: boolean };
}

/** Throws an error that names every variable of an environment that is there and wrong, and what it must be. */
export function checkSettings(environment: Environment): void {
  const result = z.partial(z.object(SETTINGS)).safeParse(environment);
  if (!result.success) throw new Error(`Wrong settings:\n${z.prettifyError(result.error)}`);
}

/**
 * The settings that an environment holds, each read when it is asked for: a function has only those that its declaration
 * names (settings-use.ts, http/route-implications.ts).
 */
export function readSettings(environment: Environment): Settings {
  const known = new Map<string, unknown>();
  const read = <N extends keyof typeof SETTINGS>(name: N): z.infer<(typeof SETTINGS)[N]> => {
    if (!known.has(name)) known.set(name, readSetting(environment, name));
    return known.get(name) as z.infer<(typeof SETTINGS)[N]>;
  };
  return {
    get tableName() {
      return read('TABLE_NAME');
    },
    get stage() {
      return read('GUARD_STAGE');
    },
    get dynamodbEndpoint() {
      return environment['DYNAMODB_ENDPOINT'] === undefined ? undefined : read('DYNAMODB_ENDPOINT');
    },
    get release() {
      return read('GUARD_RELEASE');
    },
    get tokenExpirationMinutes() {
      return read('TOKEN_EXPIRATION');
    },
    rateLimits: {
      get authPerMinute() {
        return read('GUARD_RATE_LIMIT_AUTH');
      },
      get apiPerMinute() {
        return read('GUARD_RATE_LIMIT_API');
      },
      get keyEventsPerMinute() {
        return read('GUARD_RATE_LIMIT_KEY_EVENTS');
      },
      get loginPerAddressPerMinute() {
        return read('GUARD_RATE_LIMIT_LOGIN_ADDRESS');
      },
      get failedLoginsPerHour() {
        return read('GUARD_RATE_LIMIT_FAILED_LOGINS');
      },
    },
    get alertRetentionDays() {
      return read('GUARD_ALERT_RETENTION_DAYS');
    },
    get liveUrl() {
      return read('GUARD_LIVE_URL');
    },
    get corsOrigin() {
      return read('GUARD_CORS_ORIGIN');
    },
    get destinations() {
      const isGiven = environment['GUARD_WEBHOOKS_TO_LOCALHOST'] !== undefined;
      return { isLocalhostAllowed: isGiven && read('GUARD_WEBHOOKS_TO_LOCALHOST') === 'true' };
    },
  };
}

function readSetting(environment: Environment, name: keyof typeof SETTINGS): unknown {
  const value = environment[name];
  if (value === undefined)
    throw new Error(`Wrong settings: ${name} is not set; the function must declare it.`);
  const result = SETTINGS[name].safeParse(value);
  if (!result.success) throw new Error(`Wrong settings: ${name}:\n${z.prettifyError(result.error)}`);
  return result.data;
}
