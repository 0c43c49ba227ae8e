import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../../docs/running-command.ts';
import { openShell } from '../../../docs/shell-session.ts';

const PLACE = { folder: '/', environment: process.env };
const { signal } = new AbortController();

function start(script: string) {
  const command = startCommand(`bash -c '${script}'`, PLACE);
  onTestFinished(() => command.kill());
  return command;
}

test('a command ends with Ctrl-C, and tells its exit code', async () => {
  const command = start('trap "exit 7" INT; echo ready; while :; do sleep 0.01; done');
  expect(await command.printed('ready', signal)).toContain('ready');
  expect(await command.interrupt(signal)).toBe(7);
});

test('a command that Ctrl-C kills tells the signal', async () => {
  const command = start('echo ready; exec sleep 60');
  await command.printed('ready', signal);
  expect(await command.interrupt(signal)).toBe('SIGINT');
});

test('a command that ends before it prints what is waited for says what it printed', async () => {
  await expect(start('echo something else').printed('ready', signal)).rejects.toThrow('something else');
});

test('what a command leaves running is found', async () => {
  const command = start('(trap "" INT; echo ready; exec sleep 60) & wait');
  await command.printed('ready', signal);
  await expect(command.interrupt(signal, 3)).rejects.toThrow('left processes running');
});

test('blocks of commands run in one session, each with its own output', async () => {
  const shell = openShell(PLACE);
  onTestFinished(() => shell.end());
  expect(await shell.run('A=1\necho one', signal)).toEqual({ stdout: 'one\n', stderr: '', exitCode: 0 });
  expect(await shell.run('printf "$A"; echo two >&2; false', signal)).toEqual({
    stdout: '1',
    stderr: 'two\n',
    exitCode: 1,
  });
});

test('a session that a block ends is an error', async () => {
  const shell = openShell(PLACE);
  onTestFinished(() => shell.end());
  await expect(shell.run('echo last; exit 3', signal)).rejects.toThrow('last');
});
