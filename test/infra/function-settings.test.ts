import { expect, test } from 'vitest';
import * as z from 'zod';
import { RELEASE_VARIABLES } from '../../lib/cdk/release/upgrade-path.ts';
import {
  API_BASE_URL_VARIABLE,
  queueUrlVariable,
  SOCKETS_ENDPOINT_VARIABLE,
} from '../../shared/lambda/trigger.ts';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { PROD } from './stages-with-options.ts';
import {
  deployedFunctions,
  type StageContext,
  type Synthesis,
  synthesize,
  synthesizeWhole,
} from './synthesis.ts';

/** Variables of every function. */
const COMMON = ['POWERTOOLS_LOG_LEVEL'];

/** The name of the function with this logical id. */
function nameOf(id: string): string {
  const found = lambdaFunctions.find(({ name }) => id.startsWith(`${name.replaceAll('-', '')}Function`));
  if (!found) throw new Error(`No function has the logical id ${id}`);
  return found.name;
}

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);

/** The functions with a version, by the logical id of the version. */
function versionsOf({ properties }: Synthesis): Map<string, string> {
  const versions = properties('AWS::Lambda::Version', z.object({ FunctionName: reference }));
  return new Map([...versions].map(([id, { FunctionName }]) => [id, nameOf(FunctionName)]));
}

const prod = synthesizeWhole(PROD);
const before = versionsOf(synthesize(PROD));
const namesOf = (setting: string) =>
  lambdaFunctions
    .filter(({ settings }) => (settings as readonly string[]).includes(setting))
    .map(({ name }) => name);

test('Each deployed function gets exactly the settings that it declares, and the health check the release', () => {
  for (const [id, { Environment }] of deployedFunctions(prod)) {
    const declared = lambdaFunctions.find(({ name }) => name === nameOf(id));
    const { settings = [], callsApi = false, sendsTo = [], postsToSockets = false } = declared ?? {};
    const others = [
      ...(callsApi ? [API_BASE_URL_VARIABLE] : []),
      ...(postsToSockets ? [SOCKETS_ENDPOINT_VARIABLE] : []),
      ...sendsTo.map(queueUrlVariable),
      ...(nameOf(id) === 'get-health' ? Object.keys(RELEASE_VARIABLES) : []),
    ];
    const expected = [...COMMON, ...settings, ...others];
    expect([id, Object.keys(Environment.Variables).sort()]).toEqual([id, expected.sort()]);
  }
});

/** The functions that get a new version after these changes. */
function releasedBy(changes: StageContext, codeOf: (functionName: string) => string): string[] {
  const after = versionsOf(synthesize({ ...PROD, ...changes }, { codeOf }));
  return [...after].filter(([id]) => !before.has(id)).map(([, name]) => name);
}

/** Those with versions. */
const versioned = (names: readonly string[]) => {
  const all = new Set(before.values());
  return [...new Set(names)].filter((name) => all.has(name)).sort();
};

test('A release replaces only functions whose code or settings have changed', () => {
  const readers = versioned(namesOf('GUARD_RATE_LIMIT_API'));
  expect(readers.length).toBeGreaterThan(0);
  expect(readers.length).toBeLessThan(new Set(before.values()).size);
  expect(readers).not.toContain('authorizer');
  const codeOf = (name: string) => (name === 'authorizer' ? 'changed' : name);
  expect(releasedBy({ apiRequestsPerMinute: '61' }, codeOf).sort()).toEqual(
    [...readers, 'authorizer'].sort(),
  );
});

test('Only functions that read the settings of sessions, or the setting of the release, get these settings', () => {
  expect(namesOf('TOKEN_EXPIRATION')).toEqual(['login', 'redeem-sso-code', 'refresh-token']);
  expect(namesOf('GUARD_RATE_LIMIT_AUTH')).toEqual([
    'login',
    'start-sso',
    'redeem-sso-code',
    'refresh-token',
    'logout',
    'request-password-reset',
    'confirm-password-reset',
    // They show the limits of a tenant.
    'get-tenant',
    'update-tenant',
  ]);
  // The endpoint that returns it, and its test.
  expect(namesOf('GUARD_RELEASE')).toEqual(['get-health', 'smoke-test']);
  expect(namesOf('GUARD_STAGE')).toHaveLength(lambdaFunctions.length);
  const { settings } = lambdaFunctions.find(({ name }) => name === 'authorizer') ?? {};
  expect(settings).toEqual(['GUARD_STAGE', 'TABLE_NAME']);
});
