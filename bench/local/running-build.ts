import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startCommand } from './builds.ts';

export interface RunningBuild {
  readonly url: string;
  /** The resident memory of the server and its engine, in MB. */
  memory(): Promise<number>;
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
  return {
    url: await addressOf(server),
    memory: () => memoryOf(server.pid ?? 0),
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

async function memoryOf(root: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([root]);
  let kilobytes = 0;
  // A child may be listed before its parent, so the list is read until nothing is added.
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const [pid = 0, parent = 0] of rows) if (tree.has(parent)) tree.add(pid);
  }
  for (const [pid = 0, , rss = 0] of rows) if (tree.has(pid)) kilobytes += rss;
  return Math.round(kilobytes / 1_000);
}
