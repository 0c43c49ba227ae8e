/**
 * Does what the documents tell a newcomer to do, in a fresh clone and in processes of their own: installs, starts, takes
 * the tours, calls every route, opens the reference in Chromium, stops, and runs the other commands that need no AWS.
 * What is printed must be what the documents show. `npm run test:docs`; PORT names the server's port.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../functions/routes.ts';
import { runCommand } from '../deploy/run-command.ts';
import { ADMIN_HELP, commandLines, staleCommands } from './commands.ts';
import { readDocuments } from './documents.ts';
import { cloneProject, uncommittedChanges, userEnvironment } from './fresh-clone.ts';
import { choosePort, DOCUMENTED_PORT } from './port.ts';
import { proveServer } from './prove-server.ts';
import { createSteps } from './step.ts';

/** Long beyond what a busy machine needs: what hangs must end. */
const LIMIT_MILLISECONDS = 30 * 60_000;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interruption.abort());
const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(LIMIT_MILLISECONDS)]);

const steps = createSteps((line) => console.log(line), signal);
const temporaryFolder = await realpath(await mkdtemp(join(tmpdir(), 'guard-docs-')));
try {
  if ((await uncommittedChanges()) !== '') console.log('note    only what is committed is tested');
  const port = await choosePort(process.env['PORT']);
  if (port !== DOCUMENTED_PORT)
    console.log(`note    port ${port} stands for the documents' ${DOCUMENTED_PORT}`);
  const folder = await steps.run('clone the project', () => cloneProject(temporaryFolder));
  if (folder !== undefined) await proveDocuments(folder, port);
} finally {
  await rm(temporaryFolder, { recursive: true, force: true });
}
if (signal.aborted) console.error('Interrupted, or not done in time.');
if (steps.failed.length > 0 || signal.aborted) process.exitCode = 1;
console.log(
  steps.failed.length === 0 ? '\nThe documents are true.' : `\n${steps.failed.length} steps failed.`,
);

async function proveDocuments(folder: string, port: number): Promise<void> {
  const documents = await readDocuments(folder);
  const environment = userEnvironment(process.env);
  const run = (line: string) => runCommand(['bash', '-c', line], { environment, signal, folder });

  await proveServer({ documents, folder, environment, port, routes, steps, run, signal });
  for (const { text, place, provenElsewhere } of documents.flatMap(commandLines)) {
    if (provenElsewhere) console.log(`        ${text} (${place}): ${provenElsewhere}`);
    else await steps.run(`${text} (${place})`, () => run(text));
  }
  await steps.run(ADMIN_HELP, () => run(ADMIN_HELP));
  await steps.run('the documents have every command that this check knows', async () => {
    const stale = staleCommands(documents);
    if (stale.length > 0) throw new Error(`They have no more: ${stale.join(', ')}`);
  });
  await steps.run('git sees nothing new in the clone', async () => {
    const changes = await uncommittedChanges(folder);
    if (changes !== '') throw new Error(changes);
  });
}
