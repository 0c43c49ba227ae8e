import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { CORS_ORIGIN_REQUIREMENT, corsOriginSchema } from './cors-origin.ts';
import type { Environment } from './environment.ts';
import {
  NO_SMS,
  SMS_COUNTRIES_REQUIREMENT,
  SMS_FROM_REQUIREMENT,
  smsCountriesSchema,
  smsFromSchema,
} from './sms-settings.ts';
import { SSO_REDIRECT_URIS_REQUIREMENT, ssoRedirectUrisSchema } from './sso-redirect-uris.ts';

// zod/mini has no error texts of its own: without these, the error of every wrong setting would be "Invalid input".
z.config(en());

const text = z.string().check(z.minLength(1));

/** The kinds of requests with a credential. Each has its own throttle (lib/cdk/api/throttling.ts) and tenant limits. */
export const REQUEST_KINDS = ['polled', 'report', 'auth', 'start', 'alert', 'other'] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

export type Throttles = Readonly<Record<RequestKind, number>>;

/** A setting with a number for each kind of request, such as `polled=60000 report=60000 …`. */
const throttlesSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((given) => Object.fromEntries(given.split(' ').map((it) => it.split('=')))),
  ),
  z.record(z.enum(REQUEST_KINDS), z.coerce.number().check(z.int(), z.minimum(1))),
);

/** Writes such a setting. */
export const throttlesText = (throttles: Throttles): string =>
  REQUEST_KINDS.map((kind) => `${kind}=${throttles[kind]}`).join(' ');

/** The setting for when nothing throttles: on the local server, and in tests. */
export const NO_THROTTLES = throttlesText(
  Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, 1_000_000_000])) as Throttles,
);

/** Where alarm panels connect: the receiver, and its backup if there is one. */
export interface PanelReceiver {
  readonly hosts: readonly string[];
  readonly port: number;
}

/** The value of such a setting in a stage that has none. */
const NO_RECEIVER = 'none';

/** A setting with hosts and their port, such as `203.0.113.7 203.0.113.8 3061`; null without a receiver. */
const panelReceiverSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((given) => {
      const parts = given.split(' ');
      return given === NO_RECEIVER ? null : { hosts: parts.slice(0, -1), port: Number(parts.at(-1)) };
    }),
  ),
  z.nullable(
    z.object({
      hosts: z.array(text).check(z.minLength(1)),
      port: z.int().check(z.minimum(1), z.maximum(65_535)),
    }),
  ),
);

/** Writes such a setting. */
export const panelReceiverText = (receiver: PanelReceiver | null): string =>
  receiver === null ? NO_RECEIVER : [...receiver.hosts, receiver.port].join(' ');

/** Where clients of MQTT connect. */
export interface MqttBroker {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** The host for clients with a certificate, if it takes some. Only AWS IoT Core does, where a client id proves its client. */
  readonly certificateHost: string | null;
}

const BROKER_URL = /^(mqtts?):\/\/([\w.-]+):(\d+)(?: ([\w.-]+))?$/;

/**
 * A setting with the URL of a broker, such as `mqtts://mqtt.guard.example:8883`, and the host for certificates; null without
 * one.
 */
const mqttBrokerSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((given) => {
      const [, scheme, host, port, certificateHost = null] = BROKER_URL.exec(given) ?? [];
      if (given === NO_RECEIVER) return null;
      return { host, port: Number(port), tls: scheme === 'mqtts', certificateHost };
    }),
  ),
  z.nullable(
    z.object({
      host: text,
      port: z.int().check(z.minimum(1), z.maximum(65_535)),
      tls: z.boolean(),
      certificateHost: z.nullable(text),
    }),
  ),
);

/** Writes such a setting. */
export function mqttBrokerText(broker: MqttBroker | null): string {
  if (broker === null) return NO_RECEIVER;
  const { host, port, tls, certificateHost } = broker;
  return `mqtt${tls ? 's' : ''}://${host}:${port}${certificateHost === null ? '' : ` ${certificateHost}`}`;
}

/** Where cameras and recorders send mail. */
export interface MailIn {
  /** The domain of addresses. */
  readonly domain: string;
  /** The server to set in devices; null where only mail servers deliver. */
  readonly host: string | null;
  readonly ports: readonly number[];
  readonly tlsPorts: readonly number[];
}

const NO_HOST = '-';
const portsIn = (list = ''): number[] =>
  list
    .split(',')
    .filter((it) => it !== '')
    .map(Number);

/** A setting such as `in.guard.example mail.guard.example 25,587 465`; null where no mail is received. */
const mailInSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((given) => {
      const [domain, host, ports, tlsPorts] = given.split(' ');
      if (given === NO_RECEIVER) return null;
      return {
        domain,
        host: host === NO_HOST ? null : host,
        ports: portsIn(ports),
        tlsPorts: portsIn(tlsPorts),
      };
    }),
  ),
  z.nullable(
    z.object({ domain: text, host: z.nullable(text), ports: z.array(z.int()), tlsPorts: z.array(z.int()) }),
  ),
);

