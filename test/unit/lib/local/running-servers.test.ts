import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../lib/local/engine.ts';
import { announceServer, findRunningServers } from '../../../../lib/local/running-servers.ts';

let folder: string;
let engine: Server;
let dynamodbEndpoint: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'guard-servers-')), 'servers');
  engine = createServer((_, response) => response.writeHead(400).end('no DynamoDB request'));
  const port = await freePort();
  engine.listen(port, '127.0.0.1');
  await once(engine, 'listening');
  dynamodbEndpoint = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  engine.closeAllConnections();
  engine.close();
  await rm(join(folder, '..'), { recursive: true });
});

const log = (line: string) => {
  throw new Error(line);
};
const server = (port: number, pid = process.pid) => ({
  pid,
  url: `http://localhost:${port}`,
  dynamodbEndpoint,
  data: 'memory',
});

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('If no local server is registered, the search for running servers finds none', async () => {
  expect(await findRunningServers(folder)).toEqual([]);
});

test('The search for running servers lists registered local servers in order of port until they are removed', async () => {
  await announceServer(server(9000), folder, log);
  const takeBack = await announceServer(server(4000), folder, log);
  await announceServer(server(3000), folder, log);
  expect(await findRunningServers(folder)).toEqual([server(3000), server(4000), server(9000)]);
  await takeBack();
  expect(await findRunningServers(folder)).toEqual([server(3000), server(9000)]);
});

test('The search for running servers skips a server whose process has ended, and the next start removes that server’s file', async () => {
  await announceServer(server(3000, await endedProcess()), folder, log);
  expect(await findRunningServers(folder)).toEqual([]);
  await announceServer(server(4000), folder, log);
  expect(await readdir(folder)).toHaveLength(1);
});

test('The search for running servers skips a server whose database engine does not answer, even if its process id is in use', async () => {
  const silent = { ...server(3000), dynamodbEndpoint: `http://127.0.0.1:${await freePort()}` };
  await announceServer(silent, folder, log);
  expect(await findRunningServers(folder)).toEqual([]);
});

test.each(['', '{', '{"pid":1}', '[]', `{"pid":${process.pid},"url":"x","dynamodbEndpoint":"y","data":""}`])(
  'The search for running servers ignores a registration file with the content %j',
  async (text) => {
    await announceServer(server(3000), folder, log);
    await writeFile(join(folder, `${process.pid}-1.json`), text);
    expect(await findRunningServers(folder)).toEqual([server(3000)]);
  },
);

test('A local server that cannot register still runs, and logs the failure', async () => {
  await writeFile(folder, 'a file where the folder should be');
  const lines: string[] = [];
  const takeBack = await announceServer(server(3000), folder, (line) => lines.push(line));
  expect(lines).toEqual([expect.stringContaining('will not find this server')]);
  await takeBack();
});
