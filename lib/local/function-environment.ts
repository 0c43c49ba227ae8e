import { NO_THROTTLES } from '../../shared/lambda/settings.ts';
import { NO_SMS } from '../../shared/lambda/sms-settings.ts';
import type { LocalSettings } from './settings.ts';

export const TABLE_NAME = 'guard-local';

/** The name of the stage, and of the release. */
const LOCAL = 'local';

/**
 * Sets the environment variables that deployed functions have. Replaces AWS credentials by dummies and removes everything
 * that could name an account, so that demo accounts never reach one. It must be called before any function is imported. The
 * variables of all functions override those of triggered functions.
 */
export function prepareEnvironment(
  environment: NodeJS.ProcessEnv,
  settings: LocalSettings,
  dynamodbEndpoint: string,
  ofTriggers: Readonly<Record<string, string>> = {},
): void {
  useLocalAccount(environment);
  Object.assign(environment, ofTriggers, {
    POWERTOOLS_LOG_LEVEL: environment.POWERTOOLS_LOG_LEVEL || 'WARN',
    GUARD_METRICS_DISABLED: 'true',
    TABLE_NAME,
    GUARD_STAGE: LOCAL,
    GUARD_RELEASE: LOCAL,
    DYNAMODB_ENDPOINT: dynamodbEndpoint,
    GUARD_WEBHOOKS_TO_LOCALHOST: 'true',
    GUARD_SMS_CONFIGURATION_SET: NO_SMS,
    GUARD_THROTTLES: NO_THROTTLES,
    ...settings.functionVariables,
  });
}

/** Replaces everything that names an AWS account by dummies for a local engine. */
export function useLocalAccount(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (name.startsWith('AWS_')) delete environment[name];
  Object.assign(environment, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'local',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
}
