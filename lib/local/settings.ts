import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCountries } from 'libphonenumber-js/min';
import * as z from 'zod';
import {
  schemasByVariable,
  VARIABLES_WITH_DEFAULT,
  type VariableWithDefault,
} from '../../shared/lambda/default-schemas.ts';
import { SETTINGS } from '../../shared/lambda/settings.ts';
import { PANEL_PORT as USUAL_PANEL_PORT } from '../../shared/panels/panel-port.ts';
import { LocalServerError } from './local-server-error.ts';
import { ANY_LOCAL_PAGE, fixedOrigin } from './request.ts';

export const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const LARGEST_PORT = 65_535;
/** Beside 1883, where another broker of the machine listens. */
const USUAL_MQTT_PORT = 1884;
const USUAL_MAIL_PORT = 3025;
const USUAL_MAIL_TLS_PORT = 3465;
/** The default of GUARD_DATA: a folder in the project. */
const DATA_FOLDER = '.guard';
const ALL_COUNTRIES = 'all';
/** The value of GUARD_DATA with which no data is kept. */
const IN_MEMORY = 'memory';

/** The settings that only the local server has. docs/settings.md shows their descriptions. */
const ownSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(LARGEST_PORT).default(3000).describe('0 takes any free port'),
  PANEL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(LARGEST_PORT)
    .optional()
    .describe(
      `where panels connect, TCP and UDP; ${USUAL_PANEL_PORT} by default, or any free port if \`PORT\` is 0`,
    ),
  MQTT_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(LARGEST_PORT)
    .optional()
    .describe(`where MQTT clients connect; ${USUAL_MQTT_PORT} by default, or any free port if \`PORT\` is 0`),
  MAIL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(LARGEST_PORT)
    .optional()
    .describe(
      `where cameras send mail, without TLS or with STARTTLS; ${USUAL_MAIL_PORT} by default, or any free port if \`PORT\` is 0`,
    ),
  MAIL_TLS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(LARGEST_PORT)
    .optional()
    .describe(
      `where cameras send mail with TLS; ${USUAL_MAIL_TLS_PORT} by default, or any free port if \`PORT\` is 0`,
    ),
  GUARD_DATA: z
    .string()
    .default(DATA_FOLDER)
    .describe(`folder of the database file; \`${IN_MEMORY}\` for one that ends with the server`),
  DYNAMODB_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !isAmazon(url))
    .optional()
    .describe('another DynamoDB engine than the embedded one; never AWS itself'),
  GUARD_DEMO_TRAFFIC: z
    .enum(['on', 'off'])
    .default('on')
    .describe("whether events occur at the demo's sites every few seconds"),
});
type OwnVariable = keyof typeof ownSchema.shape;

export const localSettingsSchema = z.object({
  ...ownSchema.shape,
  ...schemasByVariable,
  // A sender that does not exist, because no mail leaves this machine: the outbox shows it.
  GUARD_MAIL_FROM: z.string().default('guard@localhost.test').pipe(SETTINGS.GUARD_MAIL_FROM.schema),
  GUARD_SMS_FROM: z.string().default('GUARD').pipe(SETTINGS.GUARD_SMS_FROM.schema),
  // All countries, because no SMS leaves this machine.
  GUARD_SMS_COUNTRIES: z
    .string()
    .default(ALL_COUNTRIES)
    .refine((it) => it === ALL_COUNTRIES || SETTINGS.GUARD_SMS_COUNTRIES.schema.safeParse(it).success),
  // By default, only pages of this machine may call the server, although any web page can send requests to localhost.
  GUARD_CORS_ORIGIN: z
    .string()
    .default(ANY_LOCAL_PAGE)
    .pipe(z.union([z.literal(ANY_LOCAL_PAGE), SETTINGS.GUARD_CORS_ORIGIN.schema]))
    .describe(
      `as [\`corsOrigin\`](#deployed-stage); \`${ANY_LOCAL_PAGE}\` allows the pages of this machine, at any port`,
    ),
});

type LocalVariable = OwnVariable | VariableWithDefault;

