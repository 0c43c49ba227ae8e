import { createHash } from 'node:crypto';
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { TableUse } from '../../../shared/table/table-use.ts';
import { createLogGroup } from '../log-group.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { FunctionArchitecture } from './argon2-addon.ts';

const ARCHITECTURES: Readonly<Record<FunctionArchitecture, Architecture>> = {
  arm64: Architecture.ARM_64,
  x86_64: Architecture.X86_64,
};

export interface EndpointFunctionProps {
  readonly description: string;
  /** The folder with the function's code. */
  readonly codeFolder: string;
  readonly settings: StageSettings;
  readonly table: { readonly tableName: string; readonly tableArn: string };
  readonly tableUse: TableUse;
  readonly hashesPasswords: boolean;
}

/**
 * One Lambda function with its own log group and its own role. The role can write to that log group and do to
 * the table exactly what `tableUse` says, and write to X-Ray: it names no other resource.
 *
 * The policy is part of the role, not a resource of its own: a stack holds 500 resources at most (AWS,
 * "CloudFormation quotas"), and every endpoint counts.
 */
export class EndpointFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id);
    const { settings } = props;
    this.logGroup = createLogGroup(this, 'Logs', settings);
    const role = this.createRole(this.accessPolicy(props));
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: ARCHITECTURES[settings.functionArchitecture],
      code: Code.fromAsset(props.codeFolder),
      handler: 'index.handler',
      memorySize: props.hashesPasswords ? settings.hashingFunctionMemoryMib : settings.functionMemoryMib,
      // Longer than the table's client retries, shorter than the 29 s after which API Gateway gives up.
      timeout: Duration.seconds(15),
      // What the CDK would add to it as a policy of its own is in `accessPolicy` already.
      role: role.withoutPolicyUpdates(),
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel[settings.logLevel],
      tracing: Tracing.ACTIVE,
      environment: environmentOf(settings, props.table.tableName),
    });
  }

  /**
   * A role for just this policy: another one makes another role. The version that still serves during a canary has the
   * role that it was published with, and would fail if a release took from that what it needs.
   */
  private createRole(access: PolicyDocument): Role {
    const fingerprint = createHash('sha256').update(JSON.stringify(Stack.of(this).resolve(access)));
    const role = new Role(this, `Role${fingerprint.digest('hex').slice(0, 8)}`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Access: access },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray’s actions know no resources; whatever does is granted by name.',
    });
    return role;
  }

  private accessPolicy({ table, tableUse }: EndpointFunctionProps): PolicyDocument {
    const policy = new PolicyDocument();
    const allow = (actions: string[], resources: string[]) =>
      policy.addStatements(new PolicyStatement({ effect: Effect.ALLOW, actions, resources }));
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logGroup.logGroupArn]);
    // X-Ray's actions know no resources (AWS, "Actions, resources, and condition keys for AWS X-Ray").
    allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']);
    if (tableUse.actions.length > 0) {
      allow(
        tableUse.actions.map((action) => `dynamodb:${action}`),
        [table.tableArn],
      );
    }
    if (tableUse.indexes.length > 0) {
      allow(
        ['dynamodb:Query'],
        tableUse.indexes.map((name) => `${table.tableArn}/index/${name}`),
      );
    }
    return policy;
  }
}

/** The environment that `readSettings` of shared/lambda/settings.ts reads, and what Powertools and Node.js read. */
function environmentOf(settings: StageSettings, tableName: string): Record<string, string> {
  return {
    TABLE_NAME: tableName,
    GUARD_STAGE: settings.stage,
    POWERTOOLS_LOG_LEVEL: settings.logLevel,
    TOKEN_EXPIRATION: String(settings.tokenExpirationMinutes),
    GUARD_RATE_LIMIT_AUTH: String(settings.authRequestsPerMinute),
    GUARD_RATE_LIMIT_API: String(settings.apiRequestsPerMinute),
    GUARD_RATE_LIMIT_LOGIN_ADDRESS: String(settings.loginRequestsPerAddressPerMinute),
    GUARD_RATE_LIMIT_FAILED_LOGINS: String(settings.failedLoginsPerHour),
    GUARD_CORS_ORIGIN: settings.corsOrigin,
    // Stack traces name the TypeScript sources.
    NODE_OPTIONS: '--enable-source-maps',
  };
}
