import { expect, test } from 'vitest';
import { prepareEnvironment } from '../../../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../../../lib/local/settings.ts';

function prepare(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  prepareEnvironment(environment, readLocalSettings(environment), 'http://127.0.0.1:1');
  return environment;
}

test('The environment of local functions names the local table and database engine', () => {
  expect(prepare({ TABLE_NAME: 'prod', DYNAMODB_ENDPOINT: 'http://127.0.0.1:2' })).toMatchObject({
    TABLE_NAME: 'guard-local',
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:1',
    TOKEN_EXPIRATION: '1440',
  });
});

test('The environment of local functions contains no real credentials, profile or endpoint', () => {
  const prepared = prepare({
    AWS_ACCESS_KEY_ID: 'AKIAREAL',
    AWS_SECRET_ACCESS_KEY: 'real',
    AWS_SESSION_TOKEN: 'real',
    AWS_PROFILE: 'real',
    AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.eu-central-1.amazonaws.com',
    AWS_REGION: 'eu-central-1',
  });
  const ofAws = Object.entries(prepared).filter(([name]) => name.startsWith('AWS_'));
  expect(Object.fromEntries(ofAws)).toEqual({
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'local',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
});

test('On the local server, a trigger’s environment variables do not override variables such as TABLE_NAME that all functions get', () => {
  const environment = { TRIAL: 'no' };
  const declared = { TRIAL: 'yes', AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:2', TABLE_NAME: 'other' };
  prepareEnvironment(environment, readLocalSettings({}), 'http://127.0.0.1:1', declared);
  expect(environment).toMatchObject({ ...declared, TABLE_NAME: 'guard-local' });
});

test('The default log level of local functions is WARN', () => {
  expect(prepare({}).POWERTOOLS_LOG_LEVEL).toBe('WARN');
  expect(prepare({ POWERTOOLS_LOG_LEVEL: 'DEBUG' }).POWERTOOLS_LOG_LEVEL).toBe('DEBUG');
});
