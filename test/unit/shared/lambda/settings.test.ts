import { describe, expect, test } from 'vitest';
import { SETTING_DEFAULTS } from '../../../../shared/lambda/default-schemas.ts';
import {
  checkSettings,
  mqttBrokerText,
  panelReceiverText,
  readSettings,
  SETTINGS,
  type SettingRow,
} from '../../../../shared/lambda/settings.ts';
import { functionVariables } from '../../../support/function-variables.ts';

const rows: [string, SettingRow][] = Object.entries(SETTINGS);
const read = (environment: Record<string, string>, name: string) =>
  (readSettings(environment) as Record<string, unknown>)[name];

test('readSettings reads every setting from its variable', () => {
  const environment = {
    ...functionVariables({ tokenExpirationMinutes: 60, corsOrigin: 'https://app.test' }),
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000',
    GUARD_WEBHOOKS_TO_LOCALHOST: 'true',
  };
  expect({ ...readSettings(environment) }).toMatchObject({
    tableName: 'guard-test',
    stage: 'test',
    release: 'test',
    liveUrl: 'wss://live.guard.test',
    dynamodbEndpoint: 'http://127.0.0.1:8000',
    tokenExpirationMinutes: 60,
    apiRequestsPerMinute: 60,
    corsOrigin: 'https://app.test',
    destinations: { isLocalhostAllowed: true },
  });
});

test.each([
  ['none', null],
  ['203.0.113.7 203.0.113.8 3061', { hosts: ['203.0.113.7', '203.0.113.8'], port: 3061 }],
])('The receiver of panels is read from %s, and written in the same way', (text, receiver) => {
  expect(readSettings({ GUARD_PANEL_RECEIVER: text }).panelReceiver).toEqual(receiver);
  expect(panelReceiverText(receiver)).toBe(text);
});

test.each([
  ['none', null],
  ['mqtt://localhost:1884', { host: 'localhost', port: 1884, tls: false, certificateHost: null }],
  [
    'mqtts://mqtt.guard.example:8883 cert.guard.example',
    { host: 'mqtt.guard.example', port: 8883, tls: true, certificateHost: 'cert.guard.example' },
  ],
])('The broker is read from %s, and written in the same way', (text, broker) => {
  expect(readSettings({ GUARD_MQTT_BROKER: text }).mqttBroker).toEqual(broker);
  expect(mqttBrokerText(broker)).toBe(text);
});

test('No two settings have the same name', () => {
  expect(new Set(rows.map(([, { name }]) => name)).size).toBe(rows.length);
});

describe.each(rows.filter(([, row]) => !('onAws' in row)))('%s', (variable, { name }) => {
  const { [variable]: value = '', ...others }: Record<string, string> = functionVariables();

  test('Reading a setting without its variable throws an error that names the variable', () => {
    expect(() => read(others, name)).toThrow(`Wrong settings: ${variable} is not set`);
  });

  test('Reading a setting needs no variable of another setting', () => {
    expect(() => read({ [variable]: value }, name)).not.toThrow();
  });
});

test('On AWS, functions use the DynamoDB of AWS and send webhooks to public hosts only', () => {
  expect(readSettings({}).dynamodbEndpoint).toBeUndefined();
  expect(readSettings({}).destinations).toEqual({ isLocalhostAllowed: false });
});

test.each([
  ['TABLE_NAME', '', 'g'],
  ['GUARD_STAGE', '', 'p'],
  ['GUARD_RELEASE', '', 'unknown'],
  ['DYNAMODB_ENDPOINT', 'here', 'http://here'],
  ['TOKEN_EXPIRATION', '0', '1'],
  ['TOKEN_EXPIRATION', '525601', '525600'],
  ['TOKEN_EXPIRATION', '1.5', '2'],
  ['GUARD_RATE_LIMIT_API', '1000001', '1000000'],
  ['GUARD_RATE_LIMIT_LOGIN_ADDRESS', 'x', '1'],
  ['GUARD_RATE_LIMIT_FAILED_LOGINS', '1001', '1000'],
  ['GUARD_CORS_ORIGIN', 'a.test', 'http://a.test'],
  ['GUARD_PANEL_RECEIVER', '3061', '203.0.113.7 3061'],
  ['GUARD_PANEL_RECEIVER', 'panels.test', 'none'],
  ['GUARD_PANEL_RECEIVER', 'panels.test 65536', 'panels.test 65535'],
  ['GUARD_MQTT_BROKER', 'mqtt.test:1884', 'mqtt://mqtt.test:1884'],
  ['GUARD_MQTT_BROKER', 'mqtt://mqtt.test', 'mqtt://mqtt.test:1'],
])('checkSettings rejects %s=%s and accepts %s', (name, wrong, right) => {
  expect(() => checkSettings({ [name]: wrong })).toThrow(new RegExp(`Wrong settings:[^]*${name}`));
  expect(() => checkSettings({ [name]: right })).not.toThrow();
});

test('The error of wrong settings explains every wrong variable', () => {
  expect(() => checkSettings({ TOKEN_EXPIRATION: '0', TABLE_NAME: '' })).toThrow(
    [
      'Wrong settings:',
      '✖ Too small: expected string to have >=1 characters',
      '  → at TABLE_NAME',
      '✖ Too small: expected number to be >=1',
      '  → at TOKEN_EXPIRATION',
    ].join('\n'),
  );
  expect(() => readSettings({ GUARD_RATE_LIMIT_API: 'x' }).apiRequestsPerMinute).toThrow(
    'Wrong settings: GUARD_RATE_LIMIT_API:\n✖ Invalid input: expected number, received NaN',
  );
});

test('Reading a setting with a wrong value throws an error', () => {
  expect(() => readSettings({ TOKEN_EXPIRATION: '0' }).tokenExpirationMinutes).toThrow('TOKEN_EXPIRATION');
});

test('The default rate limits in the settings are those of the specification', () => {
  expect(SETTING_DEFAULTS).toMatchObject({
    TOKEN_EXPIRATION: 1440,
    GUARD_RATE_LIMIT_AUTH: 5,
    GUARD_RATE_LIMIT_API: 60,
    GUARD_RATE_LIMIT_KEY_EVENTS: 600,
    GUARD_RATE_LIMIT_LOGIN_ADDRESS: 30,
    GUARD_RATE_LIMIT_FAILED_LOGINS: 50,
    GUARD_ALERT_RETENTION_DAYS: 400,
    GUARD_CORS_ORIGIN: '*',
  });
});
