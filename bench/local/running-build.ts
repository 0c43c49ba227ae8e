import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startCommand } from './builds.ts';
import { type Taken, takenBy } from './process-tree.ts';

export interface RunningBuild {
  readonly url: string;
  /** What the server and its engine take. */
  taken(): Promise<Taken>;
  stop(): Promise<void>;
}

const OUT_OF_THE_WAY = '1000000';

/** Runs `npm start` of a build with a data folder. Only the limits are wider, and the demo's machines are silent. */
export async function startBuild(folder: string, dataFolder: string): Promise<RunningBuild> {
  const { program, parameters } = await startCommand(folder);
  const server = spawn(program, parameters, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      GUARD_DATA: dataFolder,
      GUARD_DEMO_TRAFFIC: 'off',
      GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
      GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
      GUARD_RATE_LIMIT_TENANT: OUT_OF_THE_WAY,
    },
  });
  const ended = once(server, 'exit');
  process.once('exit', () => server.kill()); // if the benchmark fails
  return {
    url: await addressOf(server),
    taken: () => takenBy(server.pid ?? 0),
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** Reads the output to its end, because a full pipe would stop the server. */
function addressOf(server: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  if (server.stdout) {
    createInterface(server.stdout).on('line', (line) => {
      const found = /^Guard listens at (\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  }
  server.once('exit', () => reject(new Error('The server has ended')));
  return promise;
}
