import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ENTRY_POINT = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the administration command in a process of its own, with `input` on its stdin. */
export async function runAdminCommand(
  parameters: readonly string[],
  { input = '', environment = {} }: { input?: string; environment?: Record<string, string> } = {},
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
