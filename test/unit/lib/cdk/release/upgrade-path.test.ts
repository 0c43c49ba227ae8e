import { expect, test } from 'vitest';
import { explainRefusal, readReleaseVariables } from '../../../../../lib/cdk/release/upgrade-path.ts';

/** 1.0.0 as it was released: it has no variable with its version. */
const FIRST = readReleaseVariables({ GUARD_RELEASE: 'commit' });
const reads = { version: '1.1.0', upgradesFrom: '1.0.0' };
const writes = { version: '1.2.0', upgradesFrom: '1.1.0' };
const tenth = { version: '1.10.0', upgradesFrom: '1.1.0' };

test.each([
  ['the release that reads a new form', FIRST, reads],
  ['the release that writes it over the one that reads it', reads, writes],
  ['the same release again', writes, writes],
  ['the release before', writes, reads],
  ['a release that skips none', reads, tenth],
])('A stage may get %s', (_, running, next) => {
  expect(explainRefusal(running, 'prod', next)).toBeUndefined();
});

test('A stage of 1.0.0 does not get the release that writes what 1.0.0 does not read, and the message says what to deploy first', () => {
  expect(explainRefusal(FIRST, 'prod', writes)).toBe(
    'prod runs Guard 1.0.0, which 1.2.0 must not follow: 1.0.0 would lose what 1.2.0 writes. Deploy 1.1.0 first, and wait until that deployment is complete (docs/deploy.md#from-release-to-release).',
  );
});

test('A stage does not go back to a release that does not read what the present one writes', () => {
  expect(explainRefusal(writes, 'prod', FIRST)).toBe(
    'prod runs Guard 1.2.0, which 1.0.0 must not follow: 1.0.0 would lose what 1.2.0 writes. Deploy 1.1.0 or later (docs/deploy.md#from-release-to-release).',
  );
});
