import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdminCommand } from '../support/admin-command.ts';

const ENTRY_POINT = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));

/** An environment that names no table. The command and the server run in their own processes. */
const NOTHING_NAMED = { TABLE_NAME: '', DYNAMODB_ENDPOINT: '' };

let server: ChildProcess;
let url: string;

beforeAll(async () => {
  const environment = { ...process.env, PORT: '0', GUARD_DATA: 'memory', DYNAMODB_ENDPOINT: '' };
  server = spawn(process.execPath, [ENTRY_POINT], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  url = await addressOf(server);
});
afterAll(() => stop());

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no output');
  for await (const line of createInterface({ input: stdout })) {
    const found = /^Guard listens at (\S+)$/.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error('The server has ended');
}

async function stop(): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}

/** A command that changes nothing. */
const LOOK = ['backfill-indexes', '--dry-run', '--items-per-second', '10000'] as const;
const admin = (...parameters: string[]) => runAdminCommand(parameters, { environment: NOTHING_NAMED });
const port = () => new URL(url).port;

test('An administration command with --port uses the local server at that port and names it', async () => {
  const { exitCode, stdout, stderr } = await admin(...LOOK, '--port', port());
  expect([exitCode, stderr]).toEqual([0, `Using the local server at ${url} (data: memory).\n`]);
  expect(stdout).toMatch(/ right, 0 to mend.* Done\.\n/);
});

test('Without a table name, an administration command uses the local server if one runs, and lists them if several run', async () => {
  const { stdout, stderr } = await admin(...LOOK);
  expect(stderr).toContain(`${stdout === '' ? '--port ' : 'http://localhost:'}${port()} `);
});

test('An administration command given the URL of a local server names the working URL of its database engine', async () => {
  const { exitCode, stderr } = await admin(...LOOK, '--endpoint', url);
  expect(exitCode).toBe(2);
  const engine = /--endpoint (http:\S+),/.exec(stderr)?.[1] ?? '';
  const { stdout } = await admin(...LOOK, '--endpoint', engine);
  expect(stdout).toMatch(/ right, 0 to mend.* Done\.\n/);
});

test('An administration command does not find a local server that was stopped', async () => {
  await stop();
  const { exitCode, stderr } = await admin(...LOOK, '--port', port());
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('There is no local server at port')]);
});

test('The command npm start of the local server refuses an option that it does not know, and says how to set a port', () => {
  const { status, stderr } = spawnSync(process.execPath, [ENTRY_POINT, '--port', '4000'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    'Unknown option --port: settings are variables, as in PORT=4000 npm start.\n',
  ]);
});
