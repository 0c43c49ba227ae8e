import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { schemasByName } from '../../shared/lambda/default-schemas.ts';
import { serviceName } from '../../shared/lambda/metrics.ts';
import { UNKNOWN_COMMIT } from '../../shared/lambda/release.ts';
import { NO_MAIL } from '../../shared/lambda/settings.ts';
import { NO_SMS } from '../../shared/lambda/sms-settings.ts';

/** The processors that Lambda offers (AWS, "Selecting and configuring an instruction set architecture"). */
const FUNCTION_ARCHITECTURES = ['arm64', 'x86_64'] as const;
export type FunctionArchitecture = (typeof FUNCTION_ARCHITECTURES)[number];

/** A boolean, or its text on the command line. */
const flag = z.union([z.boolean(), z.stringbool()]);
/** Lambda takes 128 MiB to 10,240 MiB (AWS, "Lambda quotas"). */
const memory = z.coerce.number().int().min(128).max(10_240);
const requestCount = z.coerce.number().int().min(1).max(10_000);
/**
 * A number of units of warm throughput. An on-demand table always has the minimum (AWS, "Understanding DynamoDB warm
 * throughput").
 */
const warmUnits = (minimum: number) => z.coerce.number().int().min(minimum).max(1_000_000).optional();
const domainName = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain name in lower case');

/**
 * The ARN that the console shows for a number, a pool or a sender id (AWS, "Actions, resources, and condition keys for AWS End
 * User Messaging SMS and Voice V2").
 */
const SMS_IDENTITY_ARN =
  /^arn:aws[\w-]*:sms-voice:[a-z\d-]+:\d{12}:(?:phone-number|pool|sender-id)\/([^/]+)(?:\/[A-Z]{2})?$/;

/**
 * The settings of a deployment. The defaults suit a stage with real data, so a stage can lose data only if its settings say
 * so. docs/settings.md shows the descriptions; functions read the settings of `schemasByName` (shared/lambda/settings.ts).
 */