/** Writes such a setting. */
export const mailInText = (mailIn: MailIn | null): string =>
  mailIn === null
    ? NO_RECEIVER
    : `${mailIn.domain} ${mailIn.host ?? NO_HOST} ${mailIn.ports.join(',')} ${mailIn.tlsPorts.join(',')}`;

/** A setting that is a whole number from 1. */
const count = (maximum: number) => ({
  schema: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)),
  requirement: `a whole number from 1 to ${maximum}`,
});

/** The value of the mail settings in a stage that sends no mail. */
export const NO_MAIL = 'none';

/**
 * Every setting that functions read, by its environment variable. `name` is its name in `Settings`.
 *
 * A row with a `default` is also a setting of the stage (`-c <name>=…`) and of the local server. A function never falls
 * back to the default: it must be given what it reads. The stack sets the rows without a `default`; `local` is their value
 * on the local server. Only the local server sets the rows with `onAws`, which is their value on AWS.
 *
 * docs/settings.md prints `text`. `npm run generate` writes its tables.
 */
export const SETTINGS = {
  TABLE_NAME: {
    name: 'tableName',
    schema: text,
    text: "the stage's table, or `restoredTableName`",
  },
  GUARD_STAGE: {
    name: 'stage',
    schema: text,
    text: '`stage`; names the service in logs and metrics',
  },
  GUARD_RELEASE: { name: 'release', schema: text, text: '`commit`' },
  GUARD_LIVE_URL: {
    name: 'liveUrl',
    schema: text,
    text: 'the WebSocket API, or `liveDomainName`',
  },
  DYNAMODB_ENDPOINT: {
    name: 'dynamodbEndpoint',
    schema: z.url(),
    onAws: undefined,
    text: "never set on AWS; the local server's engine",
  },
  GUARD_WEBHOOK_ENCRYPTION_KEY: {
    name: 'webhookEncryptionKey',
    schema: text,
    text: 'to encrypt secrets of webhooks',
  },
  GUARD_WEBHOOK_DECRYPTION_KEY: {
    name: 'webhookDecryptionKey',
    schema: text,
    text: 'to decrypt secrets of webhooks',
  },
  GUARD_TOTP_ENCRYPTION_KEY: {
    name: 'totpEncryptionKey',
    schema: text,
    text: 'to encrypt secrets of second factors',
  },
  GUARD_TOTP_DECRYPTION_KEY: {
    name: 'totpDecryptionKey',
    schema: text,
    text: 'to decrypt secrets of second factors',
  },
  GUARD_AUDIT_SIGNING_KEY: {
    name: 'auditSigningKey',
    schema: text,
    text: 'to sign seals of audit events',
  },
  GUARD_AUDIT_BUCKET: {
    name: 'auditBucket',
    schema: z
      .string()
      .check(z.regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/, 'must be the name of a bucket, or none')),
    requirement: 'the name of a bucket, or none',
    default: 'none',
    text: 'a bucket with Object Lock, best in another account, that gets a copy of each seal of audit events ([how](runbook.md#keep-copies-of-seals)), or `none`',
  },
  GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY: {
    name: 'identityProviderEncryptionKey',
    schema: text,
    text: 'to encrypt client secrets of identity providers',
  },
  GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY: {
    name: 'identityProviderDecryptionKey',
    schema: text,
    text: 'to decrypt client secrets of identity providers',
  },
  GUARD_PANEL_ENCRYPTION_KEY: {
    name: 'panelEncryptionKey',
    schema: text,
    text: 'to encrypt keys of panels',
  },
  GUARD_PANEL_DECRYPTION_KEY: {
    name: 'panelDecryptionKey',
    schema: text,
    text: 'to decrypt keys of panels',
  },
  GUARD_PICTURE_STORE: {
    name: 'pictureStore',
    schema: text,
    text: "the stage's bucket of pictures, to check, keep and delete them",
  },
  GUARD_PICTURE_UPLOADS: {
    name: 'pictureUploads',
    schema: text,
    text: 'the same bucket, to sign uploads',
  },
  GUARD_PICTURE_VIEWS: {
    name: 'pictureViews',
    schema: text,
    text: 'the same bucket, to sign the URLs of pictures',
  },
  GUARD_PICTURE_ORIGIN: {
    name: 'pictureOrigin',
    schema: z.url(),
    text: "where browsers load pictures: the bucket's address",
  },
  GUARD_PANEL_RECEIVER: {
    name: 'panelReceiver',
    schema: panelReceiverSchema,
    text: 'where panels connect: `panelHost`, or the two addresses of `panels`, and the port; `none` without either',
  },
  GUARD_MQTT_BROKER: {
    name: 'mqttBroker',
    schema: mqttBrokerSchema,
    text: 'where MQTT clients connect; `none` without a broker',
  },
  GUARD_MAIL_IN: {
    name: 'mailIn',
    schema: mailInSchema,
    text: 'the domain of mail addresses, and the server and ports that devices use; `none` without either',
  },
  GUARD_MAIL_STORE: {
    name: 'mailStore',
    schema: text,
    text: 'the bucket in which received mails wait; `none` where no mail is received',
  },
  GUARD_PUSH_ENCRYPTION_KEY: {
    name: 'pushEncryptionKey',
    schema: text,
    text: 'to encrypt the private key of Web Push',
  },
  GUARD_PUSH_DECRYPTION_KEY: {
    name: 'pushDecryptionKey',
    schema: text,
    text: 'to decrypt the private key of Web Push',
  },
  GUARD_SMS_CONFIGURATION_SET: {
    name: 'smsConfigurationSet',
    schema: text,
    text: "the stage's configuration set of AWS End User Messaging SMS, which reports deliveries; `none` without SMS",
  },
  GUARD_OUTBOX_URL: {
    name: 'outboxUrl',
    schema: z.url(),
    onAws: undefined,
    text: "never set on AWS; the local server's outbox, which gets pushes instead of the push services of browsers",
  },
  GUARD_WEBHOOKS_TO_LOCALHOST: {
    name: 'destinations',
    schema: z.pipe(
      z.enum(['true', 'false']),
      z.transform((value) => ({ isLocalhostAllowed: value === 'true' })),
    ),
    onAws: { isLocalhostAllowed: false },
    text: 'never set on AWS; whether webhooks may also be sent to `http://localhost`',
  },
  TOKEN_EXPIRATION: {
    name: 'tokenExpirationMinutes',
    ...count(525_600),
    default: 1440,
    text: 'lifetime of a token, in minutes, at most a year',
  },
  GUARD_RATE_LIMIT_AUTH: {
    name: 'authRequestsPerMinute',
    ...count(1_000_000),
    default: 5,
    text: 'requests a minute to refresh and logout per user, and to login per e-mail and address',
  },
  GUARD_RATE_LIMIT_API: {
    name: 'apiRequestsPerMinute',
    ...count(1_000_000),
    default: 60,
    text: 'requests a minute to the other endpoints per user',
  },
  GUARD_RATE_LIMIT_KEY_EVENTS: {
    name: 'keyEventsPerMinute',
    ...count(1_000_000),
    default: 600,
    text: 'events a minute that a key reports; the last tenth is kept for critical alerts, panic and fire',
  },
  GUARD_RATE_LIMIT_TENANT: {
    name: 'tenantRequestsPerMinute',
    ...count(100_000_000),
    default: 30_000,
    text: 'requests a minute that even a small tenant may make to each polled list and to reports; a tenth to refresh and logout, a 15th to what screens call when they open, a 20th to other endpoints of alerts, a 75th to each other one; larger tenants [have more](api-contract.md#limits)',
  },
  GUARD_THROTTLES: {
    name: 'throttles',
    schema: throttlesSchema,
    text: 'the throttle of each kind of method, in requests a minute, which bounds the limits of tenants',
  },
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: {
    name: 'loginRequestsPerAddressPerMinute',
    ...count(1_000_000),
    default: 30,
    text: 'logins a minute per address, over all e-mails',
  },
  GUARD_RATE_LIMIT_FAILED_LOGINS: {
    name: 'failedLoginsPerHour',
    ...count(1_000),
    default: 50,
    text: 'wrong passwords an hour per e-mail, over all addresses, at most 1,000',
  },
  GUARD_ALERT_RETENTION_DAYS: {
    name: 'alertRetentionDays',
    ...count(36_500),
    default: 400,
    text: 'days from the resolution of an alert until it is deleted with its history: [what holds](api-contract.md#how-long-alerts-are-kept)',
  },
  GUARD_PICTURE_RETENTION_DAYS: {
    name: 'pictureRetentionDays',
    ...count(36_500),
    default: 30,
    text: 'days from the arrival of a picture until it is deleted, at the latest with its alert ([pictures](pictures.md#how-long-pictures-are-kept)). Data protection rarely permits more than 30 without a reason',
  },
  GUARD_MAIL_FROM: {
    name: 'mailFrom',
    schema: z.union([z.literal(NO_MAIL), z.email()]),
    requirement: 'an e-mail address, or none',
    default: NO_MAIL,
    text: "the sender of Guard's mail: an address that SES has verified, or of a domain that it has ([how](deploy.md#mail)); `none` sends no mail",
  },
  GUARD_MAIL_CONFIGURATION_SET: {
    name: 'mailConfigurationSet',
    schema: z.string().check(z.regex(/^[\w-]{1,64}$/)),
    requirement: 'the name of a configuration set of SES, or none',
    default: NO_MAIL,
    text: 'a configuration set of SES: permanent bounces and complaints end mail to an address; `none` notices neither',
  },
  GUARD_SMS_FROM: {
    name: 'smsFrom',
    schema: smsFromSchema,
    requirement: SMS_FROM_REQUIREMENT,
    default: NO_SMS,
    text: "the origination identity of Guard's SMS in AWS End User Messaging SMS: a sender id, or the id of a phone number or pool; `none` sends no SMS",
  },
  GUARD_SMS_COUNTRIES: {
    name: 'smsCountries',
    schema: smsCountriesSchema,
    requirement: SMS_COUNTRIES_REQUIREMENT,
    default: NO_SMS,
    text: 'the countries of the numbers that get SMS: ISO 3166-1 codes, separated by spaces. Some foreign numbers cost their sender a lot',
  },
  GUARD_SMS_PER_DAY: {
    name: 'smsPerDay',
    ...count(1_000_000),
    default: 200,
    text: 'SMS of a tenant in a day (UTC): [its parts](notifications.md#budgets)',
  },
  GUARD_MAIL_PER_DAY: {
    name: 'mailPerDay',
    ...count(1_000_000),
    default: 2_000,
    text: 'mails of a tenant in a day (UTC) for notifications, codes and tests, with the same parts; invitations and lost passwords have [limits of their own](api-contract.md#limits)',
  },
  GUARD_SSO_REDIRECT_URIS: {
    name: 'ssoRedirectUris',
    schema: ssoRedirectUrisSchema,
    requirement: SSO_REDIRECT_URIS_REQUIREMENT,
    default: 'none',
    text: 'where single sign-on may return to, besides the console: the URIs of your mobile apps, separated by spaces',
  },
  GUARD_AUDIT_RETENTION_DAYS: {
    name: 'auditRetentionDays',
    ...count(36_500),
    default: 400,
    text: 'days until an event of the audit log expires',
  },
  GUARD_CORS_ORIGIN: {
    name: 'corsOrigin',
    schema: corsOriginSchema,
    requirement: CORS_ORIGIN_REQUIREMENT,
    default: '*',
    text: "the one origin of web pages that may call, such as `https://app.example.com`; `*` allows all, `none` only the API's own pages",
  },
} as const satisfies Record<string, SettingRow>;

