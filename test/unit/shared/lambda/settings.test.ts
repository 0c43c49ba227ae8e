import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../../shared/lambda/settings.ts';

const least = { TABLE_NAME: 'guard' };

describe('the settings of a function', () => {
  test('are those of the specification, unless the stage says otherwise', () => {
    expect(readSettings(least)).toEqual({
      tableName: 'guard',
      stage: 'local',
      dynamodbEndpoint: undefined,
      tokenExpirationMinutes: 1440,
      rateLimits: {
        authPerMinute: 5,
        apiPerMinute: 60,
        loginPerAddressPerMinute: 30,
        failedLoginsPerHour: 50,
      },
      corsOrigin: '*',
    });
  });

  test('are read from the environment', () => {
    const environment = {
      ...least,
      GUARD_STAGE: 'prod',
      DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000',
      TOKEN_EXPIRATION: '60',
      GUARD_RATE_LIMIT_AUTH: '1',
      GUARD_RATE_LIMIT_API: '2',
      GUARD_RATE_LIMIT_LOGIN_ADDRESS: '3',
      GUARD_RATE_LIMIT_FAILED_LOGINS: '4',
      GUARD_CORS_ORIGIN: 'https://app.test',
    };
    expect(readSettings(environment)).toEqual({
      tableName: 'guard',
      stage: 'prod',
      dynamodbEndpoint: 'http://127.0.0.1:8000',
      tokenExpirationMinutes: 60,
      rateLimits: { authPerMinute: 1, apiPerMinute: 2, loginPerAddressPerMinute: 3, failedLoginsPerHour: 4 },
      corsOrigin: 'https://app.test',
    });
  });

  test.each([
    ['TABLE_NAME', '', 'g'],
    ['GUARD_STAGE', '', 'p'],
    ['DYNAMODB_ENDPOINT', 'here', 'http://here'],
    ['TOKEN_EXPIRATION', '0', '1'],
    ['TOKEN_EXPIRATION', '525601', '525600'],
    ['TOKEN_EXPIRATION', '1.5', '2'],
    ['GUARD_RATE_LIMIT_AUTH', '0', '1'],
    ['GUARD_RATE_LIMIT_API', '1000001', '1000000'],
    ['GUARD_RATE_LIMIT_LOGIN_ADDRESS', 'x', '1'],
    ['GUARD_RATE_LIMIT_FAILED_LOGINS', '0', '1'],
    ['GUARD_RATE_LIMIT_FAILED_LOGINS', '1001', '1000'],
  ])('take for %s not %j, but %j', (name, wrong, right) => {
    expect(() => readSettings({ ...least, [name]: wrong })).toThrow(new RegExp(`Wrong settings:[^]*${name}`));
    expect(() => readSettings({ ...least, [name]: right })).not.toThrow();
  });
});
