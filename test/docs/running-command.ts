import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShellPlace } from './shell.ts';

const LOOK_MILLISECONDS = 50;

/** A command that runs until Ctrl-C. */
export interface RunningCommand {
  /** Resolves to the output so far as soon as it contains the text. Rejects if the command ends before. */
  printed(text: string): Promise<string>;
  /** Sends Ctrl-C, and resolves once the command and everything that it started have ended. */
  interrupt(): Promise<void>;
  /** Ends the command and everything that it started, at once. */
  kill(): void;
}

/** Starts a command line in a process group of its own, as a terminal does. */
export function startCommand(line: string, { folder, environment, signal }: ShellPlace): RunningCommand {
  const child = spawn('bash', ['-c', `exec ${line}`], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let hasClosed = false;
  child.once('close', () => {
    hasClosed = true;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  /** Sends a signal to the group, or asks with 0 whether a process is left in it. */
  const signalGroup = (name: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, name);
    } catch {
      return false;
    }
  };
  const until = async (isSo: () => boolean, isHopeless: () => boolean, problem: string) => {
    while (!isSo()) {
      if (signal.aborted || isHopeless()) throw new Error(`"${line}" ${problem}. It printed:\n${output}`);
      await delay(LOOK_MILLISECONDS);
    }
  };
  return {
    async printed(text) {
      await until(
        () => output.includes(text),
        () => hasClosed,
        `did not print "${text}"`,
      );
      return output;
    },
    async interrupt() {
      signalGroup('SIGINT');
      await until(
        () => !signalGroup(0),
        () => false,
        'did not end after Ctrl-C',
      );
    },
    kill: () => void signalGroup('SIGKILL'),
  };
}
