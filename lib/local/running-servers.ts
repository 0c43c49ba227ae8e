import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { reasonOf } from './local-server-error.ts';
import { makeFolder } from './make-folder.ts';
import { PROJECT_FOLDER } from './settings.ts';

/** The folder in which the running servers of this checkout register, so that the administration command finds them. */
export const SERVERS_FOLDER = join(PROJECT_FOLDER, '.guard', 'servers');

const ANSWER_MILLISECONDS = 1_000;

const serverSchema = z.object({
  pid: z.int().positive(),
  url: z.url(),
  dynamodbEndpoint: z.url(),
  /** A description of where the data is. */
  data: z.string(),
});

export type RunningServer = z.infer<typeof serverSchema>;

/**
 * Registers a running server in a file. Resolves to a function that removes the file. If this fails, it is only logged, and
 * the server continues.
 */
export async function announceServer(
  server: RunningServer,
  folder: string,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const file = join(folder, `${server.pid}-${portOf(server)}.json`);
  try {
    await makeFolder(folder);
    await removeAbandoned(folder);
    await writeFile(`${file}.new`, JSON.stringify(server));
    await rename(`${file}.new`, file); // renamed in one step, so that a reader never sees a part
  } catch (error) {
    log(`npm run admin will not find this server by itself: ${reasonOf(error)}`);
    return async () => {};
  }
  return () => rm(file, { force: true });
}

/** Finds the running servers, by port. If the process or the engine of a registered server is gone, the server was killed. */
export async function findRunningServers(folder: string): Promise<RunningServer[]> {
  const found = await Promise.all((await filesIn(folder)).map((name) => readServer(join(folder, name))));
  return found.filter((server) => server !== undefined).sort((a, b) => portOf(a) - portOf(b));
}

export function portOf({ url }: Pick<RunningServer, 'url'>): number {
  return Number(new URL(url).port);
}

async function readServer(file: string): Promise<RunningServer | undefined> {
  const parsed = serverSchema.safeParse(await readJson(file));
  if (!parsed.success || !isAlive(parsed.data.pid)) return undefined;
  return (await answers(parsed.data.dynamodbEndpoint)) ? parsed.data : undefined;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined; // removed meanwhile, or not the file of a server
  }
}

/**
 * Whether any HTTP server answers at an address. Which response comes does not matter, because engines answer an invalid
 * request differently.
 */
async function answers(endpoint: string): Promise<boolean> {
  const response = await fetch(endpoint, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response !== undefined;
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await filesIn(folder)) {
    const pid = /^(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/** Whether a process runs. If it belongs to another user, it cannot be signalled, but it runs. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json'));
}