const OWN_REQUIREMENTS: Record<OwnVariable, string> = {
  PORT: `a whole number from 0 to ${LARGEST_PORT}`,
  PANEL_PORT: `a whole number from 0 to ${LARGEST_PORT}`,
  MQTT_PORT: `a whole number from 0 to ${LARGEST_PORT}`,
  MAIL_PORT: `a whole number from 0 to ${LARGEST_PORT}`,
  MAIL_TLS_PORT: `a whole number from 0 to ${LARGEST_PORT}`,
  GUARD_DATA: `a folder, or ${IN_MEMORY}`,
  DYNAMODB_ENDPOINT: 'the http(s) URL of a local engine, never of AWS',
  GUARD_DEMO_TRAFFIC: 'on or off',
};
const REQUIREMENTS: Readonly<Record<LocalVariable, string>> = {
  ...(Object.fromEntries(VARIABLES_WITH_DEFAULT.map((it) => [it, SETTINGS[it].requirement])) as Record<
    VariableWithDefault,
    string
  >),
  ...OWN_REQUIREMENTS,
  GUARD_CORS_ORIGIN: `${ANY_LOCAL_PAGE}, ${SETTINGS.GUARD_CORS_ORIGIN.requirement}`,
};

export interface LocalSettings {
  readonly port: number;
  readonly panelPort: number;
  readonly mqttPort: number;
  readonly mailPort: number;
  readonly mailTlsPort: number;
  /** The absolute path of the data folder. With `undefined`, the data is kept in memory. */
  readonly dataFolder: string | undefined;
  readonly dynamodbEndpoint: string | undefined;
  /** Whether the demo's machines send reports while `npm start` runs. */
  readonly playsDemoTraffic: boolean;
  readonly corsOrigin: string;
  /** The environment variables with the settings of functions. */
  readonly functionVariables: Readonly<Record<string, string>>;
}

/** Reads the settings. Throws an error of one line that names the invalid variable and its valid values. */
export function readLocalSettings(environment: Record<string, string | undefined>): LocalSettings {
  // An empty variable counts as not set, because a shell may write one for an unset variable.
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  const result = localSettingsSchema.safeParse(Object.fromEntries(given));
  if (!result.success) throw new LocalServerError(wrongSetting(result.error, environment));
  const {
    PORT,
    PANEL_PORT,
    MQTT_PORT,
    MAIL_PORT,
    MAIL_TLS_PORT,
    GUARD_DATA,
    DYNAMODB_ENDPOINT,
    GUARD_DEMO_TRAFFIC,
    ...functionSettings
  } = result.data;
  return {
    port: PORT,
    panelPort: PANEL_PORT ?? (PORT === 0 ? 0 : USUAL_PANEL_PORT),
    mqttPort: MQTT_PORT ?? (PORT === 0 ? 0 : USUAL_MQTT_PORT),
    mailPort: MAIL_PORT ?? (PORT === 0 ? 0 : USUAL_MAIL_PORT),
    mailTlsPort: MAIL_TLS_PORT ?? (PORT === 0 ? 0 : USUAL_MAIL_TLS_PORT),
    dataFolder: dataFolderOf(GUARD_DATA),
    dynamodbEndpoint: DYNAMODB_ENDPOINT,
    playsDemoTraffic: GUARD_DEMO_TRAFFIC === 'on',
    corsOrigin: functionSettings.GUARD_CORS_ORIGIN,
    functionVariables: {
      ...Object.fromEntries(
        Object.entries(functionSettings).map(([name, value]) => [
          name,
          value === ALL_COUNTRIES ? getCountries().join(' ') : String(value),
        ]),
      ),
      GUARD_CORS_ORIGIN: fixedOrigin(functionSettings.GUARD_CORS_ORIGIN),
    },
  };
}

function dataFolderOf(value: string): string | undefined {
  if (value === IN_MEMORY) return undefined;
  return value === DATA_FOLDER ? resolve(PROJECT_FOLDER, DATA_FOLDER) : resolve(value);
}

/**
 * Whether a URL is one of AWS. The passwords of the demo accounts are public, so these accounts must never reach a table on
 * AWS.
 */
function isAmazon(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return /(^|\.)(amazonaws\.com(\.cn)?|api\.aws)\.?$/i.test(new URL(url).hostname);
}

function wrongSetting(error: z.ZodError, environment: Record<string, string | undefined>): string {
  const wrong = error.issues[0]?.path[0];
  const name = Object.keys(REQUIREMENTS).find((candidate): candidate is LocalVariable => candidate === wrong);
  if (!name) return 'The settings are wrong.';
  return `${name} must be ${REQUIREMENTS[name]}, not ${JSON.stringify(environment[name])}.`;
}
