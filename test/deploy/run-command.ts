import { spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_MILLISECONDS = 5_000;

export interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly input?: string;
  /** Where it runs; here if it is not said. */
  readonly folder?: string;
}

export interface CommandOutput {
  readonly stdout: string;
  /** What it wrote to stdout and stderr, as it came. */
  readonly all: string;
}

/**
 * Runs a command to its end and gives what it wrote. Throws all of that where the command
 * fails. When the signal comes, the command and everything that it started end.
 */
export async function runCommand(
  [command, ...parameters]: readonly [string, ...string[]],
  { environment, signal, input = '', folder }: CommandOptions,
): Promise<CommandOutput> {
  signal.throwIfAborted();
  // A group of its own: a script of npm's is three processes deep.
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