export interface SettingRow {
  readonly name: string;
  readonly schema: z.ZodMiniType;
  readonly text: string;
  readonly default?: number | string;
  /** What the variable requires, for the error message of the local server. */
  readonly requirement?: string;
  /** The value if the variable is not set. */
  readonly onAws?: unknown;
}

type Rows = typeof SETTINGS;
export type Variable = keyof Rows;

/** The variables that the declaration of a function may name. */
export type SettingName = { [V in Variable]: Rows[V] extends { onAws: unknown } ? never : V }[Variable];

/** The settings of a function, by name. Reading one that the function did not get throws an error that names the variable. */
export type Settings = {
  readonly [V in Variable as Rows[V]['name']]:
    | z.output<Rows[V]['schema']>
    | (Rows[V] extends { onAws: infer A } ? A : never);
};

/**
 * Throws an error that lists every variable with a wrong value, and what the value must be. A missing variable is no error
 * here.
 */
export function checkSettings(environment: Environment): void {
  const schemas = Object.entries(SETTINGS).map(([variable, { schema }]) => [variable, z.optional(schema)]);
  const result = z.object(Object.fromEntries(schemas)).safeParse(environment);
  if (!result.success) throw new Error(`Wrong settings:\n${z.prettifyError(result.error)}`);
}

/** Reads each setting when it is first used, because a function gets only the settings that it declares (settings-use.ts). */
export function readSettings(environment: Environment): Settings {
  const settings = {};
  for (const [variable, row] of Object.entries(SETTINGS)) {
    let known: { readonly value: unknown } | undefined;
    Object.defineProperty(settings, row.name, {
      enumerable: true,
      get() {
        known ??= { value: readSetting(environment[variable], variable, row) };
        return known.value;
      },
    });
  }
  return settings as Settings;
}

function readSetting(value: string | undefined, variable: string, row: SettingRow): unknown {
  if (value === undefined && 'onAws' in row) return row.onAws;
  if (value === undefined)
    throw new Error(`Wrong settings: ${variable} is not set; the function must declare it.`);
  const result = row.schema.safeParse(value);
  if (!result.success) throw new Error(`Wrong settings: ${variable}:\n${z.prettifyError(result.error)}`);
  return result.data;
}
