import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningServers, type RunningServer } from '../../lib/local/running-servers.ts';
import type { Route } from '../../shared/http/route.ts';
import { CLIENT_BUILD, REBUILDING_START, startBlocks, tourBlocks } from './commands.ts';
import { tryConsole } from './console.ts';
import { type Document, documentAt } from './documents.ts';
import { callEveryRoute } from './every-route.ts';
import { type CodeBlock, type Example, examplesOf } from './markdown.ts';
import { DOCUMENTED_PORT, isOpen, withPort } from './port.ts';
import { tryReference } from './reference.ts';
import { type RunningCommand, startCommand } from './running-command.ts';
import { openShell } from './shell-session.ts';
import { outputDifferences } from './start-output.ts';
import type { Steps } from './step.ts';
import { runExample } from './tour.ts';
import { clientExamples, writeClientExample } from './typed-client.ts';
import { firstTests, tryReceiver } from './webhook-receivers.ts';

export interface ServerProof {
  readonly documents: readonly Document[];
  /** The clone. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly port: number;
  readonly routes: readonly Route[];
  readonly steps: Steps;
  /** Runs a line of a shell in the clone to its end, and throws where it fails. */
  run(line: string): Promise<unknown>;
  readonly signal: AbortSignal;
}

/** Installs and starts as the README says, tries everything that documents say of the server, and stops it. */
export async function proveServer(proof: ServerProof): Promise<void> {
  const { documents, steps, run } = proof;
  const [start] = examplesOf(startBlocks(documentAt('README.md', documents)));
  const lines = start?.commands.text.split('\n') ?? [];
  const starting = lines.at(-1) ?? '';
  for (const line of lines.slice(0, -1)) {
    if ((await steps.run(line, () => run(line))) === undefined) return;
  }
  await whileRunning(proof, starting, start?.output, (printed) => proveRunning(proof, printed));
  // The data survives a restart, and the server that rebuilds says the same.
  await whileRunning(proof, REBUILDING_START, start?.output, () =>
    steps.run('every route, again on the same data', () => callEveryRoute(baseUrlOf(proof), proof.routes)),
  );
}

const baseUrlOf = ({ port }: Pick<ServerProof, 'port'>) => `http://localhost:${port}`;

/** Starts a server, holds what it prints against what is shown, and stops it after the work. */
async function whileRunning(
  proof: ServerProof,
  line: string,
  shown: CodeBlock | undefined,
  work: (printed: string) => Promise<unknown>,
): Promise<void> {
  const { folder, port, steps, signal } = proof;
  // What the tours show must not move under them.
  const quiet = { ...proof.environment, GUARD_DEMO_TRAFFIC: 'off' };
  const environment = port === DOCUMENTED_PORT ? quiet : { ...quiet, PORT: String(port) };
  const server = startCommand(line, { folder, environment });
  try {
    const expected = withPort(port)(shown?.text ?? '');
    const last = expected.split('\n').at(-1) ?? '';
    const printed = await steps.run(line, () => server.printed(last, signal));
    if (printed === undefined) return;
    await steps.run(`${line} prints what line ${shown?.line} shows`, async () => {
      const differing = outputDifferences(expected, printed, folder);
      if (differing.length > 0) throw new Error(differing.join('\n'));
    });
    await work(printed);
    await steps.run(`${line} ends with Ctrl-C and leaves nothing behind`, async () => {
      const [announced, ...others] = await findRunningServers(serversFolder(folder));
      if (!announced || others.length > 0) throw new Error('It is not the one server of .guard/servers.');
      await endServer(server, proof, announced);
    });
  } finally {
    server.kill();
  }
}

/** npm ends with the signal that it was sent, whatever the script did with it. */
const CLEAN_ENDS: readonly (number | string)[] = [0, 130, 'SIGINT'];

async function endServer(
  server: RunningCommand,
  { folder, port, signal }: ServerProof,
  { pid, dynamodbEndpoint }: RunningServer,
): Promise<void> {
  const end = await server.interrupt(signal);
  if (!CLEAN_ENDS.includes(end)) throw new Error(`It ended with ${end}.`);
  // The server removes what it wrote of itself in the end: where that is left, it was cut short.
  const left = [
    ...(await namesIn(serversFolder(folder))),
    ...(await namesIn(tmpdir())).filter((name) => name.startsWith(`guard-functions-${pid}-`)),
  ];
  if (left.length > 0) throw new Error(`It left ${left.join(', ')}`);
  for (const open of [port, Number(new URL(dynamodbEndpoint).port)])
    if (await isOpen(open)) throw new Error(`Something listens on port ${open} still.`);
}

const serversFolder = (folder: string) => join(folder, '.guard', 'servers');

const namesIn = (folder: string) => readdir(folder).catch(() => []);

async function proveRunning(proof: ServerProof, printed: string): Promise<void> {
  const { documents, folder, steps, run, port } = proof;
  for (const document of documents) await takeTour(proof, document);
  await steps.run('every route over HTTP', () => callEveryRoute(baseUrlOf(proof), proof.routes));
  await steps.run('the reference in Chromium', () => tryReference(baseUrlOf(proof)));
  await steps.run('the console in Chromium', () => tryConsole(baseUrlOf(proof)));
  await steps.run(CLIENT_BUILD, () => run(CLIENT_BUILD));
  for (const example of clientExamples(documents)) {
    await steps.run('the typed client', async () =>
      run(await writeClientExample(example, { folder, here: withPort(port) })),
    );
  }
  for (const firstTest of firstTests(documents)) {
    await steps.run(`the first test of webhooks, with the receiver in ${firstTest.receiver.language}`, () =>
      tryReceiver(firstTest, baseUrlOf(proof), proof, proof.signal),
    );
  }
  await steps.run('the administration command, as the start prints it', async () => {
    const command = /npm run admin -- <command> --port \d+/.exec(printed)?.[0];
    if (command === undefined) throw new Error('It prints none.');
    await run(command.replace('<command>', 'list-sessions --email operator@acme.test'));
  });
}

/** All commands of a document's tour, if it has one, in one session of bash, block by block. */
async function takeTour(
  { folder, environment, port, steps, signal }: ServerProof,
  document: Document,
): Promise<void> {
  const blocks = tourBlocks(document);
  if (blocks.length === 0) return;
  const here = withPort(port);
  const move = (block: CodeBlock): CodeBlock => ({ ...block, text: here(block.text) });
  const shell = openShell({ folder, environment });
  try {
    for (const { commands, output } of examplesOf(blocks)) {
      const example: Example = { commands: move(commands), output: output && move(output) };
      await steps.run(`${document.path}:${commands.line}`, () => runExample(example, shell, signal));
    }
  } finally {
    shell.end();
  }
}