export const stageSettingsSchema = z.object({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be a short lower-case name such as dev or prod')
    .describe('names the stack, and is part of the URL; `--stage prod` for short'),
  commit: z
    .string()
    .regex(/^([0-9a-f]{7,64}(-dirty)?|unknown)$/, 'must be a commit in hexadecimal digits, or unknown')
    .default(UNKNOWN_COMMIT)
    .describe('the deployed commit; by default that of the working copy, with `-dirty` if it has changes'),
  retainsData: flag
    .default(true)
    .describe('keeps the table and the logs when the stack is deleted, and protects both from deletion'),
  tableKey: z
    .enum(['dynamodb', 'own'])
    .default('dynamodb')
    .describe(
      "`own` encrypts the table with the stage's key of KMS. Changing it keeps the table and its data",
    ),
  restoredTableName: z
    .string()
    .regex(/^[a-zA-Z0-9_.-]{3,255}$/, 'must be the name of a table')
    .optional()
    .describe("a table restored from a backup, which replaces the stage's own"),
  restoredTableStreamArn: z
    .string()
    .regex(
      /^arn:aws[\w-]*:dynamodb:[a-z\d-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
      'must be the ARN of a stream',
    )
    .optional()
    .describe('the stream of that table ([how to get it](runbook.md#restore-the-table))'),
  // Without this vault, there are only the table's own continuous backups, which are lost together with the account or the
  // region.
  backupCopyVaultArn: z
    .string()
    .regex(
      /^arn:aws[\w-]*:backup:[a-z\d-]+:\d{12}:backup-vault:[a-zA-Z0-9_-]{2,50}$/,
      'must be the ARN of a backup vault',
    )
    .optional()
    .describe(
      "a vault in another account and region that gets a copy of each day's backup: [how](runbook.md#lose-the-account-or-the-region)",
    ),
  // The level must be INFO or lower, because functions write their metrics as log lines, which Lambda treats as INFO (AWS,
  // "Log-level filtering").
  logLevel: z
    .enum(['DEBUG', 'INFO'])
    .default('INFO')
    .describe('`DEBUG` also logs where each error was raised'),
  logRetentionDays: z.coerce
    .number()
    .pipe(z.enum(RetentionDays))
    .default(RetentionDays.THREE_MONTHS)
    .describe('days until logs are deleted'),
  ...schemasByName,
  smsFrom: z
    .string()
    .optional()
    .transform((setting) => setting?.replace(SMS_IDENTITY_ARN, '$1'))
    .pipe(schemasByName.smsFrom)
    .describe(
      "the origination identity of Guard's SMS in AWS End User Messaging SMS: a sender id, the id of a phone number or pool, or the ARN of one; `none` sends no SMS",
    ),
  mailConfigurationSet: schemasByName.mailConfigurationSet.check(
    z.describe(
      'the configuration set of SES with which permanent bounces and complaints end mail to an address. With `mailFrom`, the stage creates `guard-<stage>` by default, and uses any other; `none` notices neither',
    ),
  ),
  domainName: domainName.optional().describe('your own domain name of the API, then its only one'),
  certificateArn: z
    .string()
    .regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate')
    .optional()
    .describe(
      "the certificate of `domainName` and `liveDomainName`, in the stage's region; without it, the stage creates one in `hostedZoneId`",
    ),
  liveDomainName: domainName
    .optional()
    .describe(
      'your own domain name of the WebSocket API. It differs from `domainName`, and a `certificateArn` must include it',
    ),
  hostedZoneId: z
    .string()
    .regex(/^[A-Z0-9]{1,32}$/, 'must be the id of a hosted zone')
    .optional()
    .describe(
      'the public Route 53 zone that gets the records of the domain names, of their certificate and of mail',
    ),
  // The stack cannot look it up, because its account is not known.
  hostedZoneName: domainName
    .optional()
    .describe('the name of that zone, such as `example.com`; the domain names end with it'),
  createsMailIdentity: flag
    .default(true)
    .describe(
      "creates the identity of `mailFrom`'s domain in SES if the domain is in the zone ([how](deploy.md#mail)); `false` where the account and region have it",
    ),
  firewall: flag.default(true).describe('AWS WAF in front of the API ([cost](cost.md#when-nobody-calls))'),
  mqtt: flag
    .default(false)
    .describe(
      'takes messages of other systems by MQTT, through AWS IoT Core ([how](connect-systems.md#on-aws), [cost](cost.md#mqtt))',
    ),
  panels: flag
    .default(false)
    .describe(
      'takes alarm panels (SIA DC-09): two fixed addresses, a load balancer and two Fargate tasks ([how](deploy.md#panels), [cost](cost.md#panels)). A deployment then needs Docker',
    ),
  panelHost: domainName
    .optional()
    .describe(
      'a DNS name of the receiver of panels, which the console shows to installers instead of the two addresses of `panels`; also for [a receiver of your own](panels.md#the-receiver)',
    ),
  mailReceiver: flag
    .default(false)
    .describe(
      'takes mail of cameras and recorders by SMTP beside the receiver of panels, on ports 25, 465 and 587; needs `panels` ([how](mail.md#on-aws), [cost](cost.md#mail-of-cameras))',
    ),
  inboundMailDomain: domainName
    .optional()
    .describe(
      'a domain whose mail Amazon SES receives for devices that send through a mail server ([how](mail.md#on-aws)); only in regions where SES receives',
    ),
  // The default of 12,000 is enough for 1,200 polling users or 2,400 devices behind one address, and is a fiftieth of the
  // throttle of a polled method (docs/scale.md).
  firewallRequestsPerAddress: z.coerce
    .number()
    .int()
    .min(100)
    .max(2_000_000_000)
    .default(12_000)
    .describe(
      'requests in 5 minutes after which the firewall answers an address 429; a quarter of it for all but polled lists, reports and what screens open with',
    ),
  // It is a setting, because the stack does not name its region and AWS raises the quota on request. `npm run preflight`
  // compares it with the quota.
  accountRequestsPerSecond: z.coerce
    .number()
    .int()
    .min(100)
    .max(1_000_000)
    .default(10_000)
    .describe(
      "API Gateway's quota of the account in the stage's region, of which one method takes at most four fifths; 2500 in [13 regions](deploy.md#before-your-first-deployment)",
    ),
  // These settings limit the bill. The limits per user are far below them (lib/cdk/api/throttling.ts).
  gatewayRequestsPerSecond: requestCount
    .default(2100)
    .describe(
      'throttle of each method, over all callers; methods that clients call less often get [a part of it](scale.md#floods)',
    ),
  gatewayBurst: requestCount
    .default(2000)
    .describe('the same, at one instant; at most 0.4 times `accountRequestsPerSecond`'),
  release: z
    .enum(['canary', 'all_at_once', 'in_place'])
    .default('canary')
    .describe('how new code takes over: [deploy.md](deploy.md#how-releases-take-over)'),
  // The default is three times what 100 users cost (docs/cost.md), and far below what a flood costs.
  monthlyBudgetUsd: z.coerce
    .number()
    .min(0)
    .max(1_000_000_000)
    .default(500)
    .describe(
      'cost of the account in a month, in US dollars, that notifies the receivers of tickets; 0 notifies nobody',
    ),
  // They are most of an idle bill, and alarms without a receiver notify nobody.
  monitoring: flag
    .default(true)
    .describe(
      'alarms and the dashboard; needed with a receiver of alarms ([cost](cost.md#when-nobody-calls))',
    ),
  alarmEmail: z.email().optional().describe('the receiver of pages; AWS asks them to confirm'),
  alarmUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('receives pages, too: the HTTPS address that a pager service has for Amazon SNS'),
  alarmSlackChannel: z
    .string()
    .regex(
      /^[A-Z0-9]+\/[A-Z0-9]+$/,
      'must be the ids of a Slack workspace and of a channel, such as T0123ABCD/C0123ABCD',
    )
    .optional()
    .describe(
      'receives pages and tickets: `<workspace id>/<channel id>` in Slack, once AWS Chatbot may use the workspace ([how](deploy.md#before-your-first-deployment))',
    ),
  ticketEmail: z.email().optional().describe('the receiver of tickets; `alarmEmail` by default'),
  functionArchitecture: z.enum(FUNCTION_ARCHITECTURES).default('arm64').describe('or `x86_64`'),
  functionMemoryMib: memory.default(512).describe('memory of a function; its processor share grows with it'),
  // argon2id needs only 19 MiB, but a whole processor, which a function has from 1,769 MB (AWS, "Configure Lambda function
  // memory"). With more memory nothing gets faster, because a verification uses one thread.
  hashingFunctionMemoryMib: memory
    .default(1769)
    .describe(
      'the same for functions that hash passwords: one whole processor ([why](decisions/0067-hashing-gets-one-processor.md))',
    ),
  accountConcurrency: z.coerce
    .number()
    .int()
    .min(10)
    .max(1_000_000)
    .default(1_000)
    .describe("Lambda's quota of concurrent runs of the account in the region; a page is sent at 80 % of it"),
  // By default nothing is reserved, because a reservation is also a maximum, and an account with the usual quota has little
  // to spare.
  reservedConcurrency: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(0)
    .describe(
      'concurrent runs that the authorizer has alone, and as many for reports; neither has more. 0 reserves none',
    ),
  warmReadUnits: warmUnits(12_000).describe(
    'reads a second that table and each index take at once, before a launch; AWS charges once, and it is not lowered',
  ),
  warmWriteUnits: warmUnits(4_000).describe('the same for writes'),
  // The role that writes logs belongs to the whole account and region (AWS, "Set up CloudWatch logging for REST APIs").
  configuresGatewayLogging: flag
    .default(true)
    .describe("gives API Gateway the account's role to log with; `false` where the account has such a role"),
});

/** How many concurrent runs Lambda keeps for functions without a reservation (AWS, "Configuring reserved concurrency"). */
export const UNRESERVED_RUNS = 100;

/** How many concurrent runs are reserved, for the authorizer and for reports together. */
export const reservedRuns = ({ reservedConcurrency }: Pick<StageSettings, 'reservedConcurrency'>): number =>
  2 * reservedConcurrency;

/** Everybody who receives pages or tickets. */
const receiversOf = ({ alarmEmail, alarmUrl, alarmSlackChannel, ticketEmail }: StageSettings): string[] =>
  [alarmEmail, alarmUrl, alarmSlackChannel, ticketEmail].filter((it) => it !== undefined);

const hasDomain = ({ domainName, liveDomainName }: StageSettings): boolean =>
  (domainName ?? liveDomainName) !== undefined;

/** Whether a name is that of the domain, or within it. */
export const isIn = (domain: string, name: string): boolean => name === domain || name.endsWith(`.${domain}`);

/** The domain of the stage's sender of mail; `undefined` if the stage sends no mail. */
export const mailDomainOf = ({ mailFrom }: Pick<StageSettings, 'mailFrom'>): string | undefined =>
  mailFrom.split('@')[1]?.toLowerCase();

/** The domain of the stage's mail, if the stage creates its identity: the domain is in the hosted zone. */
export function ownMailDomain(settings: StageSettings): string | undefined {
  const { hostedZoneName, createsMailIdentity } = settings;
  const domain = mailDomainOf(settings);
  if (domain === undefined || hostedZoneName === undefined || !createsMailIdentity) return undefined;
  return isIn(hostedZoneName, domain) ? domain : undefined;
}

/**
 * Whether nobody but Guard sends mail from the domain: it is the stage's own domain name or in it, and not the top of the
 * zone, which a company also uses for its own mail.
 */
export const isMailDomainForGuardOnly = (
  { domainName, hostedZoneName }: StageSettings,
  mailDomain: string,
): boolean => domainName !== undefined && isIn(domainName, mailDomain) && mailDomain !== hostedZoneName;

/** Also checks the settings that depend on each other. */
const consistentSettingsSchema = stageSettingsSchema
  .refine((it) => !hasDomain(it) || (it.certificateArn ?? it.hostedZoneId) !== undefined, {
    path: ['hostedZoneId'],
    error: 'is needed with domainName and liveDomainName, or certificateArn is',
  })
  .refine((it) => (it.hostedZoneId === undefined) === (it.hostedZoneName === undefined), {
    path: ['hostedZoneName'],
    error: 'is the name of the zone hostedZoneId, such as example.com: give both, or none',
  })
  .check(({ value: it, issues }) => {
    for (const name of ['domainName', 'liveDomainName'] as const) {
      const [zone, input] = [it.hostedZoneName, it[name]];
      if (zone !== undefined && input !== undefined && !isIn(zone, input))
        issues.push({
          code: 'custom',
          path: [name],
          input,
          message: `must end with .${zone} (hostedZoneName)`,
        });
    }
  })
  .refine((it) => it.liveDomainName === undefined || it.liveDomainName !== it.domainName, {
    path: ['liveDomainName'],
    error: 'must be another name than domainName',
  })
  .refine((it) => !it.mailReceiver || it.panels, {
    path: ['mailReceiver'],
    error: 'needs panels: it runs beside the receiver of panels',
  })
  .refine((it) => hasDomain(it) || it.certificateArn === undefined, {
    path: ['domainName'],
    error: 'is needed with certificateArn',
  })
  .refine((it) => hasDomain(it) || ownMailDomain(it) !== undefined || it.hostedZoneId === undefined, {
    path: ['domainName'],
    error: 'is needed with hostedZoneId, or a mailFrom in the zone is',
  })
  .refine((it) => (it.restoredTableName === undefined) === (it.restoredTableStreamArn === undefined), {
    path: ['restoredTableStreamArn'],
    error: 'is given with restoredTableName, and only then',
  })
  .refine((it) => it.backupCopyVaultArn === undefined || it.retainsData, {
    path: ['backupCopyVaultArn'],
    error: 'is for a stage that keeps its data (retainsData)',
  })
  .refine((it) => it.mailConfigurationSet === NO_MAIL || it.mailFrom !== NO_MAIL, {
    path: ['mailFrom'],
    error: 'is needed with mailConfigurationSet',
  })
  .refine((it) => it.smsFrom === NO_SMS || it.smsCountries !== NO_SMS, {
    path: ['smsCountries'],
    error: 'is needed with smsFrom: no SMS goes to other countries',
  })
  .refine((it) => it.monitoring || receiversOf(it).length === 0, {
    path: ['monitoring'],
    error: 'is needed with alarmEmail, alarmUrl, alarmSlackChannel and ticketEmail',
  })
  .refine((it) => it.gatewayRequestsPerSecond <= it.accountRequestsPerSecond, {
    path: ['gatewayRequestsPerSecond'],
    error: 'must not exceed accountRequestsPerSecond',
  })
  .refine(
    (it) => it.reservedConcurrency === 0 || reservedRuns(it) + UNRESERVED_RUNS <= it.accountConcurrency,
    {
      path: ['reservedConcurrency'],
      error: `must leave ${UNRESERVED_RUNS} of accountConcurrency to other functions`,
    },
  );

export type StageSettings = z.infer<typeof stageSettingsSchema>;

type StageDifferences = Omit<z.input<typeof stageSettingsSchema>, 'stage'>;

/** How stages differ from the defaults. A stage that is not listed has the defaults. */
const STAGES: Readonly<Record<string, StageDifferences>> = {
  dev: {
    retainsData: false,
    logRetentionDays: RetentionDays.ONE_WEEK,
    gatewayRequestsPerSecond: 50,
    gatewayBurst: 100,
    firewall: false,
    monitoring: false,
    // Turned off, because a budget counts the whole account, and another stage already has one.
    monthlyBudgetUsd: 0,
    release: 'in_place',
  },
  prod: {
    logRetentionDays: RetentionDays.ONE_YEAR,
  },
};

/** The configuration set of mail that a stage creates. A stage with a sender has it by default. */
export const ownMailSet = (stage: unknown): string => serviceName(String(stage));

type ReadContext = (name: string) => unknown;

/**
 * Reads the settings from the CDK's context, such as of `cdk deploy -c stage=prod -c corsOrigin=https://app.example.com`.
 * Without a stage, it is `dev`. Throws an error that names every wrong setting.
 */
export function readStageSettings(context: ReadContext): StageSettings {
  const stage = context('stage') ?? 'dev';
  const given = Object.keys(stageSettingsSchema.shape)
    .map((name) => [name, context(name)])
    .filter(([, value]) => value !== undefined);
  const chosen = { ...differencesOf(stage), ...Object.fromEntries(given), stage };
  const result = consistentSettingsSchema.safeParse({
    ...('mailFrom' in chosen && chosen.mailFrom !== NO_MAIL
      ? { mailConfigurationSet: ownMailSet(stage) }
      : {}),
    ...chosen,
  });
  if (!result.success) throw new Error(`Wrong stage settings:\n${z.prettifyError(result.error)}`);
  return result.data;
}

const differencesOf = (stage: unknown): StageDifferences =>
  (typeof stage === 'string' && Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined) ?? {};

/**
 * Reads the settings of a stage that will be synthesized. A stage that retains its data must also name its origin and who
 * receives its alarms, because nobody should get defaults for these by mistake.
 */
export function readCompleteSettings(context: ReadContext): StageSettings {
  const settings = readStageSettings(context);
  if (!settings.retainsData) return settings;
  const { stage, alarmEmail, alarmUrl, alarmSlackChannel, ticketEmail } = settings;
  const everything = alarmEmail ?? alarmSlackChannel;
  const missing = [
    ...((everything ?? alarmUrl) === undefined
      ? ['a receiver of pages: alarmEmail, alarmUrl or alarmSlackChannel']
      : []),
    ...((everything ?? ticketEmail) === undefined
      ? ['a receiver of tickets: ticketEmail, alarmEmail or alarmSlackChannel']
      : []),
    ...((context('corsOrigin') ?? differencesOf(stage).corsOrigin) === undefined
      ? ['corsOrigin: the origin of its web pages, or none, or * for all']
      : []),
  ];
  if (missing.length === 0) return settings;
  throw new Error(
    [
      `The stage ${stage} keeps its data, and needs:`,
      ...missing.map((it) => `  - ${it}`),
      'Write them into STAGES of lib/cdk/stage-settings.ts, or give them with -c <setting>=<value>.',
    ].join('\n'),
  );
}
