import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { runAdmin } from '../../lib/admin/run-admin.ts';

const ENTRY_POINT = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandSurroundings {
  /** The standard input of the command. */
  readonly input?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the administration command in a process of its own: a third of a second of processor time. */
export async function runAdminCommand(
  parameters: readonly string[],
  { input = '', environment = {} }: CommandSurroundings = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [ENTRY_POINT, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {}); // a command that needs no input may end before it is written
  child.stdin.end(input);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { exitCode: z.number().nullable().parse(exitCode), stdout, stderr };
}

/** Runs the same command line in this process. */
export async function runAdminHere(
  parameters: readonly string[],
  { input = '', environment = {} }: CommandSurroundings = {},
): Promise<CommandResult> {
  const terminal = { stdin: Readable.from([input]), stdout: new PassThrough(), stderr: new PassThrough() };
  const [stdout, stderr] = [text(terminal.stdout), text(terminal.stderr)];
  const exitCode = await runAdmin(parameters, terminal, { ...process.env, ...environment });
  terminal.stdout.end();
  terminal.stderr.end();
  return { exitCode, stdout: await stdout, stderr: await stderr };
}
