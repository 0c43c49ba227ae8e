import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup } from './process-group.ts';

const LOOK_MILLISECONDS = 50;

/** Half a minute: npm ends before what it runs does, which a busy machine lets wait. */
const LOOKS = 600;

/** A command of a terminal that runs until Ctrl-C. */
export interface RunningCommand {
  /** Resolves to everything that it printed so far, as soon as that holds the text. Rejects where it ends before. */
  printed(text: string, signal: AbortSignal): Promise<string>;
  /**
   * Does what Ctrl-C does in a terminal, and resolves to the exit code, or the signal, that it ended with. Rejects where
   * something that it started is left after that many looks.
   */
  interrupt(signal: AbortSignal, looks?: number): Promise<number | string>;
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
  // Not "close": what is left running would hold its output open.
  const ended = once(child, 'exit');
  let output = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const check of watchers) check();
    });
  }
  return {
    async printed(text, signal) {
      const found = Promise.withResolvers<string>();
      const check = () => output.includes(text) && found.resolve(output);
      const fail = () => found.reject(new Error(`"${line}" did not print "${text}", but:\n${output}`));
      watchers.add(check);
      signal.addEventListener('abort', fail, { once: true });
      ended.then(fail, fail);
      if (signal.aborted) fail();
      check();
      try {
        return await found.promise;
      } finally {
        watchers.delete(check);
        signal.removeEventListener('abort', fail);
      }
    },
    async interrupt(signal, looks = LOOKS) {
      signalGroup(child.pid, 'SIGINT');
      const aborted = once(signal, 'abort').then(() => {
        throw new Error(`"${line}" did not end after Ctrl-C. It printed:\n${output}`);
      });
      const [code, name] = await Promise.race([ended, aborted]);
      for (let look = 1; signalGroup(child.pid, 0); look++) {
        if (look > looks) throw new Error(`"${line}" has ended and left processes running.`);
        await delay(LOOK_MILLISECONDS);
      }
      return code ?? name;
    },
    kill: () => void signalGroup(child.pid, 'SIGKILL'),
  };
}
