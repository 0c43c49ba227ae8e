import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs `npm start` on a free port, with data in memory. */
export async function startServerProcess(variables: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const child = spawn('npm', ['start'], {
    cwd: PROJECT,
    env: { ...process.env, PORT: '0', GUARD_DATA: 'memory', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // one process group for npm, its shell and the server
  });
  const ended = once(child, 'close');
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    const url = /^Guard listens at (\S+)$/m.exec(output)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, stop };
  }
  throw new Error(`npm start ended before it was ready:\n${output}`);
}
