/** `npm test` – runs the checks beside the tests, and shows them at the end. Arguments are Vitest's: `npm test -- alerts`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const VITEST = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');

// In one stream, so that its lines stay in order.
const check = spawn('npm run check 2>&1', { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
const tests = spawn(process.execPath, [VITEST, 'run', ...process.argv.slice(2)], { stdio: 'inherit' });
const [output, [checkCode], [testsCode]] = await Promise.all([
  text(check.stdout),
  once(check, 'close'),
  once(tests, 'close'),
]);

if (checkCode === 0) console.log('npm run check: done');
else console.error(`${output}\nFAILED  npm run check: exit code ${checkCode}`);
if (testsCode !== 0) console.error(`FAILED  vitest run: exit code ${testsCode}`);
if (checkCode !== 0 || testsCode !== 0) process.exitCode = 1;
