/**
 * Runs the random tests (test/support/repetitions.ts) with enough repetitions to find
 * rare failures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { MANY, REPETITIONS_VARIABLE } from './support/repetitions.ts';

const files = globSync('test/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/support/repetitions.ts'),
);
const vitest = spawn('vitest', ['run', '--testTimeout', '600000', ...files, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, [REPETITIONS_VARIABLE]: MANY },
});
const [code] = await once(vitest, 'exit');
process.exitCode = Number(code ?? 1);
