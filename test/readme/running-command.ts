import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command of a terminal that runs until Ctrl-C. */
export interface RunningCommand {
  /** Resolves to everything that it printed so far, as soon as that holds the text. Rejects where it ends before. */
  printed(text: string, signal: AbortSignal): Promise<string>;
  /** Does what Ctrl-C does in a terminal, and resolves to the exit code when it has ended with all that it started. */
  interrupt(signal: AbortSignal): Promise<number>;
  /** Ends it and all that it started, at once. */
  kill(): void;
}

export interface CommandPlace {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs a line of a shell, in a process group of its own, as a terminal does. */
export function startCommand(line: string, { folder, environment }: CommandPlace): RunningCommand {
  const child = spawn('bash', ['-c', `exec ${line}`], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const group = child.pid;
  let output = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const check of watchers) check();
    });
  }
  const signalGroup = (name: NodeJS.Signals | 0): boolean => {
    try {
      return group !== undefined && process.kill(-group, name);
    } catch {
      return false; // nobody is left in it
    }
  };

  return {
    async printed(text, signal) {
      const found = Promise.withResolvers<string>();
      const check = () => output.includes(text) && found.resolve(output);
      const fail = () => found.reject(new Error(`"${line}" did not print "${text}", but:\n${output}`));
      watchers.add(check);
      signal.addEventListener('abort', fail, { once: true });
      ended.then(fail, fail);
      check();
      try {
        return await found.promise;
      } finally {
        watchers.delete(check);
        signal.removeEventListener('abort', fail);
      }
    },
    async interrupt(signal) {
      signalGroup('SIGINT');
      const aborted = once(signal, 'abort').then(() => {
        throw new Error(`"${line}" did not end after Ctrl-C. It printed:\n${output}`);
      });
      const [code] = await Promise.race([ended, aborted]);
      if (signalGroup(0)) throw new Error(`"${line}" has ended and left processes running.`);
      return Number(code);
    },
    kill: () => void signalGroup('SIGKILL'),
  };
}
