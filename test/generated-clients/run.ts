/**
 * Generates clients from docs/openapi.json and compiles them. Each signs in, reads a list, acknowledges an alert and reads
 * errors on its own server. Arguments select clients: `npm run test:generated-clients -- go`.
 *
 * The generators are on the PATH or in .guard/generated-clients, where .ci/run installs them. docs/CONTRIBUTING.md lists the
 * requirements.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { runCommand } from '../deploy/run-command.ts';
import { type GeneratedClient, OUTPUT } from './client.ts';
import { goClients } from './go.ts';
import { pythonClient } from './python.ts';
import { type ServerProcess, startServerProcess } from './server.ts';
import { typescriptClient } from './typescript.ts';

const CLIENTS = [pythonClient, typescriptClient, ...goClients];
const INSTALLED = fileURLToPath(new URL('../../.guard/generated-clients/bin', import.meta.url));

function chooseClients(names: readonly string[]): readonly GeneratedClient[] {
  const known = CLIENTS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No client is named ${unknown}. There are: ${known.join(', ')}.`);
  return CLIENTS.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function useClient(client: GeneratedClient, server: ServerProcess, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `guard-${client.name}-client-`));
  try {
    for (const file of client.files) {
      await copyFile(new URL(file, import.meta.url), join(folder, basename(file)));
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
      if (name === 'run') console.log(stdout.replace(/^/gm, '  ').trimEnd());
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function environmentFor({ url }: ServerProcess, folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [INSTALLED, process.env['PATH']].join(delimiter),
    PYTHONPATH: join(folder, OUTPUT),
    GOTOOLCHAIN: 'local', // downloads no other version
    CGO_ENABLED: '0', // no C compiler is needed
    GUARD_URL: url,
    GUARD_EMAIL: 'operator@acme.test',
    GUARD_PASSWORD: DEMO_PASSWORD,
  };
}

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

const clients = chooseClients(process.argv.slice(2));
const server = await startServerProcess();
try {
  for (const client of clients) await useClient(client, server, interruption.signal);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.stop();
}
