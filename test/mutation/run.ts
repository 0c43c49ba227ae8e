/**
 * Mutation testing of shared/: changes its code in small ways, one at a time, and sees whether a unit test fails.
 *
 *     npm run test:mutation                       all of shared/, which takes half an hour
 *     npm run test:mutation -- table accounts     these folders
 *     npm run test:mutation -- --since HEAD~1     the lines that changed since a commit: at most five minutes
 *
 * Prints the mutants that survive, and the score of each folder. Fails below a score of 90.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { changedLines, countLines, type LineRange, upToLines } from './changed-lines.ts';
import { addScores, percentOf, readScores, type Score } from './score.ts';

const LEAST_PERCENT = 90;

/** One or two survivors among a few mutants lower the score too much: a change with at most this number passes. */
const FORGIVEN_SURVIVORS = 2;

/** The maximum number of changed lines to mutate. More would take over five minutes. */
const MAXIMUM_CHANGED_LINES = 500;

/** The files to mutate where the changes are unknown because the checkout has no history: 92 % of their mutants are killed. */
const FILES_WITHOUT_HISTORY = [
  'keys/create-key',
  'keys/key-secret',
  'limits/rate-counter',
  'limits/tenant-share',
].map((file) => `shared/${file}.ts`);

/** The path of the report in stryker.config.json. */
const REPORT = '.guard/mutation.json';

const filesOf = (folder: string) => `shared/${folder}/**/*.ts`;

/** The lines of shared/ that differ from a commit; `undefined` where the checkout does not hold that commit. */
function linesSince(commit: string): LineRange[] | undefined {
  const parameters = ['diff', '--unified=0', '--no-color', '--no-ext-diff', commit, '--', 'shared/*.ts'];
  try {
    return changedLines(execFileSync('git', parameters, { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

/** The parts of a change to mutate: files, or lines of files. */
function patternsSince(commit: string): string[] {
  const changed = linesSince(commit);
  if (!changed) {
    console.log(
      `This checkout does not hold ${commit}: it is ${FILES_WITHOUT_HISTORY.join(' and ')} instead.`,
    );
    return FILES_WITHOUT_HISTORY;
  }
  const chosen = upToLines(changed, MAXIMUM_CHANGED_LINES);
  const left = countLines(changed) - countLines(chosen);
  console.log(`${countLines(changed)} lines of shared/ changed since ${commit}.`);
  if (left > 0) console.log(`${left} of them are left to \`npm run test:mutation\`.`);
  return chosen.map(({ file, first, last }) => `${file}:${first}-${last}`);
}

/** Runs Stryker, and gives the score of each folder. Where there is nothing to mutate there is none. */
async function mutate(patterns: readonly string[]): Promise<Map<string, Score>> {
  await rm(REPORT, { force: true });
  if (patterns.length === 0) return new Map();
  const parameters = ['run', 'test/mutation/stryker.config.json', '--mutate', patterns.join(',')];
  const [code] = await once(spawn('stryker', parameters, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('Stryker failed.');
  return existsSync(REPORT) ? readScores(await readFile(REPORT, 'utf8')) : new Map();
}

function describeScore(name: string, score: Score): string {
  const { killed, survived } = score;
  return `${name.padEnd(12)} ${percentOf(score).toFixed(1).padStart(5)} %  ${killed} of ${killed + survived}`;
}

const { values, positionals } = parseArgs({
  options: { since: { type: 'string' } },
  allowPositionals: true,
});
const { since } = values;
const wholes = positionals.length > 0 ? positionals.map(filesOf) : ['shared/**/*.ts'];
const scores = await mutate(since === undefined ? wholes : patternsSince(since));
const total = addScores([...scores.values()]);
for (const [folder, score] of [...scores].sort()) console.log(describeScore(folder, score));
console.log(describeScore('all', total));
const isForgiven = since !== undefined && total.survived <= FORGIVEN_SURVIVORS;
if (percentOf(total) < LEAST_PERCENT && !isForgiven) {
  console.error(`At least ${LEAST_PERCENT} % of the mutants must be killed.`);
  process.exitCode = 1;
}
