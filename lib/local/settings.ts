import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CORS_ORIGIN_REQUIREMENT } from '../../shared/lambda/cors-origin.ts';
import { settingsWithDefaults } from '../../shared/lambda/setting-defaults.ts';
import { SETTINGS } from '../../shared/lambda/settings.ts';
import { LocalServerError } from './local-server-error.ts';

export const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const LARGEST_PORT = 65_535;
/** The value of GUARD_DATA that keeps nothing. */
const IN_MEMORY = 'memory';

const schema = z.object({
  /** 0 takes any free port. */
  PORT: z.coerce.number().int().min(0).max(LARGEST_PORT).default(3000),
  GUARD_DATA: z.string().optional(),
  DYNAMODB_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !isAmazon(url))
    .optional(),
  GUARD_DEMO_TRAFFIC: z.enum(['on', 'off']).default('on'),
  ...settingsWithDefaults.shape,
  /** Every page that a developer has open may send requests to localhost. */
  GUARD_CORS_ORIGIN: z.string().default('none').pipe(SETTINGS.GUARD_CORS_ORIGIN),
});

type Variable = keyof z.infer<typeof schema>;

const REQUIREMENTS: Record<Variable, string> = {
  PORT: `a whole number from 0 to ${LARGEST_PORT}`,
  GUARD_DATA: `a folder, or ${IN_MEMORY}`,
  DYNAMODB_ENDPOINT: 'the http(s) URL of a local engine, never of AWS',
  GUARD_DEMO_TRAFFIC: 'on or off',
  TOKEN_EXPIRATION: 'a whole number of minutes from 1 to 525600',
  GUARD_RATE_LIMIT_AUTH: 'a whole number from 1 to 1000000',
  GUARD_RATE_LIMIT_API: 'a whole number from 1 to 1000000',
  GUARD_RATE_LIMIT_KEY_EVENTS: 'a whole number from 1 to 1000000',
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: 'a whole number from 1 to 1000000',
  GUARD_RATE_LIMIT_FAILED_LOGINS: 'a whole number from 1 to 1000',
  GUARD_ALERT_RETENTION_DAYS: 'a whole number of days from 1 to 36500',
  GUARD_CORS_ORIGIN: CORS_ORIGIN_REQUIREMENT,
};

export interface LocalSettings {
  readonly port: number;
  /** Absolute; `undefined` keeps the data in memory. */
  readonly dataFolder: string | undefined;
  /** An engine that runs already. */
  readonly dynamodbEndpoint: string | undefined;
  /** Whether something happens at the demo's premises while `npm start` runs. */
  readonly playsDemoTraffic: boolean;
  readonly corsOrigin: string;
  /** What the functions' environment says of tokens, limits and origins. */
  readonly functionVariables: Readonly<Record<string, string>>;
}

/** Reads the local server's settings. Throws one line that names the wrong variable and what it must be. */
export function readLocalSettings(environment: Record<string, string | undefined>): LocalSettings {
  // An empty variable is what a shell makes of an unset one.
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  const result = schema.safeParse(Object.fromEntries(given));
  if (!result.success) throw new LocalServerError(wrongSetting(result.error, environment));
  const { PORT, GUARD_DATA, DYNAMODB_ENDPOINT, GUARD_DEMO_TRAFFIC, ...functionSettings } = result.data;
  return {
    port: PORT,
    dataFolder: dataFolderOf(GUARD_DATA),
    dynamodbEndpoint: DYNAMODB_ENDPOINT,
    playsDemoTraffic: GUARD_DEMO_TRAFFIC === 'on',
    corsOrigin: functionSettings.GUARD_CORS_ORIGIN,
    functionVariables: Object.fromEntries(
      Object.entries(functionSettings).map(([name, value]) => [name, String(value)]),
    ),
  };
}

function dataFolderOf(value: string | undefined): string | undefined {
  if (value === IN_MEMORY) return undefined;
  return value === undefined ? resolve(PROJECT_FOLDER, '.guard') : resolve(value);
}

/** The demo accounts' password is public: they must never reach a table on AWS. */
function isAmazon(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return /(^|\.)(amazonaws\.com(\.cn)?|api\.aws)\.?$/i.test(new URL(url).hostname);
}

function wrongSetting(error: z.ZodError, environment: Record<string, string | undefined>): string {
  const wrong = error.issues[0]?.path[0];
  const name = Object.keys(REQUIREMENTS).find((candidate): candidate is Variable => candidate === wrong);
  if (!name) return 'The settings are wrong.';
  return `${name} must be ${REQUIREMENTS[name]}, not ${JSON.stringify(environment[name])}.`;
}
