/**
 * Mutation testing of shared/: changes its code in small ways, one at a time, and sees whether a unit test fails.
 *
 *     npx node test/mutation/run.ts                     all of shared/, which takes half an hour
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
import { parseArgs } from 'node:util';
import { changedLines, countLines, upToLines } from './changed-lines.ts';
import { addScores, percentOf, readScores, type Score } from './score.ts';

const LEAST_PERCENT = 90;

/** One or two survivors among a few mutants lower the score too much: a change with at most this number passes. */
const FORGIVEN_SURVIVORS = 2;

/** The maximum number of changed lines to mutate. More would take over five minutes. */
const MAXIMUM_CHANGED_LINES = 500;

/** Part of `npm run test:all`: 92 % of their mutants are killed. */
const SHORT = ['keys/create-key', 'keys/key-secret', 'limits/rate-counter', 'limits/tenant-share'].map(
  (file) => `shared/${file}.ts`,
);

/**
 * Files that unit tests hardly cover: test/integration proves over HTTP what they write, where each mutant takes seconds. Before
 * a file moves here, mutants made by hand show that these tests fail.
 */
const PROVEN_OVER_HTTP = [
  'accounts/assignments',
  'accounts/change-users',
  'accounts/count-user',
  'accounts/platform-admins',
  'accounts/refresh-token',
  'accounts/sign-in',
  'devices/change-devices',
  'sites/change-sites',
  'sites/zone',
  'tenants/change-tenants',
  'tenants/platform-tenant',
].map((file) => `shared/${file}.ts`);

/** The path of the report in stryker.config.json. */
const REPORT = '.guard/mutation.json';

const filesOf = (folder: string) => `shared/${folder}/**/*.ts`;

/** The lines of shared/ to mutate that differ from a commit. */
function patternsSince(commit: string): string[] {
  const parameters = ['diff', '--unified=0', '--no-color', '--no-ext-diff', commit, '--', 'shared/*.ts'];
  const lines = changedLines(execFileSync('git', parameters, { encoding: 'utf8' }));
  const changed = lines.filter(({ file }) => !PROVEN_OVER_HTTP.includes(file));
  const chosen = upToLines(changed, MAXIMUM_CHANGED_LINES);
  const left = countLines(changed) - countLines(chosen);
  console.log(`${countLines(changed)} lines of shared/ that unit tests cover changed since ${commit}.`);
  if (left > 0) console.log(`${left} of them are left to \`npm run test:nightly\`.`);
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
  options: { since: { type: 'string' }, short: { type: 'boolean' } },
  allowPositionals: true,
});
const { since, short } = values;
const folders = positionals.length > 0 ? positionals.map(filesOf) : ['shared/**/*.ts'];
const wholes = [...folders, ...PROVEN_OVER_HTTP.map((file) => `!${file}`)];
const scores = await mutate(since === undefined ? (short ? SHORT : wholes) : patternsSince(since));
const total = addScores([...scores.values()]);
for (const [folder, score] of [...scores].sort()) console.log(describeScore(folder, score));
console.log(describeScore('all', total));
const isForgiven = since !== undefined && total.survived <= FORGIVEN_SURVIVORS;
if (percentOf(total) < LEAST_PERCENT && !isForgiven) {
  console.error(`At least ${LEAST_PERCENT} % of the mutants must be killed.`);
  process.exitCode = 1;
}
