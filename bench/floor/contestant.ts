import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Order, Report } from './host.ts';

/** A function that runs in its own process. */
export interface Contestant {
  /** Throws if an invocation fails. */
  run(events: readonly object[], keepsAnswers?: boolean): Promise<Report>;
  /** Ends the process and returns its standard output if that was kept. */
  stop(): Promise<string>;
}

export interface ContestantOptions {
  readonly name: string;
  readonly hostFolder: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  readonly keepsOutput?: boolean;
}

/** Starts a function's process, and resolves when the function is loaded. */
export async function startContestant(options: ContestantOptions): Promise<Contestant> {
  const { name, hostFolder, folder, environment, nodeOptions = [], keepsOutput = false } = options;
  const child = fork(`${hostFolder}/index.mjs`, [folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: environment,
    execArgv: [...nodeOptions],
  });
  if (!child.stdout) throw new Error('The child has no output.');
  const output = keepsOutput ? text(child.stdout) : '';
  if (!keepsOutput) child.stdout.resume(); // else the child waits for a reader
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`The process of ${name} ended.`);
  });
  ended.catch(() => {});
  const message = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0];
  await message();
  return {
    async run(events, keepsAnswers = false) {
      child.send({ events, keepsAnswers } satisfies Order);
      const report = (await message()) as Report;
      if (report.failures > 0) throw new Error(`${name}: ${report.failures} of ${events.length} failed.`);
      return report;
    },
    async stop() {
      if (child.connected) child.disconnect(); // it exits by itself and writes its profile if requested
      await exited;
      return output;
    },
  };
}
