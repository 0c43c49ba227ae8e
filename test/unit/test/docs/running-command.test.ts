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

test('An interrupted command returns its exit code', async () => {
  const command = start('trap "exit 7" INT; echo ready; while :; do sleep 0.01; done');
  expect(await command.printed('ready', signal)).toContain('ready');
  expect(await command.interrupt(signal)).toBe(7);
});

test('A command that the interrupt kills returns the signal', async () => {
  const command = start('echo ready; exec sleep 60');
  await command.printed('ready', signal);
  expect(await command.interrupt(signal)).toBe('SIGINT');
});

test('A command that ends early fails with its output', async () => {
  await expect(start('echo something else').printed('ready', signal)).rejects.toThrow('something else');
});

test('Processes that a command leaves running are found', async () => {
  const command = start('(trap "" INT; echo ready; exec sleep 60) & wait');
  await command.printed('ready', signal);
  await expect(command.interrupt(signal, 3)).rejects.toThrow('left processes running');
});

test('Blocks of commands run in one session and have separate outputs', async () => {
  const shell = openShell(PLACE);
  onTestFinished(() => shell.end());
  expect(await shell.run('A=1\necho one', signal)).toEqual({ stdout: 'one\n', stderr: '', exitCode: 0 });
  expect(await shell.run('printf "$A"; echo two >&2; false', signal)).toEqual({
    stdout: '1',
    stderr: 'two\n',
    exitCode: 1,
  });
});

test('A block that ends its session is an error', async () => {
  const shell = openShell(PLACE);
  onTestFinished(() => shell.end());
  await expect(shell.run('echo last; exit 3', signal)).rejects.toThrow('last');
});
