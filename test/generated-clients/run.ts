import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { runCommand } from '../deploy/run-command.ts';
import { DOCUMENT, type GeneratedClient, OUTPUT } from './client.ts';

/** The path by which the program imports the client. */
const MODULE = ['--git-host', 'guard.test', '--git-user-id', 'guard', '--git-repo-id', 'client'];

/**
 * Without this option, a Go client rejects responses with unknown fields, which a later release may add. docs/quickstart-app.md
 * recommends it.
 */
const NEW_FIELDS = ['--additional-properties', 'disallowAdditionalPropertiesIfNotPresent=false'];

const goClients: readonly GeneratedClient[] = [
  goClient('go', [], []),
  goClient('go-with-new-fields', NEW_FIELDS, ['takes-new-fields']),
];

function goClient(name: string, options: string[], parameters: string[]): GeneratedClient {
  const generate = ['generate', '-g', 'go', '-i', DOCUMENT, '-o', OUTPUT, ...MODULE, ...options];
  return {
    name,
    files: ['go/main.go'],
    steps: [
      { name: 'generate', command: ['openapi-generator-cli', ...generate] },
      { name: 'compile', command: ['go', 'build', '-o', '../program', '../main.go'], folder: OUTPUT },
      { name: 'vet', command: ['go', 'vet', '.'], folder: OUTPUT },
      { name: 'run', command: ['./program', ...parameters] },
    ],
  };
}

const pythonClient: GeneratedClient = {
  name: 'python',
  files: ['python/main.py'],
  steps: [
    {
      name: 'generate',
      command: ['openapi-python-client', 'generate', '--path', DOCUMENT, '--output-path', OUTPUT],
    },
    { name: 'compile', command: ['python3', '-m', 'compileall', '-q', OUTPUT, 'main.py'] },
    { name: 'run', command: ['python3', 'main.py'] },
  ],
};

/** Node.js's types for the program. The client itself needs those of browsers only. */
const TYPES = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));

const GENERATE = ['generate', '-g', 'typescript-fetch', '-i', DOCUMENT, '-o', OUTPUT];

const typescriptClient: GeneratedClient = {
  name: 'typescript',
  files: ['typescript/main.ts', 'typescript/tsconfig.json'],
  steps: [
    { name: 'generate', command: ['openapi-generator-cli', ...GENERATE] },
    { name: 'compile', command: ['tsc', '--typeRoots', TYPES, '--outDir', 'compiled'] },
    { name: 'run', command: ['node', 'compiled/main.js'] },
  ],
};

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs `npm start` on a free port, with data in memory. */
async function startServerProcess(): Promise<ServerProcess> {
  const child = spawn('npm', ['start'], {
    cwd: PROJECT,
    env: { ...process.env, PORT: '0', GUARD_DATA: 'memory' },
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

/**
 * Generates clients from docs/openapi.json and compiles them. Each signs in, reads a list, acknowledges an alert and reads
 * errors on its own server. Arguments select clients: `npx node test/generated-clients/run.ts go`.
 *
 * The generators are on the PATH or in .guard/generated-clients, where .ci/run installs them. docs/CONTRIBUTING.md lists the
 * requirements.
 */

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
