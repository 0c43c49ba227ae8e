/**
 * Mutation testing of shared/: changes its code in small ways, one at a time, and sees whether a test fails.
 *
 *     npm run test:mutation                       all of shared/, which takes an hour or so
 *     npm run test:mutation -- lists users        these folders of it; `.` is what stands in none
 *     npm run test:mutation -- --since HEAD~1     the lines that changed since a commit: at most five minutes
 *
 * Prints the mutants that survive, and the score of each folder. Fails below a score of 90.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { changedLines, countLines, type LineRange, upToLines } from './changed-lines.ts';
import { addScores, percentOf, readScore, type Score } from './score.ts';
import { testsOf } from './tests-of.ts';

const LEAST_PERCENT = 90;

/** Of a few mutants one or two weigh more than they tell: where a change leaves no more than these, it passes. */
const FORGIVEN_SURVIVORS = 2;

/** What of a change is looked at: more would take more than five minutes. */
const MAXIMUM_CHANGED_LINES = 300;
const MAXIMUM_SECONDS = 200;

/** What is looked at where nobody can tell what has changed, since a checkout holds no history. */
const FOLDERS_WITHOUT_HISTORY = ['rate-limits'];

/** Where stryker.config.json has the report written. */
const REPORT = '.guard/mutation.json';

/** What to mutate of a folder of shared/: files, or lines of files. */
interface Part {
  readonly folder: string;
  readonly patterns: readonly string[];
}

async function foldersOfShared(): Promise<string[]> {
  const entries = await readdir('shared', { withFileTypes: true });
  return ['.', ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)];
}

const wholeFolder = (folder: string): Part => ({
  folder,
  patterns: [folder === '.' ? 'shared/*.ts' : `shared/${folder}/**/*.ts`],
});

/** The lines of shared/ that differ from a commit; `undefined` where the checkout does not hold that commit. */
function linesSince(commit: string): LineRange[] | undefined {
  try {
    const files = ['--', 'shared/*.ts'];
    return changedLines(
      execFileSync('git', ['diff', '--unified=0', '--no-ext-diff', commit, ...files], { encoding: 'utf8' }),
    );
  } catch {
    return undefined;
  }
}

function partsOf(ranges: readonly LineRange[]): Part[] {
  const byFolder = Map.groupBy(ranges, ({ file }) => file.split('/').slice(1, -1)[0] ?? '.');
  return [...byFolder].map(([folder, its]) => ({
    folder,
    patterns: its.map(({ file, first, last }) => `${file}:${first}-${last}`),
  }));
}

function choosePartsSince(commit: string): Part[] {
  const changed = linesSince(commit);
  if (!changed) {
    console.log(
      `This checkout does not hold ${commit}: mutating ${FOLDERS_WITHOUT_HISTORY.join(', ')} instead.`,
    );
    return FOLDERS_WITHOUT_HISTORY.map(wholeFolder);
  }
  const chosen = upToLines(changed, MAXIMUM_CHANGED_LINES);
  const left = countLines(changed) - countLines(chosen);
  console.log(`${countLines(changed)} lines of shared/ changed since ${commit}.`);
  if (left > 0) console.log(`${left} of them are left to \`npm run test:mutation\`.`);
  return partsOf(chosen);
}

/** Runs Stryker over a part. Where nothing in it can be mutated there is no report. */
async function mutate({ folder, patterns }: Part): Promise<Score> {
  await rm(REPORT, { force: true });
  const stryker = spawn(
    'stryker',
    [
      ...['run', 'test/mutation/stryker.config.json'],
      ...['--mutate', patterns.join(',')],
      ...['--testFiles', testsOf(folder).join(',')],
    ],
    { stdio: 'inherit' },
  );
  const [code] = await once(stryker, 'exit');
  if (code !== 0) throw new Error(`Stryker failed on ${folder}`);
  return existsSync(REPORT) ? readScore(await readFile(REPORT, 'utf8')) : { killed: 0, survived: 0 };
}

function describeScore(name: string, score: Score): string {
  const { killed, survived } = score;
  return `${name.padEnd(12)} ${percentOf(score).toFixed(1).padStart(5)} %  ${killed} of ${killed + survived}`;
}

const { values, positionals } = parseArgs({
  options: { since: { type: 'string' } },
  allowPositionals: true,
});
const parts =
  values.since === undefined
    ? (positionals.length > 0 ? positionals : await foldersOfShared()).map(wholeFolder)
    : choosePartsSince(values.since);
const start = performance.now();
const isLate = () => values.since !== undefined && performance.now() - start > MAXIMUM_SECONDS * 1000;
const scores = new Map<string, Score>();
for (const part of parts) {
  if (isLate()) console.log(`${part.folder} is left to \`npm run test:mutation\`: there is no time for it.`);
  else scores.set(part.folder, await mutate(part));
}
const total = addScores([...scores.values()]);
for (const [folder, score] of scores) console.log(describeScore(folder, score));
console.log(describeScore('all', total));
const isForgiven = values.since !== undefined && total.survived <= FORGIVEN_SURVIVORS;
if (percentOf(total) < LEAST_PERCENT && !isForgiven) {
  console.error(`At least ${LEAST_PERCENT} % of the mutants must be killed.`);
  process.exitCode = 1;
}
