import { describe, expect, test } from 'vitest';
import { deployedStage } from '../../../../../lib/cdk/cdk-command.ts';
import { oldVersions } from '../../../../../lib/cdk/release/delete-old-versions.ts';
import type { ReleasedFunction } from '../../../../../lib/cdk/release/release-history.ts';
import { runReleases } from '../../../../../lib/cdk/release/run-releases.ts';
import { planUndo } from '../../../../../lib/cdk/release/undo-release.ts';

/** The days of three releases in November. */
const [FIRST, SECOND, THIRD] = [1, 10, 20];
const day = (number: number, minute = 0) => new Date(Date.UTC(2026, 10, number, 12, minute));

const commitOf = (it: number) => `commit-${String(it).padStart(2, '0')}`;

type Overrides = Partial<Omit<ReleasedFunction, 'versions'>>;

/** A function with a version of each of these days, of which the last is released. */
function released(resource: string, days: readonly number[], overrides: Overrides = {}): ReleasedFunction {
  const isHealth = resource === 'health';
  const versions = days.map((it, place) => ({
    number: place + 1,
    // Every function is released some minutes after the health check.
    publishedAt: day(it, isHealth ? 0 : 15),
    bytes: 100_000,
    commit: isHealth ? commitOf(it) : undefined,
    release: { version: '1.0.0', upgradesFrom: '1.0.0' },
    tableName: 'Guard',
  }));
  const { length } = versions;
  return {
    name: resource,
    resource,
    deployed: length,
    current: length,
    isShifting: false,
    versions,
    ...overrides,
  };
}

const STAGE = [
  released('health', [FIRST, SECOND, THIRD]),
  released('authorizer', [FIRST, THIRD]),
  released('sites', [FIRST, SECOND]),
  released('alerts', [FIRST, SECOND, THIRD]),
];

const movesOf = (functions: readonly ReleasedFunction[], commit?: string) =>
  planUndo(functions, commit).waves.map((wave) => wave.map(({ name, from, to }) => `${name} ${from}→${to}`));

const undo = (functions: readonly ReleasedFunction[], commit?: string) => {
  const targets = new Map(
    planUndo(functions, commit).waves.flatMap((it) => it.map(({ name, to }) => [name, to])),
  );
  return functions.map((it) => ({ ...it, current: targets.get(it.name) ?? it.current }));
};

describe('an undone release', () => {
  test('Undoing a release moves what changed with it back to the version before, the authorizer first and the health check last', () => {
    expect(movesOf(STAGE)).toEqual([['authorizer 2→1'], ['alerts 3→2'], ['health 3→2']]);
    expect(planUndo(STAGE).target.commit).toBe(commitOf(SECOND));
  });

  test('Undoing a release twice undoes one release, and a command that failed half-way moves the rest', () => {
    const undone = undo(STAGE);
    expect(movesOf(undone)).toEqual([]);
    expect(movesOf(undone.map((it) => (it.name === 'alerts' ? { ...it, current: 3 } : it)))).toEqual([
      ['alerts 3→2'],
    ]);
  });

  test('A stage can return to any release that is kept, and from there to the newest', () => {
    const oldest = undo(STAGE, commitOf(FIRST));
    expect(oldest.map(({ current }) => current)).toEqual([1, 1, 1, 1]);
    expect(undo(oldest, commitOf(THIRD))).toEqual(STAGE);
    expect(() => planUndo(STAGE, 'commit-9')).toThrow(
      'There are:\n  commit-01 (1.0.0) of 2026-11-01T12:00:00.000Z',
    );
  });

  test('A function that is newer than the release before keeps its version, and is named', () => {
    expect(planUndo([...STAGE, released('webhooks', [THIRD])]).newer).toEqual(['webhooks']);
  });

  test('The versions of a release that was rolled back are not released by undoing another one', () => {
    const failed = STAGE.map((it) => ({ ...it, deployed: it.deployed - 1, current: it.current - 1 }));
    const [health] = failed;
    expect(planUndo(failed).target.commit).toBe(commitOf(FIRST));
    expect(health && movesOf([health])).toEqual([['health 2→1']]);
  });

  test('A release is not undone while a canary runs, if there is only one, or if the one before uses another table', () => {
    const [health, ...others] = STAGE;
    if (!health) throw new Error('There is no health check.');
    expect(() => planUndo([...others, { ...health, isShifting: true }])).toThrow(
      'shifts the traffic of health',
    );
    expect(() => planUndo([released('health', [FIRST])])).toThrow('No such release');
    const restored = health.versions.map((it) => ({
      ...it,
      tableName: it.number === 3 ? 'Restored' : 'Guard',
    }));
    expect(() => planUndo([{ ...health, versions: restored }])).toThrow('uses the table Guard');
    expect(() => planUndo(others)).toThrow('no health check');
  });
});

describe('old versions', () => {
  const deleted = (functions: readonly ReleasedFunction[], before: Date) =>
    oldVersions(functions, before).map(({ name, number }) => `${name} ${number}`);

  test('Only versions before the last two releases are deleted, however old these are', () => {
    expect(deleted(STAGE, day(30))).toEqual(['health 1', 'sites 1', 'alerts 1']);
    expect(deleted(STAGE, day(FIRST))).toEqual([]);
  });

  test('A version that an alias points to after an undone release is not deleted', () => {
    expect(deleted(undo(STAGE, commitOf(FIRST)), day(30))).toEqual([]);
  });
});

test.each([
  ['no stage', ['undo']],
  ['an unknown option', ['undo', '--stage', 'prod', '--force']],
  ['an option of the other command', ['delete-old-versions', '--stage', 'prod', '--to', 'commit-1']],
  ['no number of days', ['delete-old-versions', '--stage', 'prod', '--keep-days', 'many']],
  ['an unknown command', ['redo', '--stage', 'prod']],
])('A command line with %s calls nothing and is answered with the usage', async (_, parameters) => {
  const errors: string[] = [];
  const outside = {
    environment: {},
    now: day(30),
    write: () => {},
    writeError: (it: string) => errors.push(it),
  };
  expect(await runReleases(parameters, outside)).toBe(2);
  expect(errors.join()).toContain('npm run release -- undo --stage <name>');
});

test('Only a deployment asks which release the stage runs, and whether a release with versions was undone', () => {
  expect(deployedStage(['deploy', '-c', 'stage=prod'])).toEqual({ stage: 'prod', hasVersions: true });
  expect(deployedStage(['deploy', '-c', 'stage=dev'])).toEqual({ stage: 'dev', hasVersions: false });
  expect(deployedStage(['diff', '-c', 'stage=prod'])).toBeUndefined();
  expect(deployedStage(['deploy', '-c', 'stage=prod', '--help'])).toBeUndefined();
});
