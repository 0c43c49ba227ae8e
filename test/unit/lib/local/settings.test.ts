import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LocalServerError } from '../../../../lib/local/local-server-error.ts';
import { PROJECT_FOLDER, readLocalSettings } from '../../../../lib/local/settings.ts';
import { SETTINGS } from '../../../../shared/lambda/settings.ts';
import { readSmsCountries } from '../../../../shared/lambda/sms-settings.ts';
import { readPhoneNumber } from '../../../../shared/notify/check-channel.ts';

test('Without settings, the local server has a default port, data folder, CORS origin and token lifetime', () => {
  expect(readLocalSettings({})).toEqual({
    port: 3000,
    panelPort: 3061,
    mqttPort: 1884,
    mailPort: 3025,
    mailTlsPort: 3465,
    dataFolder: resolve(PROJECT_FOLDER, '.guard'),
    dynamodbEndpoint: undefined,
    playsDemoTraffic: true,
    corsOrigin: 'localhost',
    functionVariables: expect.objectContaining({ TOKEN_EXPIRATION: '1440', GUARD_CORS_ORIGIN: 'none' }),
  });
});

test.each([
  '+34612345678',
  '+351912345678',
  '+5511961234567',
  '+919812345678',
  '+8613812345678',
  '+4915112345678',
])(
  'The local server allows telephone numbers of every country, such as %s, because it sends no real SMS',
  (number) => {
    const { GUARD_SMS_COUNTRIES = '' } = readLocalSettings({}).functionVariables;
    expect(readPhoneNumber(number, readSmsCountries(GUARD_SMS_COUNTRIES))?.isAllowed).toBe(true);
    expect(SETTINGS.GUARD_SMS_COUNTRIES.schema.parse(GUARD_SMS_COUNTRIES)).toBe(GUARD_SMS_COUNTRIES);
  },
);

test('The data of the local server can be in memory or in another folder', () => {
  expect(readLocalSettings({ GUARD_DATA: 'memory' }).dataFolder).toBeUndefined();
  expect(readLocalSettings({ GUARD_DATA: 'elsewhere' }).dataFolder).toBe(resolve('elsewhere'));
});

test('The local server treats an empty environment variable as not set', () => {
  expect(readLocalSettings({ PORT: '', GUARD_DATA: '', DYNAMODB_ENDPOINT: '' })).toEqual(
    readLocalSettings({}),
  );
});

test('The local server ignores a trailing slash of an origin in its settings', () => {
  const { corsOrigin, functionVariables } = readLocalSettings({
    GUARD_CORS_ORIGIN: 'http://localhost:5173/',
  });
  expect([corsOrigin, functionVariables['GUARD_CORS_ORIGIN']]).toEqual(
    Array(2).fill('http://localhost:5173'),
  );
});

test('The local server passes settings of functions from its environment to the functions', () => {
  const { functionVariables } = readLocalSettings({ TOKEN_EXPIRATION: '1', GUARD_RATE_LIMIT_API: '1000' });
  expect(functionVariables).toMatchObject({ TOKEN_EXPIRATION: '1', GUARD_RATE_LIMIT_API: '1000' });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['TOKEN_EXPIRATION', '0'],
  ['TOKEN_EXPIRATION', '24h'],
  ['GUARD_RATE_LIMIT_AUTH', '0'],
  ['GUARD_RATE_LIMIT_API', 'none'],
  ['GUARD_CORS_ORIGIN', 'localhost:5173'],
  ['GUARD_CORS_ORIGIN', 'https://app.example.com/path'],
  ['DYNAMODB_ENDPOINT', 'localhost'],
  ['DYNAMODB_ENDPOINT', 'ftp://localhost'],
])('The local server rejects an invalid environment variable with a one-line error: %s=%s', (name, value) => {
  const read = () => readLocalSettings({ [name]: value });
  expect(read).toThrow(LocalServerError);
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+, not "${value}"\\.$`));
});

test.each([
  'https://dynamodb.eu-central-1.amazonaws.com',
  'https://dynamodb.cn-north-1.amazonaws.com.cn',
  'https://123456789012.ddb.eu-central-1.amazonaws.com:443',
  'https://dynamodb.eu-central-1.AMAZONAWS.com./',
  'https://dynamodb.eu-central-1.api.aws',
])('The local server rejects an endpoint of AWS as its database engine: %s', (DYNAMODB_ENDPOINT) => {
  expect(() => readLocalSettings({ DYNAMODB_ENDPOINT })).toThrow(/never of AWS/);
});

test('The local server accepts the endpoint of any database engine that is not AWS', () => {
  const DYNAMODB_ENDPOINT = 'http://127.0.0.1:8000';
  expect(readLocalSettings({ DYNAMODB_ENDPOINT }).dynamodbEndpoint).toBe(DYNAMODB_ENDPOINT);
});
