import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../../docs/running-command.ts';
import { openShell } from '../../../docs/shell.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { signal } = new AbortController();
const PLACE = { folder: '/', environment: process.env, signal };

function start(script: string) {
  const command = startCommand(`bash -c '${script}'`, PLACE);
  onTestFinished(() => command.kill());
  return command;
}

async function openTestShell() {
  const folder = await temporaryFolder();
  return openShell(PLACE, folder);
}

test('Ctrl-C ends a command and the processes that it started', async () => {
  const command = start('echo ready; sleep 60; true');
  expect(await command.printed('ready')).toContain('ready');
  await command.interrupt();
});

test('A command that ends before it prints the expected text fails with its output', async () => {
  await expect(start('echo something else').printed('ready')).rejects.toThrow('something else');
});

test('A block of commands has the variables and functions of earlier blocks', async () => {
  const shell = await openTestShell();
  const first = await shell('A="a \'b\'"\ngreet() { echo "hello $1"; }\necho one');
  expect(first).toEqual({ stdout: 'one\n', stderr: '', exitCode: 0 });
  const second = await shell('greet "$A"; echo two >&2; false');
  expect(second).toEqual({ stdout: "hello a 'b'\n", stderr: 'two\n', exitCode: 1 });
});
