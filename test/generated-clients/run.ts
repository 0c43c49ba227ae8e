import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { runCommand } from '../deploy/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { CLIENTS, DOCUMENT, type GeneratedClient, OUTPUT } from './clients.ts';
import { type LaterRelease, meaningOf, startLaterRelease } from './later-release.ts';

/**
 * Generates clients from docs/openapi.json and compiles them. Each signs in, reads the lists of alerts of a later release,
 * acknowledges an alert and reads an error. Arguments select clients: `npx node test/generated-clients/run.ts go`. `--short`
 * selects those that take seconds.
 *
 * The generators are on the PATH or in .guard/generated-clients, where .ci/run installs them.
 */

const INSTALLED = fileURLToPath(new URL('../../.guard/generated-clients/bin', import.meta.url));

function chooseClients(parameters: readonly string[]): readonly GeneratedClient[] {
  if (parameters.length === 0) return CLIENTS;
  if (parameters[0] === '--short') return CLIENTS.filter(({ isQuick }) => isQuick);
  const known = CLIENTS.map(({ name }) => name);
  const unknown = parameters.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No client is named ${unknown}. There are: ${known.join(', ')}.`);
  return CLIENTS.filter(({ name }) => parameters.includes(name));
}

/** Where a program writes the first page that it read, as its client writes JSON. */
const PAGE = 'page.json';

async function useClient(client: GeneratedClient, server: LaterRelease, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `guard-${client.name}-client-`));
  try {
    for (const [from, to] of Object.entries(client.files)) {
      await mkdir(dirname(join(folder, to)), { recursive: true });
      await copyFile(new URL(from, import.meta.url), join(folder, to));
    }
    for (const { name, command, folder: own = '.' } of client.steps) {
      const startedAt = performance.now();
      const { stdout } = await runCommand(command, {
        environment: environmentFor(server, folder),
        signal,
        folder: join(folder, own),
      });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${client.name}: ${name} (${seconds} s)`);
      if (name !== 'run') continue;
      console.log(stdout.replace(/^/gm, '  ').trimEnd());
      comparePages(JSON.parse(await readFile(join(folder, PAGE), 'utf8')), server.firstPage());
    }
  } catch (error) {
    throw new Error(`${client.name}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws if the client lost or changed a field of an alert. The first two alerts have each nullable field, set and null. */
function comparePages({ data }: { readonly data: readonly unknown[] }, sent: readonly unknown[]): void {
  if (data.length !== sent.length) throw new Error(`It read ${data.length} of ${sent.length} alerts.`);
  for (const [place, alert] of sent.entries()) {
    const [expected, read] = [meaningOf(alert), meaningOf(data[place])];
    if (isDeepStrictEqual(read, expected)) continue;
    throw new Error(`It read another alert.\nsent ${JSON.stringify(expected)}\nread ${JSON.stringify(read)}`);
  }
}

function environmentFor({ url }: LaterRelease, folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [INSTALLED, process.env['PATH']].join(delimiter),
    PYTHONPATH: join(folder, OUTPUT),
    GOTOOLCHAIN: 'local', // downloads no other version
    CGO_ENABLED: '0', // no C compiler is needed
    GUARD_DOCUMENT: DOCUMENT,
    GUARD_URL: url,
    GUARD_EMAIL: 'operator@acme.test',
    GUARD_PASSWORD: DEMO_PASSWORD,
    GUARD_PAGE: join(folder, PAGE),
  };
}

const interruption = new AbortController();

process.once('SIGINT', () => interruption.abort());

process.once('SIGTERM', () => interruption.abort());

const clients = chooseClients(process.argv.slice(2));

const { signal } = interruption;
let guard: ServerProcess | undefined;
let server: LaterRelease | undefined;
let failures = 0;
try {
  // Each client signs in as the same user.
  guard = await startServerProcess({ GUARD_RATE_LIMIT_AUTH: '1000', GUARD_DEMO_TRAFFIC: 'off' });
  server = await startLaterRelease(guard.url);
  for (const client of clients) {
    const failure = await useClient(client, server, signal).catch((error: Error) => error);
    if (failure) {
      failures += 1;
      console.error(failure.message);
    }
    signal.throwIfAborted();
  }
  console.log(`${clients.length - failures} passed, ${failures} failed`);
} catch (error) {
  failures += 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await server?.stop();
  await guard?.stop();
}
if (failures > 0) process.exitCode = 1;
