import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { deployedFunctions, type StageContext, type Synthesis, synthesize } from './synthesis.ts';

const PROD: StageContext = { stage: 'prod', commit: '4f9c2b7' };

/** What is in the environment of every function, whatever it declares. */
const COMMON = ['NODE_OPTIONS', 'POWERTOOLS_LOG_LEVEL'];

/** The name of the function with this logical id. */
function nameOf(id: string): string {
  const found = lambdaFunctions.find(({ name }) => id.startsWith(`${name.replaceAll('-', '')}Function`));
  if (!found) throw new Error(`Whose function is ${id}?`);
  return found.name;
}

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);

/** The functions that a version is published of, by the logical ids of these versions. */
function versionsOf({ properties }: Synthesis): Map<string, string> {
  const versions = properties('AWS::Lambda::Version', z.object({ FunctionName: reference }));
  return new Map([...versions].map(([id, { FunctionName }]) => [id, nameOf(FunctionName)]));
}

const prod = synthesize(PROD);
const before = versionsOf(prod);
const namesOf = (setting: string) =>
  lambdaFunctions
    .filter(({ settings }) => (settings as readonly string[]).includes(setting))
    .map(({ name }) => name);

test('each function is given the settings that it declares, and no others', () => {
  for (const [id, { Environment }] of deployedFunctions(prod)) {
    const { settings = [], callsApi = false } = lambdaFunctions.find(({ name }) => name === nameOf(id)) ?? {};
    const expected = [...COMMON, ...settings, ...(callsApi ? [API_BASE_URL_VARIABLE] : [])];
    expect([id, Object.keys(Environment.Variables).sort()]).toEqual([id, expected.sort()]);
  }
});

describe('a change of a setting releases the functions that read it, and no other', () => {
  test.each([
    ['tokenExpirationMinutes', '60', 'TOKEN_EXPIRATION'],
    ['authRequestsPerMinute', '6', 'GUARD_RATE_LIMIT_AUTH'],
    ['apiRequestsPerMinute', '61', 'GUARD_RATE_LIMIT_API'],
    ['loginRequestsPerAddressPerMinute', '31', 'GUARD_RATE_LIMIT_LOGIN_ADDRESS'],
    ['failedLoginsPerHour', '51', 'GUARD_RATE_LIMIT_FAILED_LOGINS'],
    ['corsOrigin', 'https://app.example.com', 'GUARD_CORS_ORIGIN'],
    ['commit', 'aaaaaaa', 'GUARD_RELEASE'],
  ])('%s', (setting, value, variable) => {
    const after = versionsOf(synthesize({ ...PROD, [setting]: value }));
    const released = [...after].filter(([id]) => !before.has(id)).map(([, name]) => name);
    expect(namesOf(variable).length).toBeGreaterThan(0);
    expect(released.sort()).toEqual(
      namesOf(variable)
        .filter((name) => [...before.values()].includes(name))
        .sort(),
    );
  });
});

test('few functions know the limits of sessions, and none that no client calls', () => {
  expect(namesOf('TOKEN_EXPIRATION')).toEqual(['login', 'refresh-token']);
  expect(namesOf('GUARD_RATE_LIMIT_AUTH')).toEqual(['login', 'refresh-token', 'logout']);
  // What tells it, and what tests that it is told.
  expect(namesOf('GUARD_RELEASE')).toEqual(['get-health', 'smoke-test']);
  expect(namesOf('GUARD_STAGE')).toHaveLength(lambdaFunctions.length);
  const { settings } = lambdaFunctions.find(({ name }) => name === 'authorizer') ?? {};
  expect(settings).toEqual(['GUARD_STAGE', 'TABLE_NAME']);
});
