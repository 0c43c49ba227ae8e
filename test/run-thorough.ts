/**
 * Runs the random tests (test/support/repetitions.ts) with more repetitions than `npm test`, without the other tests beside them,
 * and the tests that are too long for it. `TEST_REPETITIONS=many` has enough repetitions to find rare failures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { MANY, REPETITIONS_VARIABLE, SOME } from './support/repetitions.ts';

const wanted = process.env[REPETITIONS_VARIABLE] ?? SOME;
if (wanted !== SOME && wanted !== MANY) throw new Error(`${REPETITIONS_VARIABLE} is ${SOME} or ${MANY}.`);
/** Calls of `repetitions` whose number differs from that of `npm test`, and of `isLong`. */
const CALL =
  wanted === MANY ? /\brepetitions\(\{|\bisLong\(\)/g : /\brepetitions\(\{[^}]*\bsome:|\bisLong\(\)/g;
/** A test from its first to its last line. */
const TEST = /^( *)test\b(?:.*;$|[\s\S]*?^\1\}?\);$)/gm;

/** The places of the tests that call `repetitions`, as `file:line`; the file if there are calls outside of tests. */
function repeatedIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const tests = [...source.matchAll(TEST)].filter(([text]) => text.match(CALL));
  const isInTests = tests.flatMap(([text]) => text.match(CALL)).length === (source.match(CALL)?.length ?? 0);
  if (!isInTests) return [file];
  return tests.map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`);
}

const places = globSync('test/**/*.test.ts').flatMap(repeatedIn);
const vitest = spawn('vitest', ['run', '--testTimeout', '600000', ...places, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, [REPETITIONS_VARIABLE]: wanted },
});
const [code] = await once(vitest, 'exit');
process.exitCode = Number(code ?? 1);
