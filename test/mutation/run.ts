/**
 * Mutation testing of shared/: changes its code in small ways, one at a time, and sees whether a test fails: a unit test, or one of
 * those in proven-with-engine.ts.
 *
 *     npx node test/mutation/run.ts                     all of shared/, which takes about an hour
 *     npx node test/mutation/run.ts table accounts      these folders
 *     npx node test/mutation/run.ts --since HEAD~1      the lines that changed since a commit: at most five minutes
 *     npx node test/mutation/run.ts --short             four files: a minute
 *
 * Prints the mutants that survive, and the score of each folder. Fails below a score of 90.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { changedLines, countLines, type LineRange, upToLines } from './changed-lines.ts';
import { PROVEN_WITH_ENGINE, TESTS_VARIABLE, testsWithEngine } from './proven-with-engine.ts';
import { addScores, percentOf, readScores, type Score } from './score.ts';

const LEAST_PERCENT = 90;

/** One or two survivors among a few mutants lower the score too much: a change with at most this number passes. */
const FORGIVEN_SURVIVORS = 2;

/** The maximum number of changed lines to mutate. More would take over five minutes. */
const MAXIMUM_CHANGED_LINES = 500;

/** The same of files that tests with an engine prove, where each mutant takes seconds. */
const MAXIMUM_LINES_WITH_ENGINE = 50;

/** Part of `npm run test:all`: 92 % of their mutants are killed. */
const SHORT = ['keys/create-key', 'keys/key-secret', 'limits/rate-counter', 'limits/tenant-share'].map(
  (file) => `shared/${file}.ts`,
);

/** The path of the report in stryker.config.json. */
const REPORT = '.guard/mutation.json';

const filesOf = (folder: string) => `shared/${folder}/**/*.ts`;

const WITH_ENGINE = Object.keys(PROVEN_WITH_ENGINE);

/** What Stryker mutates, and the tests that must notice: without them, all that take milliseconds. */
interface Task {
  readonly patterns: readonly string[];
  readonly tests?: readonly string[];
}

const withEngine = (file: string, patterns: readonly string[] = [file]): Task => ({
  patterns,
  tests: testsWithEngine(file),
});

/** All files of these folders. */
function tasksOf(folders: readonly string[]): Task[] {
  const patterns = [...folders.map(filesOf), ...WITH_ENGINE.map((file) => `!${file}`)];
  const chosen = WITH_ENGINE.filter((file) => folders.some((it) => matchesGlob(file, filesOf(it))));
  return [{ patterns }, ...chosen.map((file) => withEngine(file))];
}

/** The lines of shared/ that differ from a commit. */
function tasksSince(commit: string): Task[] {
  const parameters = ['diff', '--unified=0', '--no-color', '--no-ext-diff', commit, '--', 'shared/*.ts'];
  const changed = changedLines(execFileSync('git', parameters, { encoding: 'utf8' }));
  const quick = changed.filter(({ file }) => !WITH_ENGINE.includes(file));
  const slow = changed.filter(({ file }) => WITH_ENGINE.includes(file));
  const chosen = upToLines(quick, MAXIMUM_CHANGED_LINES);
  const chosenSlow = upToLines(slow, MAXIMUM_LINES_WITH_ENGINE);
  const left = countLines(changed) - countLines(chosen) - countLines(chosenSlow);
  console.log(`${countLines(changed)} lines of shared/ changed since ${commit}.`);
  if (left > 0) console.log(`${left} of them are left to \`npm run test:all -- --nightly\`.`);
  const patternOf = ({ file, first, last }: LineRange) => `${file}:${first}-${last}`;
  return [
    { patterns: chosen.map(patternOf) },
    ...[...Map.groupBy(chosenSlow, ({ file }) => file)].map(([file, ranges]) =>
      withEngine(file, ranges.map(patternOf)),
    ),
  ];
}

/** Runs Stryker, and gives the score of each folder. Where there is nothing to mutate there is none. */
async function mutate({ patterns, tests }: Task): Promise<Map<string, Score>> {
  await rm(REPORT, { force: true });
  if (patterns.length === 0) return new Map();
  const parameters = ['run', 'test/mutation/stryker.config.json', '--mutate', patterns.join(',')];
  const named = tests ? { [TESTS_VARIABLE]: tests.join(' ') } : {};
  const stryker = spawn('stryker', parameters, { stdio: 'inherit', env: { ...process.env, ...named } });
  const [code] = await once(stryker, 'exit');
  if (code !== 0) throw new Error('Stryker failed.');
  return existsSync(REPORT) ? readScores(await readFile(REPORT, 'utf8')) : new Map();
}

function describeScore(name: string, score: Score): string {
  const { killed, survived } = score;
  return `${name.padEnd(12)} ${percentOf(score).toFixed(1).padStart(5)} %  ${killed} of ${killed + survived}`;
}

const { values, positionals } = parseArgs({
  options: { since: { type: 'string' }, short: { type: 'boolean' } },
  allowPositionals: true,
});
const { since, short } = values;
const folders = positionals.length > 0 ? positionals : ['*'];
const tasks = since === undefined ? (short ? [{ patterns: SHORT }] : tasksOf(folders)) : tasksSince(since);
const scores = new Map<string, Score>();
for (const task of tasks) {
  for (const [folder, score] of await mutate(task)) {
    const known = scores.get(folder);
    scores.set(folder, known ? addScores([known, score]) : score);
  }
}
const total = addScores([...scores.values()]);
for (const [folder, score] of [...scores].sort()) console.log(describeScore(folder, score));
console.log(describeScore('all', total));
const isForgiven = since !== undefined && total.survived <= FORGIVEN_SURVIVORS;
if (percentOf(total) < LEAST_PERCENT && !isForgiven) {
  console.error(`At least ${LEAST_PERCENT} % of the mutants must be killed.`);
  process.exitCode = 1;
}
