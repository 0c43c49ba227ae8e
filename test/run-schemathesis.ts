/**
 * Runs Schemathesis with all its checks against the whole service on this machine, as a tenant's master and as a
 * platform admin; with `--every-role` as every role, with `--short` with a few random values. Other arguments are Schemathesis's. What it must know and what it may
 * not find wrong is said in test/schemathesis/.
 *
 * It is Python: `schemathesis` on the PATH, or the one that .ci/run installs into .guard/schemathesis.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '../functions/routes.ts';
import { DEMO_PASSWORD } from '../lib/local/demo-data.ts';
import { startLocalServer } from '../lib/local/start.ts';
import { buildOpenApiDocument } from '../lib/openapi/print-openapi.ts';

const CONFIGURATION = fileURLToPath(new URL('schemathesis', import.meta.url));
const INSTALLED = fileURLToPath(new URL('../.guard/schemathesis/bin/schemathesis', import.meta.url));

const PLATFORM = 'platform@guard.test';
const OF_PLATFORM = '^/api/v1/tenants';

/** A platform admin's own operations; of all others, the master meets the same schemas. */
const RUNS = [
  { email: 'master@acme.test', options: [] },
  { email: PLATFORM, options: ['--include-path-regex', OF_PLATFORM] },
];
const OTHER_ROLES = [
  { email: PLATFORM, options: ['--exclude-path-regex', OF_PLATFORM] },
  ...['admin', 'operator', 'viewer'].map((role) => ({ email: `${role}@acme.test`, options: [] })),
];

const EVERY_ROLE = '--every-role';
const SHORT = '--short';
const runs = process.argv.includes(EVERY_ROLE) ? [...RUNS, ...OTHER_ROLES] : RUNS;
const passedOn = process.argv.slice(2).filter((argument) => ![EVERY_ROLE, SHORT].includes(argument));
if (process.argv.includes(SHORT)) passedOn.push('--max-examples', '3');

/** Out of the way: the limits have tests of their own. */
const NO_LIMIT = '1000000';

async function findSchemathesis(): Promise<string> {
  return access(INSTALLED).then(
    () => INSTALLED,
    () => 'schemathesis',
  );
}

async function runSchemathesis(
  url: string,
  { email, options }: (typeof RUNS)[number],
  folder: string,
): Promise<number> {
  const configuration = ['--config-file', join(CONFIGURATION, 'schemathesis.toml')];
  const schemathesis = spawn(
    await findSchemathesis(),
    [...configuration, 'run', document, '--url', url, ...options, ...passedOn],
    {
      stdio: 'inherit',
      cwd: folder, // it keeps what it found in its working directory
      env: {
        ...process.env,
        PYTHONPATH: CONFIGURATION,
        PYTHONDONTWRITEBYTECODE: '1',
        GUARD_URL: url,
        GUARD_EMAIL: email,
        GUARD_PASSWORD: DEMO_PASSWORD,
      },
    },
  );
  const [code] = await once(schemathesis, 'exit');
  return Number(code ?? 1);
}

const folder = await mkdtemp(join(tmpdir(), 'guard-schemathesis-'));
/** As strict as the service, unlike docs/openapi.json: what the document allows must be accepted. */
const document = join(folder, 'openapi.json');
await writeFile(document, JSON.stringify(buildOpenApiDocument(routes)));
const server = await startLocalServer({
  environment: {
    PORT: '0',
    GUARD_DATA: 'memory',
    GUARD_RATE_LIMIT_AUTH: NO_LIMIT,
    GUARD_RATE_LIMIT_API: NO_LIMIT,
    GUARD_RATE_LIMIT_TENANT: NO_LIMIT,
    GUARD_RATE_LIMIT_LOGIN_ADDRESS: NO_LIMIT,
  },
  log: () => {},
});
try {
  for (const run of runs) {
    console.log(`\nSchemathesis as ${run.email}`);
    const exitCode = await runSchemathesis(server.url, run, folder);
    process.exitCode ||= exitCode;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
