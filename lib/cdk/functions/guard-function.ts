import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { COPIES_PREFIX, NO_BUCKET } from '../../../shared/audit/seal.ts';
import { VARIABLES_WITH_DEFAULT, type VariableWithDefault } from '../../../shared/lambda/default-schemas.ts';
import { mailInText, mqttBrokerText, SETTINGS, type SettingName } from '../../../shared/lambda/settings.ts';
import { DEFAULT_TIMEOUT_SECONDS } from '../../../shared/lambda/trigger.ts';
import type { TableUse } from '../../../shared/table/table-use.ts';
import { createLogGroup } from '../log-group.ts';
import { acknowledgePictures, type PictureBucket, pictureOrigin, pictureStatements } from '../pictures.ts';
import { smsConfigurationSetName } from '../sms.ts';
import { keyStatements } from '../stage-key.ts';
import type { FunctionArchitecture, StageSettings } from '../stage-settings.ts';
import { closeRole } from './close-role.ts';
import { deployedCode } from './function-assets.ts';

const ARCHITECTURES: Readonly<Record<FunctionArchitecture, Architecture>> = {
  arm64: Architecture.ARM_64,
  x86_64: Architecture.X86_64,
};

export interface GuardFunctionProps {
  /** The resource in `functions/` to which the function belongs. */
  readonly resource: string;
  readonly description: string;
  /** The folder with the function's code. */
  readonly codeFolder: string;
  readonly settings: StageSettings;
  /** The URL of the WebSocket API, if the stage has one. */
  readonly liveUrl?: string | undefined;
  /** The throttles of the API's methods, as the setting of functions with them. */
  readonly throttles?: string | undefined;
  /** Where panels connect, as the setting of functions that say so. */
  readonly panelReceiver?: string | undefined;
  /** Where clients of MQTT connect, as the setting of functions that say so. */
  readonly mqttBroker?: string | undefined;
  /** Where cameras send mail, as the setting of functions that say so. */
  readonly mailIn?: string | undefined;
  readonly table: { readonly tableName: string; readonly tableArn: string };
  /** The bucket of pictures. Only functions that read its settings may use it. */
  readonly pictures: PictureBucket;
  readonly tableUse: TableUse;
  /** The key of the stage. Only functions that read its settings may use it. */
  readonly keyArn: string;
  readonly hashesPasswords?: boolean;
  /** Permissions besides those for its log, its traces and the table. */
  readonly statements?: readonly PolicyStatement[];
  /**
   * The settings that the code reads. The function gets no others, so that a changed setting leads to a release only of the
   * functions that read it.
   */
  readonly reads: readonly SettingName[];
  /** Environment variables besides its settings. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
  /** True by default. */
  readonly isTraced?: boolean;
  /** Whether it has the stage's `reservedConcurrency`. */
  readonly hasReservation?: boolean;
}

/**
 * A Lambda function with its own log group and role. The role allows writing to this log group and to X-Ray, and the access
 * to the table that `tableUse` declares. The policy is part of the role and not a separate resource, because a stack has at
 * most 500 resources (AWS, "CloudFormation quotas").
 */
