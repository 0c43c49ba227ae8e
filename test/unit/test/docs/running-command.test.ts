import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../../docs/running-command.ts';

const { signal } = new AbortController();
const PLACE = { folder: '/', environment: process.env, signal };

function start(script: string) {
  const command = startCommand(`bash -c '${script}'`, PLACE);
  onTestFinished(() => command.kill());
  return command;
}

test('Ctrl-C ends a documented command and the processes that it started', async () => {
  const command = start('echo ready; sleep 60; true');
  expect(await command.printed('ready')).toContain('ready');
  await command.interrupt();
});

test('If a documented command ends before it prints the expected text, the error shows the command’s output', async () => {
  await expect(start('echo something else').printed('ready')).rejects.toThrow('something else');
});
