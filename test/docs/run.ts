/**
 * Runs what README, quickstarts, connect-devices, tour and webhooks show, as written, in a fresh clone: installs, starts, takes
 * the tours and stops. The output must be what the documents show. Walks deploy.md as far as an AWS account is not needed.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../deploy/run-command.ts';
import {
  proveWithoutAccount,
  readCommands,
  readSettings,
  withoutCredentials,
  writeSettings,
} from './deployment.ts';
import { type Document, readDocuments } from './documents.ts';
import { lineDifferences, outputProblems } from './example-output.ts';
import { cloneProject, uncommittedChanges, userEnvironment } from './fresh-clone.ts';
import { choosePort, DOCUMENTED_PORT, isOpen, withPort } from './port.ts';
import { startCommand } from './running-command.ts';
import { openShell, type ShellPlace } from './shell.ts';
import { readStart, readTours } from './tours.ts';
import { readFirstTests, tryReceiver } from './webhook-receivers.ts';

/** Far beyond what a busy machine needs: what hangs must end. */
const LIMIT_MILLISECONDS = 30 * 60_000;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interruption.abort());
const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(LIMIT_MILLISECONDS)]);

let failures = 0;
const temporaryFolder = await realpath(await mkdtemp(join(tmpdir(), 'guard-docs-')));
try {
  if ((await uncommittedChanges()) !== '') console.log('note    only what is committed is tested');
  await proveDocuments(await cloneProject(temporaryFolder));
} finally {
  await rm(temporaryFolder, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;
console.log(failures === 0 ? '\nThe documents are true.' : `\n${failures} steps failed.`);

/** Runs a step and prints how it ended. A step that fails does not stop the others. */
async function step(name: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    signal.throwIfAborted();
    await work();
    console.log(`ok      ${name}`);
    return true;
  } catch (error) {
    failures += 1;
    console.log(`FAILED  ${name}\n${String(error).replace(/^/gm, '        ')}`);
    return false;
  }
}

function throwIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function proveDocuments(folder: string): Promise<void> {
  const documents = await readDocuments(folder);
  const port = await choosePort();
  const environment = {
    ...userEnvironment(process.env),
    // Nothing may happen at the demo's sites between a command and its output.
    GUARD_DEMO_TRAFFIC: 'off',
    ...(port === DOCUMENTED_PORT ? {} : { PORT: String(port) }),
  };
  const place: ShellPlace = { folder, environment, signal };
  const { install, start, shown } = readStart(documents);
  const run = (line: string) => runCommand(['bash', '-c', line], place);
  for (const line of install) if (!(await step(line, () => run(line)))) return;

  await proveDeployment(documents, place);
  const server = startCommand(start, place);
  try {
    const expected = withPort(port)(shown);
    const lastLine = expected.split('\n').at(-1) ?? '';
    const hasStarted = await step(`${start} prints what the README shows`, async () => {
      const printed = await server.printed(lastLine);
      throwIfAny(lineDifferences(expected, printed.replaceAll(`${folder}/`, '')));
    });
    if (!hasStarted) return;
    await proveRunning(documents, place, withPort(port));
    await step('the administration command that the start prints', () =>
      run(`npm run admin -- backfill-indexes --dry-run --items-per-second 10000 --port ${port}`),
    );
    await step(`${start} ends with Ctrl-C`, async () => {
      await server.interrupt();
      throwIfAny((await isOpen(port)) ? [`A process still listens on port ${port}.`] : []);
    });
  } finally {
    server.kill();
  }
  await step('git finds no new files in the clone', async () =>
    throwIfAny([await uncommittedChanges(folder)].filter(Boolean)),
  );
}

/** Walks docs/deploy.md with all settings that it shows, as far as an AWS account is not needed. */
async function proveDeployment(documents: readonly Document[], place: ShellPlace): Promise<void> {
  const shell = openShell(withoutCredentials(place), temporaryFolder);
  const takeOut = await writeSettings(place.folder, readSettings(documents));
  for (const command of [...new Set(['npm run synth -- --stage prod', ...readCommands(documents)])])
    await step(`docs/deploy.md: ${command}, without an account`, () => proveWithoutAccount(command, shell));
  await takeOut();
}

async function proveRunning(
  documents: readonly Document[],
  place: ShellPlace,
  here: (text: string) => string,
): Promise<void> {
  let shell = openShell(place, temporaryFolder);
  for (const { path, examples, continues } of readTours(documents)) {
    if (!continues) shell = openShell(place, temporaryFolder);
    for (const { commands, output } of examples)
      await step(`${path}:${commands.line}`, async () => {
        const printed = await shell(here(commands.text));
        const problems = outputProblems(printed, output && here(output.text));
        throwIfAny(problems.length > 0 ? [...problems, `They printed: ${printed.stdout}`] : []);
      });
  }
  for (const firstTest of readFirstTests(documents))
    await step(`the first test of webhooks, with the receiver in ${firstTest.receiver.language}`, () =>
      tryReceiver(firstTest, place, temporaryFolder, here),
    );
}
