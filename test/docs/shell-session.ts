import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { signalGroup } from './process-group.ts';
import type { CommandPlace } from './running-command.ts';

export interface BlockOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Of the last command. */
  readonly exitCode: number;
}

/** One session of bash, as somebody has it who copies commands out of a document, block by block. */
export interface ShellSession {
  run(block: string, signal: AbortSignal): Promise<BlockOutput>;
  end(): void;
}

/** Printed after each block, on both streams: no output of a command looks like it. */
const MARK = '--- end of the block, exit code:';
const TELL_END = `end_of_block=$?; printf '%s\\n' "${MARK} $end_of_block"; printf '%s\\n' "${MARK}" >&2`;

export function openShell({ folder, environment }: CommandPlace): ShellSession {
  const bash = spawn('bash', ['--norc'], { cwd: folder, env: environment, detached: true, stdio: 'pipe' });
  const ended = once(bash, 'close');
  bash.stdin.on('error', () => {}); // it has ended, which `ended` tells
  let [stdout, stderr] = ['', ''];
  let check = () => {};
  bash.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    check();
  });
  bash.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    check();
  });
  return {
    async run(block, signal) {
      [stdout, stderr] = ['', ''];
      const done = Promise.withResolvers<BlockOutput>();
      check = () => {
        const [printed = '', code] = stdout.split(MARK);
        const [complained = '', end] = stderr.split(MARK);
        if (code?.endsWith('\n') && end?.endsWith('\n')) {
          done.resolve({ stdout: printed, stderr: complained, exitCode: Number(code) });
        }
      };
      const fail = () => done.reject(new Error(`The shell ended, or took too long:\n${stdout}${stderr}`));
      signal.addEventListener('abort', fail, { once: true });
      ended.then(fail, fail);
      if (signal.aborted) fail();
      bash.stdin.write(`${block}\n${TELL_END}\n`);
      try {
        return await done.promise;
      } finally {
        signal.removeEventListener('abort', fail);
      }
    },
    end() {
      bash.stdin.end();
      signalGroup(bash.pid, 'SIGTERM');
    },
  };
}
