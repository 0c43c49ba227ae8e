import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  API_BASE_URL_VARIABLE,
  queueUrlVariable,
  SOCKETS_ENDPOINT_VARIABLE,
} from '../../shared/lambda/trigger.ts';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { PROD } from './stages-with-options.ts';
import { deployedFunctions, type StageContext, type Synthesis, synthesize } from './synthesis.ts';

/** What is in the environment of every function, whatever it declares. */
const COMMON = ['POWERTOOLS_LOG_LEVEL'];

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
    const declared = lambdaFunctions.find(({ name }) => name === nameOf(id));
    const { settings = [], callsApi = false, sendsTo = [], postsToSockets = false } = declared ?? {};
    const told = [
      ...(callsApi ? [API_BASE_URL_VARIABLE] : []),
      ...(postsToSockets ? [SOCKETS_ENDPOINT_VARIABLE] : []),
      ...sendsTo.map(queueUrlVariable),
    ];
    const expected = [...COMMON, ...settings, ...told];
    expect([id, Object.keys(Environment.Variables).sort()]).toEqual([id, expected.sort()]);
  }
});

/** The functions that get a new version in a stage with these settings. */
function releasedBy(changes: StageContext): string[] {
  const after = versionsOf(synthesize({ ...PROD, ...changes }));
  return [...after].filter(([id]) => !before.has(id)).map(([, name]) => name);
}

/** Those of these functions that have versions. */
const versioned = (names: readonly string[]) => {
  const all = new Set(before.values());
  return [...new Set(names)].filter((name) => all.has(name)).sort();
};

test('one changed limit releases the functions that read it, and no other', () => {
  const readers = versioned(namesOf('GUARD_RATE_LIMIT_API'));
  expect(readers.length).toBeGreaterThan(0);
  expect(readers.length).toBeLessThan(new Set(before.values()).size);
  expect(releasedBy({ apiRequestsPerMinute: '61' }).sort()).toEqual(readers);
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
