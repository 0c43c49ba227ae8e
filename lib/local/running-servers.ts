import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { reasonOf } from './local-server-error.ts';
import { makeFolder } from './make-folder.ts';
import { PROJECT_FOLDER } from './settings.ts';

/** The folder in which running servers of this checkout register, for the administration command. */
export const SERVERS_FOLDER = join(PROJECT_FOLDER, '.guard', 'servers');

const ANSWER_MILLISECONDS = 1_000;

const serverSchema = z.object({
  pid: z.int().positive(),
  url: z.url(),
  dynamodbEndpoint: z.url(),
  /** A description of the location of the data. */
  data: z.string(),
});

export type RunningServer = z.infer<typeof serverSchema>;

/**
 * Registers a running server in a file. Resolves to a function that removes it. Logs a failure, which does not stop the
 * server.
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
    await rename(`${file}.new`, file); // atomic: a reader never sees a part
  } catch (error) {
    log(`npm run admin will not find this server by itself: ${reasonOf(error)}`);
    return async () => {};
  }
  return () => rm(file, { force: true });
}

/** The running servers by port. A killed server is recognized by its missing process or engine. */
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
    return undefined; // removed meanwhile, or another file
  }
}

/** Whether any HTTP server answers there. The response to an invalid request differs by engine. */
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

/** Whether a process runs. A process of another user cannot be signalled, but it runs. */
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