export class GuardFunction extends Construct {
  readonly function: LambdaFunction;
  readonly resource: string;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: GuardFunctionProps) {
    super(scope, id);
    const { settings } = props;
    this.resource = props.resource;
    this.logGroup = createLogGroup(this, 'Logs', settings);
    const copies = copiesOf(props);
    const access = this.accessStatements(props, copies);
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: ARCHITECTURES[settings.functionArchitecture],
      code: deployedCode(props.codeFolder),
      handler: 'index.handler',
      memorySize: props.hashesPasswords ? settings.hashingFunctionMemoryMib : settings.functionMemoryMib,
      timeout: Duration.seconds(props.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
      role: closeRole(this.createRole(access, copies, props), access),
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel[settings.logLevel],
      // At this level, Lambda leaves out two lines for each run. Failed runs and timeouts are warnings (AWS, "System log
      // level event mapping").
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: props.isTraced === false ? Tracing.PASS_THROUGH : Tracing.ACTIVE,
      environment: environmentOf(props),
      // Old versions are kept, so that a release can be undone, but not those of a release that is rolled back: Lambda
      // publishes no version with the code of the last one (AWS, "PublishVersion"), so it could not be released again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.hasReservation && settings.reservedConcurrency > 0
        ? { reservedConcurrentExecutions: settings.reservedConcurrency }
        : {}),
    });
  }

  /**
   * Creates the role. It stays the same when the policy changes, because an alias divides its traffic only between versions
   * with the same role (AWS, "Implement Lambda canary deployments using a weighted alias").
   */
  private createRole(
    statements: PolicyStatement[],
    copies: readonly string[],
    { pictures, reads }: GuardFunctionProps,
  ): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Access: new PolicyDocument({ statements }) },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray’s actions know no resources; whatever does is granted by name.',
    });
    acknowledgePictures(role, pictures, reads);
    for (const it of copies) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${it.replace(Aws.PARTITION, '<AWS::Partition>')}]`,
        reason: 'Each seal has an object of its own.',
      });
    }
    return role;
  }

  private accessStatements(props: GuardFunctionProps, copies: readonly string[]): PolicyStatement[] {
    const { table, tableUse, keyArn, pictures, reads, statements = [] } = props;
    return [
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logGroup.logGroupArn]),
      // X-Ray's actions cannot be restricted to resources (AWS, "Actions, resources, and condition keys for AWS X-Ray").
      allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
      ...tableStatements(table, tableUse),
      ...keyStatements(keyArn, reads),
      ...pictureStatements(pictures, reads),
      ...copies.map((it) => allow(['s3:PutObject'], [it])),
      ...statements,
    ];
  }
}

const allow = (actions: string[], resources: string[]) =>
  new PolicyStatement({ effect: Effect.ALLOW, actions, resources });

/** The permissions on the table that a use of it needs. */
export function tableStatements(
  { tableArn }: Pick<GuardFunctionProps['table'], 'tableArn'>,
  { actions, indexes }: TableUse,
): PolicyStatement[] {
  const onTable = actions.map((action) => `dynamodb:${action}`);
  const ofIndexes = indexes.map((name) => `${tableArn}/index/${name}`);
  return [
    ...(onTable.length > 0 ? [allow(onTable, [tableArn])] : []),
    ...(ofIndexes.length > 0 ? [allow(['dynamodb:Query'], ofIndexes)] : []),
  ];
}

/** The object names of seal copies, if the stage has a bucket for them and the function writes them. */
function copiesOf({ settings: { auditBucket }, reads }: GuardFunctionProps): string[] {
  if (auditBucket === NO_BUCKET || !reads.includes('GUARD_AUDIT_BUCKET')) return [];
  return [`arn:${Aws.PARTITION}:s3:::${auditBucket}/${COPIES_PREFIX}*`];
}

/** Makes the environment of a function: its log level, its settings and its own variables. */
export function environmentOf({
  settings,
  table,
  reads,
  environment,
  keyArn,
  pictures = { bucketName: '' },
  liveUrl = '',
  throttles = '',
  panelReceiver = '',
  mqttBroker = mqttBrokerText(null),
  mailIn = mailInText(null),
}: Pick<
  GuardFunctionProps,
  | 'settings'
  | 'reads'
  | 'environment'
  | 'keyArn'
  | 'liveUrl'
  | 'throttles'
  | 'panelReceiver'
  | 'mqttBroker'
  | 'mailIn'
> & {
  readonly table: { readonly tableName: string };
  readonly pictures?: Pick<PictureBucket, 'bucketName'>;
}): Record<string, string> {
  const { tableName } = table;
  const values = settingValues(settings, {
    tableName,
    keyArn,
    liveUrl,
    throttles,
    panelReceiver,
    mqttBroker,
    mailIn,
    bucketName: pictures.bucketName,
    origin: pictureOrigin(pictures),
  });
  return {
    POWERTOOLS_LOG_LEVEL: settings.logLevel,
    ...Object.fromEntries(reads.map((name) => [name, values[name]])),
    ...environment,
  };
}

/** The values of functions' settings in a stage. */
function settingValues(
  settings: StageSettings,
  {
    tableName,
    keyArn,
    bucketName,
    origin,
    liveUrl,
    throttles,
    panelReceiver,
    mqttBroker,
    mailIn,
  }: Readonly<
    Record<
      | 'tableName'
      | 'keyArn'
      | 'bucketName'
      | 'origin'
      | 'liveUrl'
      | 'throttles'
      | 'panelReceiver'
      | 'mqttBroker'
      | 'mailIn',
      string
    >
  >,
): Readonly<Record<SettingName, string>> {
  const fromStage = VARIABLES_WITH_DEFAULT.map((it) => [it, String(settings[SETTINGS[it].name])]);
  return {
    ...(Object.fromEntries(fromStage) as Record<VariableWithDefault, string>),
    TABLE_NAME: tableName,
    GUARD_STAGE: settings.stage,
    GUARD_RELEASE: settings.commit,
    GUARD_THROTTLES: throttles,
    GUARD_LIVE_URL: liveUrl,
    GUARD_MQTT_BROKER: mqttBroker,
    GUARD_MAIL_IN: mailIn,
    GUARD_MAIL_STORE: bucketName,
    GUARD_PANEL_RECEIVER: panelReceiver,
    GUARD_PICTURE_STORE: bucketName,
    GUARD_PICTURE_UPLOADS: bucketName,
    GUARD_PICTURE_VIEWS: bucketName,
    GUARD_PICTURE_ORIGIN: origin,
    GUARD_WEBHOOK_ENCRYPTION_KEY: keyArn,
    GUARD_WEBHOOK_DECRYPTION_KEY: keyArn,
    GUARD_TOTP_ENCRYPTION_KEY: keyArn,
    GUARD_TOTP_DECRYPTION_KEY: keyArn,
    GUARD_AUDIT_SIGNING_KEY: keyArn,
    GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY: keyArn,
    GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY: keyArn,
    GUARD_PUSH_ENCRYPTION_KEY: keyArn,
    GUARD_PUSH_DECRYPTION_KEY: keyArn,
    GUARD_PANEL_ENCRYPTION_KEY: keyArn,
    GUARD_PANEL_DECRYPTION_KEY: keyArn,
    GUARD_SMS_CONFIGURATION_SET: smsConfigurationSetName(settings),
  };
}
