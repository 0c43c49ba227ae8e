import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RUN = fileURLToPath(new URL('../../side-by-side.ts', import.meta.url));

function start(...commands: string[]) {
  const child = spawn(process.execPath, [RUN, ...commands], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const ended = once(child, 'exit').then(async ([code]) => [code, await stdout, await stderr] as const);
  return { child, ended };
}

const runSideBySide = (...commands: string[]) => start(...commands).ended;

test('Commands that run side by side all run, and their outputs are printed whole and in order', async () => {
  const [code, stdout, stderr] = await runSideBySide(
    'echo one; echo two >&2; echo three',
    'true',
    'echo last',
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('\none\ntwo\nthree\n=====');
  expect(stdout).toContain('\nlast\n=====');
});

test('If one of several commands fails, the others still run, and the end says which failed and repeats the lines that say why', async () => {
  const fails =
    "printf '\\033[31m FAIL \\033[39m a test\\nAssertionError: 1 is not 2\\nwrong\\n FAIL  a test\\n'; exit 3";
  const [code, stdout, stderr] = await runSideBySide(fails, 'echo one', 'echo two', 'echo three');
  expect([code, stderr]).toEqual([
    1,
    `FAILED  ${fails}: exit code 3\n        FAIL  a test\n        AssertionError: 1 is not 2\n`,
  ]);
  for (const printed of ['wrong', 'one', 'two', 'three']) expect(stdout).toContain(`\n${printed}\n`);
});

test.each([
  ['that is not there', 'no-such-command', 'exit code 127'],
  ['that is killed', 'kill -9 $$', 'SIGKILL'],
])('One command %s makes the whole side-by-side run fail', async (_, command, outcome) => {
  const [code, , stderr] = await runSideBySide('true', command);
  expect([code, stderr]).toEqual([1, `FAILED  ${command}: ${outcome}\n`]);
});

test('A signal to the side-by-side run reaches every running command, and the run fails', async () => {
  const { child, ended } = start('echo begun; exec sleep 600', 'exec sleep 600', 'echo never');
  let output = '';
  child.stdout.on('data', function endOnce(chunk) {
    output += chunk;
    if (output.match(/BEGINS/g)?.length !== 2) return;
    child.stdout.off('data', endOnce); // a signal would come too late while it ends
    child.kill('SIGTERM');
  });
  const [code, stdout, stderr] = await ended;
  expect(code).toBe(1);
  // Either may have ended first.
  expect(stderr.split('\n').toSorted()).toEqual([
    '',
    'FAILED  echo begun; exec sleep 600: SIGTERM',
    'FAILED  exec sleep 600: SIGTERM',
    'Not begun: echo never',
  ]);
  expect(stdout).not.toContain('BEGINS  echo never');
});
