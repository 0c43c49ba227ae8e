import { execFile } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';

export interface BlockOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code of the last command. */
  readonly exitCode: number;
}

export interface ShellPlace {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs blocks of commands as in one terminal: variables and functions of a block are there in the next one. */
export type Shell = (block: string) => Promise<BlockOutput>;

let opened = 0;

export function openShell({ folder, environment, signal }: ShellPlace, stateFolder: string): Shell {
  opened += 1;
  const state = join(stateFolder, `shell-${opened}`);
  return (block) =>
    new Promise((resolve) => {
      // Readonly variables of bash cannot be set again, which is not an error of the block.
      const script = `source '${state}' 2>/dev/null\n${block}\nend_of_block=$?; { declare -p; declare -f; } > '${state}'; exit $end_of_block`;
      const options = { cwd: folder, env: environment, signal };
      execFile('bash', ['--norc', '-c', script], options, (error, stdout, stderr) => {
        const exitCode = error ? z.number().catch(-1).parse(error.code) : 0;
        resolve({ stdout, stderr, exitCode });
      });
    });
}
