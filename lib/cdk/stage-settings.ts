import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { settingsWithDefaults } from '../../shared/lambda/setting-defaults.ts';
import { UNKNOWN_COMMIT } from './commit.ts';
import { FUNCTION_ARCHITECTURES } from './functions/argon2-addon.ts';

const { shape: functionSettings } = settingsWithDefaults;

/** A true or false, also as the command line writes it. */
const flag = z.union([z.boolean(), z.stringbool()]);
/** Lambda takes 128 MiB to 10,240 MiB (AWS, "Lambda quotas"). */
const memory = z.coerce.number().int().min(128).max(10_240);
const requestCount = z.coerce.number().int().min(1).max(10_000);

const domainNameField = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain name in lower case');

/**
 * What distinguishes one deployment of Guard from another. The defaults are those of a stage that holds real
 * data: nothing is lost unless a stage says so.
 */
export const stageSettingsSchema = z.object({
  /** Names the stack and stands in the URL of the API. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be a short lower-case name such as dev or prod'),
  /**
   * The commit that is deployed, with `-dirty` at its end where the working copy held more. The app asks git, unless it is
   * given; without git it is unknown.
   */
  commit: z
    .string()
    .regex(/^([0-9a-f]{7,64}(-dirty)?|unknown)$/, 'must be a commit in hexadecimal digits, or unknown')
    .default(UNKNOWN_COMMIT),
  /** Keeps the table and the logs when the stack is deleted, and protects table and stack from deletion. */
  retainsData: flag.default(true),
  /**
   * DEBUG also logs where each error was raised. Not less than INFO: metrics leave the functions as lines of the log,
   * which Lambda takes for INFO (AWS, "Log-level filtering").
   */
  logLevel: z.enum(['DEBUG', 'INFO']).default('INFO'),
  logRetentionDays: z.coerce.number().pipe(z.enum(RetentionDays)).default(RetentionDays.THREE_MONTHS),

  tokenExpirationMinutes: functionSettings.TOKEN_EXPIRATION,
  authRequestsPerMinute: functionSettings.GUARD_RATE_LIMIT_AUTH,
  apiRequestsPerMinute: functionSettings.GUARD_RATE_LIMIT_API,
  /** Events of reports, per key. */
  keyEventsPerMinute: functionSettings.GUARD_RATE_LIMIT_KEY_EVENTS,
  loginRequestsPerAddressPerMinute: functionSettings.GUARD_RATE_LIMIT_LOGIN_ADDRESS,
  failedLoginsPerHour: functionSettings.GUARD_RATE_LIMIT_FAILED_LOGINS,
  /** So many days after its resolution an alert goes, with its history, which holds people's names. */
  alertRetentionDays: functionSettings.GUARD_ALERT_RETENTION_DAYS,
  corsOrigin: functionSettings.GUARD_CORS_ORIGIN,

  functionArchitecture: z.enum(FUNCTION_ARCHITECTURES).default('arm64'),
  functionMemoryMib: memory.default(512),
  /**
   * For functions that hash passwords. argon2id needs 19 MiB but a whole processor, and a function has one from
   * 1,769 MB on (AWS, "Configure Lambda function memory"). More makes nothing faster: a verification is one thread.
   */
  hashingFunctionMemoryMib: memory.default(1769),

  /**
   * What API Gateway lets through to a method, over all callers; lib/cdk/api/throttling.ts gives most methods less. It bounds
   * the bill; the limits per user are far below it.
   */
  gatewayRequestsPerSecond: requestCount.default(500),
  gatewayBurst: requestCount.default(1000),
  /**
   * Gives API Gateway a role to write logs with. That is one setting for the whole account and region: turn it
   * off where the account has such a role already (AWS, "Set up CloudWatch logging for REST APIs").
   */
  configuresGatewayLogging: flag.default(true),

  /**
   * Who is woken: told when an alarm goes off that cannot wait, and when it is over. Nobody if not given. SNS asks them
   * to confirm first.
   */
  alarmEmail: z.email().optional(),
  /** Who is told of what waits for the next working day; `alarmEmail` if not given. */
  ticketEmail: z.email().optional(),
  /**
   * What the account may cost in a month before somebody is told, in US dollars; 0 tells nobody. Three times what 100 users
   * cost (docs/cost.md), and far from what a flood does: an account with more in it needs more.
   */
  monthlyBudgetUsd: z.coerce.number().min(0).max(1_000_000_000).default(500),
  /**
   * A table that a backup was restored to, which the stage then works on instead of its own (docs/runbook.md). As long
   * as it does so, every deployment must say it: it belongs to what the stage says for itself below.
   */
  restoredTableName: z
    .string()
    .regex(/^[a-zA-Z0-9_.-]{3,255}$/, 'must be the name of a table')
    .optional(),
  /** The stream of that table, which was made for it and has a name of its own: functions get the table's changes. */
  restoredTableStreamArn: z
    .string()
    .regex(
      /^arn:aws[\w-]*:dynamodb:[a-z\d-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
      'must be the ARN of a stream',
    )
    .optional(),
  /**
   * A vault of AWS Backup, best in another account and region, that gets a copy of each day's backup of the table
   * (lib/cdk/backup.ts). Without it there are the table's own continuous backups only, which are lost with the account or
   * the region. docs/runbook.md says how to make the vault.
   */
  backupCopyVaultArn: z
    .string()
    .regex(
      /^arn:aws[\w-]*:backup:[a-z\d-]+:\d{12}:backup-vault:[a-zA-Z0-9_-]{2,50}$/,
      'must be the ARN of a backup vault',
    )
    .optional(),

  /** Puts AWS WAF in front of the API. It is charged by the month, requests or not. */
  firewall: flag.default(true),
  /**
   * Requests in 5 minutes after which the firewall blocks an address. 30,000 are a hundred people behind one address,
   * each at their own limit, and a fifth of what a method is throttled to: no address locks the others out.
   */
  firewallRequestsPerAddress: z.coerce.number().int().min(100).max(2_000_000_000).default(30_000),

  /** A domain name of the operator's own for the API, which then has no other; needs `certificateArn`. */
  domainName: domainNameField.optional(),
  /**
   * A domain name of the operator's own for the WebSocket API: another one than `domainName`, since the two kinds of API
   * cannot share one. Needs `certificateArn`, of a certificate that names both.
   */
  liveDomainName: domainNameField.optional(),
  /** The domain's certificate in AWS Certificate Manager, in the region that the stage is deployed to. */
  certificateArn: z
    .string()
    .regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate')
    .optional(),
  /** The hosted zone of Route 53 that gets the domain's record; without it the record is the operator's to make. */
  hostedZoneId: z
    .string()
    .regex(/^[A-Z0-9]{1,32}$/, 'must be the id of a hosted zone')
    .optional(),

  /**
   * How new code takes over from the old (lib/cdk/release/release.ts): with a tenth of the calls first, or at once as a new version
   * beside the old one, or by replacing the functions where they are, without versions.
   */
  release: z.enum(['canary', 'all_at_once', 'in_place']).default('canary'),
});

function hasDomain({ domainName, liveDomainName }: StageSettings): boolean {
  return (domainName ?? liveDomainName) !== undefined;
}

/** Settings that are given together. */
const consistentSettingsSchema = stageSettingsSchema
  .refine((it) => (it.domainName ?? it.liveDomainName) === undefined || it.certificateArn !== undefined, {
    path: ['certificateArn'],
    error: 'is needed with domainName and liveDomainName',
  })
  .refine((it) => it.liveDomainName === undefined || it.liveDomainName !== it.domainName, {
    path: ['liveDomainName'],
    error: 'must be another name than domainName',
  })
  .refine((it) => hasDomain(it) || (it.certificateArn ?? it.hostedZoneId) === undefined, {
    path: ['domainName'],
    error: 'is needed with certificateArn and hostedZoneId',
  })
  .refine((it) => (it.restoredTableName === undefined) === (it.restoredTableStreamArn === undefined), {
    path: ['restoredTableStreamArn'],
    error: 'is given with restoredTableName, and only then',
  })
  .refine((it) => it.backupCopyVaultArn === undefined || it.retainsData, {
    path: ['backupCopyVaultArn'],
    error: 'is for a stage that keeps its data (retainsData)',
  });

export type StageSettings = z.infer<typeof stageSettingsSchema>;

type StageDifferences = Omit<z.input<typeof stageSettingsSchema>, 'stage'>;

/** How stages differ from the defaults. A stage that is not named here has just the defaults. */
const STAGES: Readonly<Record<string, StageDifferences>> = {
  dev: {
    retainsData: false,
    logRetentionDays: RetentionDays.ONE_WEEK,
    gatewayRequestsPerSecond: 50,
    gatewayBurst: 100,
    firewall: false,
    // Another stage of the account has one, and two would tell the same.
    monthlyBudgetUsd: 0,
    release: 'in_place',
  },
  prod: {
    logRetentionDays: RetentionDays.ONE_YEAR,
  },
};

/**
 * The settings of the stage that `-c stage=…` names (`dev` if none). Any single one can be given the same way,
 * as in `cdk deploy -c stage=prod -c corsOrigin=https://app.example.com`. Throws an error that names every
 * setting that is wrong.
 */
export function readStageSettings(context: (name: string) => unknown): StageSettings {
  const stage = context('stage') ?? 'dev';
  const given = Object.keys(stageSettingsSchema.shape)
    .map((name) => [name, context(name)])
    .filter(([, value]) => value !== undefined);
  const differences = typeof stage === 'string' && Object.hasOwn(STAGES, stage) ? STAGES[stage] : {};
  const result = consistentSettingsSchema.safeParse({ ...differences, ...Object.fromEntries(given), stage });
  if (!result.success) throw new Error(`Wrong stage settings:\n${z.prettifyError(result.error)}`);
  return result.data;
}
