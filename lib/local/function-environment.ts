import type { LocalSettings } from './settings.ts';

export const TABLE_NAME = 'guard-local';

/** The stage on this machine, and the release: what runs is whatever the working copy holds. */
const LOCAL = 'local';

/**
 * Sets what deployed functions find in their environment. The credentials are always dummies and everything that
 * could name an account is removed: whatever a developer is signed in to, demo accounts never get there. Must be
 * called before a function is imported. What triggered functions declare for themselves gives way to what all have.
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
    ...settings.functionVariables,
  });
}

/** Removes everything that names an AWS account and puts what a local engine takes in its place. */
export function useLocalAccount(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (name.startsWith('AWS_')) delete environment[name];
  Object.assign(environment, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'local',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
}
