import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

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

test('If one of several commands fails, the run fails, names the command and starts no further commands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guard-side-by-side-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'failure-was-seen');
  const [fails, goesOn] = ['echo wrong; exit 3', `until [ -e ${file} ]; do sleep 0.01; done; echo went on`];
  const { child, ended } = start(fails, goesOn, 'echo never', 'echo never');
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('exit code 3')) void writeFile(file, '');
  });
  const [code, stdout, stderr] = await ended;
  expect([code, stderr]).toEqual([1, `FAILED  ${fails}: exit code 3\nNot begun: echo never, echo never\n`]);
  expect(stdout).toContain('\nwrong\n');
  expect(stdout).toContain('\nwent on\n');
  expect(stdout).not.toContain('BEGINS  echo never');
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
