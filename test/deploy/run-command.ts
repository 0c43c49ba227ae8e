import { spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_MILLISECONDS = 5_000;

export interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly input?: string;
  /** The working directory. Default: the current one. */
  readonly folder?: string;
}

export interface CommandOutput {
  readonly stdout: string;
  /** Its stdout and stderr, in order. */
  readonly all: string;
}

/**
 * Runs a command and resolves to its output. Throws the output if the command fails. The signal ends the command and all its
 * child processes.
 */
export async function runCommand(
  [command, ...parameters]: readonly [string, ...string[]],
  { environment, signal, input = '', folder }: CommandOptions,
): Promise<CommandOutput> {
  signal.throwIfAborted();
  // Its own process group: an npm script consists of three processes.
  const child = spawn(command, parameters, {
    env: environment,
    stdio: 'pipe',
    detached: true,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  const end = () => {
    endGroup(child.pid, 'SIGTERM');
    setTimeout(() => endGroup(child.pid, 'SIGKILL'), STOP_MILLISECONDS).unref();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    let stdout = '';
    let all = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      all += text;
    });
    child.stdin.on('error', () => {}); // it ended without reading
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${[command, ...parameters].join(' ')} failed:\n${all}`);
    return { stdout, all };
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
