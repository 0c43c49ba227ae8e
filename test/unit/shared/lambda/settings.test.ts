import { describe, expect, test } from 'vitest';
import { checkSettings, readSettings, type Settings } from '../../../../shared/lambda/settings.ts';

const environment = {
  TABLE_NAME: 'guard',
  GUARD_STAGE: 'prod',
  GUARD_RELEASE: '4f9c2b7',
  DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000',
  TOKEN_EXPIRATION: '60',
  GUARD_RATE_LIMIT_AUTH: '1',
  GUARD_RATE_LIMIT_API: '2',
  GUARD_RATE_LIMIT_KEY_EVENTS: '5',
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: '3',
  GUARD_RATE_LIMIT_FAILED_LOGINS: '4',
  GUARD_ALERT_RETENTION_DAYS: '6',
  GUARD_LIVE_URL: 'wss://live.test',
  GUARD_CORS_ORIGIN: 'https://app.test',
};

describe('the settings of a function', () => {
  test('are read from the environment', () => {
    expect(readSettings(environment)).toEqual({
      tableName: 'guard',
      stage: 'prod',
      release: '4f9c2b7',
      dynamodbEndpoint: 'http://127.0.0.1:8000',
      tokenExpirationMinutes: 60,
      rateLimits: {
        authPerMinute: 1,
        apiPerMinute: 2,
        keyEventsPerMinute: 5,
        loginPerAddressPerMinute: 3,
        failedLoginsPerHour: 4,
      },
      alertRetentionDays: 6,
      liveUrl: 'wss://live.test',
      corsOrigin: 'https://app.test',
      destinations: { isLocalhostAllowed: false },
    });
  });

  test.each<[string, (settings: Settings) => unknown]>([
    ['TABLE_NAME', (it) => it.tableName],
    ['GUARD_STAGE', (it) => it.stage],
    ['GUARD_RELEASE', (it) => it.release],
    ['TOKEN_EXPIRATION', (it) => it.tokenExpirationMinutes],
    ['GUARD_RATE_LIMIT_AUTH', (it) => it.rateLimits.authPerMinute],
    ['GUARD_RATE_LIMIT_API', (it) => it.rateLimits.apiPerMinute],
    ['GUARD_RATE_LIMIT_KEY_EVENTS', (it) => it.rateLimits.keyEventsPerMinute],
    ['GUARD_RATE_LIMIT_LOGIN_ADDRESS', (it) => it.rateLimits.loginPerAddressPerMinute],
    ['GUARD_RATE_LIMIT_FAILED_LOGINS', (it) => it.rateLimits.failedLoginsPerHour],
    ['GUARD_ALERT_RETENTION_DAYS', (it) => it.alertRetentionDays],
    ['GUARD_LIVE_URL', (it) => it.liveUrl],
    ['GUARD_CORS_ORIGIN', (it) => it.corsOrigin],
  ])(
    'have no default: to read %s where it is not set is an error that names it, and no other is',
    (name, read) => {
      const { [name]: _, ...others }: Record<string, string> = environment;
      expect(() => read(readSettings(others))).toThrow(`Wrong settings: ${name} is not set`);
      expect(() =>
        read(readSettings({ [name]: environment[name as keyof typeof environment] })),
      ).not.toThrow();
    },
  );

  test('name no engine but where there is another than AWS’s own', () => {
    expect(readSettings({}).dynamodbEndpoint).toBeUndefined();
  });

  test.each([
    ['TABLE_NAME', '', 'g'],
    ['GUARD_STAGE', '', 'p'],
    ['GUARD_RELEASE', '', 'unknown'],
    ['DYNAMODB_ENDPOINT', 'here', 'http://here'],
    ['TOKEN_EXPIRATION', '0', '1'],
    ['TOKEN_EXPIRATION', '525601', '525600'],
    ['TOKEN_EXPIRATION', '1.5', '2'],
    ['GUARD_RATE_LIMIT_AUTH', '0', '1'],
    ['GUARD_RATE_LIMIT_API', '1000001', '1000000'],
    ['GUARD_RATE_LIMIT_LOGIN_ADDRESS', 'x', '1'],
    ['GUARD_RATE_LIMIT_FAILED_LOGINS', '0', '1'],
    ['GUARD_RATE_LIMIT_FAILED_LOGINS', '1001', '1000'],
    ['GUARD_CORS_ORIGIN', 'a.test', 'http://a.test'],
  ])('take for %s not %j, but %j', (name, wrong, right) => {
    expect(() => checkSettings({ [name]: wrong })).toThrow(new RegExp(`Wrong settings:[^]*${name}`));
    expect(() => checkSettings({ [name]: right })).not.toThrow();
  });

  test('say in words what is wrong with them', () => {
    expect(() => checkSettings({ TOKEN_EXPIRATION: '0', TABLE_NAME: '' })).toThrow(
      [
        'Wrong settings:',
        '✖ Too small: expected string to have >=1 characters',
        '  → at TABLE_NAME',
        '✖ Too small: expected number to be >=1',
        '  → at TOKEN_EXPIRATION',
      ].join('\n'),
    );
    expect(() => readSettings({ GUARD_RATE_LIMIT_API: 'x' }).rateLimits.apiPerMinute).toThrow(
      'Wrong settings: GUARD_RATE_LIMIT_API:\n✖ Invalid input: expected number, received NaN',
    );
  });

  test('are not even read where they are wrong', () => {
    expect(() => readSettings({ TOKEN_EXPIRATION: '0' }).tokenExpirationMinutes).toThrow('TOKEN_EXPIRATION');
  });
});
