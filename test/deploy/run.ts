/**
 * Deploys Guard for real, to MiniStack instead of AWS, and proves it there: `cdk bootstrap`, `npm run deploy`, the
 * first platform admin by the command line, the suites beside this file over the deployed API's URL, a second
 * deployment that must change nothing, and `npm run destroy`, which must leave nothing. Takes about a minute.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT, type MiniStack, REGION, startMiniStack } from './ministack.ts';
import { type CommandOptions, runCommand } from './run-command.ts';
import { readOutputs } from './stack-outputs.ts';

const LIMIT_MILLISECONDS = 8 * 60_000;
const STAGE = 'dev';
const STACK = `Guard-${STAGE}`;
/** MiniStack runs the functions on this machine's processor. */
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'x86_64';
const SETTINGS = ['-c', `functionArchitecture=${ARCHITECTURE}`, '--app', 'node test/deploy/emulated-app.ts'];

const admin = { email: 'first@example.com', password: randomBytes(18).toString('base64url') };

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interruption.abort());
const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(LIMIT_MILLISECONDS)]);

const folder = await mkdtemp(join(tmpdir(), 'guard-deploy-'));
let aws: MiniStack | undefined;
try {
  aws = await step('start MiniStack', () => startMiniStack(join(folder, 'ministack')));
  await deployAndProve(aws);
} catch (error) {
  console.error(signal.aborted ? 'Interrupted, or not done in time.' : error);
  if (aws) console.error((await readFile(join(folder, 'ministack', 'ministack.log'), 'utf8')).slice(-4_000));
  process.exitCode = 1;
} finally {
  await aws?.stop();
  await rm(folder, { recursive: true, force: true });
}

type Command = Parameters<typeof runCommand>[0];
type RunOptions = Partial<Pick<CommandOptions, 'input' | 'folder'>> & { variables?: Record<string, string> };

async function deployAndProve({ environment, endpoint }: MiniStack): Promise<void> {
  const run = (command: Command, { variables = {}, ...more }: RunOptions = {}) =>
    runCommand(command, { environment: { ...environment, ...variables }, signal, ...more });
  const npm = (script: string, parameters: readonly string[], options?: RunOptions) =>
    run(['npm', 'run', script, '--', ...parameters], options);

  await step('cdk bootstrap', async () => {
    const template = join(folder, 'bootstrap.yaml');
    // Outside the project: the CDK would synthesize its app without need.
    const { stdout } = await run(['cdk', 'bootstrap', '--show-template'], { folder });
    await writeFile(template, withoutTls(stdout));
    await run(['cdk', 'bootstrap', `aws://${ACCOUNT}/${REGION}`, '--template', template], { folder });
  });

  const outputsFile = join(folder, 'outputs.json');
  const stage = ['--stage', STAGE, ...SETTINGS];
  const deployment = [...stage, '--require-approval', 'never', '--outputs-file', outputsFile];
  await step('deploy', () => npm('deploy', [...deployment, ...outputTo('first')]));
  const { tableName, apiId } = await readOutputs(outputsFile, { stack: STACK, stage: STAGE });
  const url = `${endpoint}/_aws/execute-api/${apiId}/${STAGE}`;

  const listSessions = (variables: Record<string, string> = {}) =>
    npm('admin', ['list-sessions', '--email', admin.email, '--table', tableName], { variables }).then(
      ({ all }) => all,
      String,
    );

  await step('create the first platform admin', async () => {
    const account = ['--email', admin.email, '--name', 'Ana', '--table', tableName];
    const { all } = await npm('admin', ['create-platform-admin', ...account], { input: admin.password });
    if (all.includes(admin.password)) throw new Error('The command wrote the password.');
    expectText(await listSessions(), 'has no open session');
    expectText(await listSessions({ AWS_ACCESS_KEY_ID: 'stranger' }), 'UnrecognizedClientException');
  });

  const suites = await step('run the suites', () =>
    run(['vitest', 'run', '--config', 'test/deploy/vitest.config.ts'], {
      variables: {
        GUARD_URL: url,
        GUARD_STAGE: STAGE,
        GUARD_ADMIN_EMAIL: admin.email,
        GUARD_ADMIN_PASSWORD: admin.password,
      },
    }),
  );
  console.log(suites.all.trim());

  await step('deploy again, which changes nothing', async () => {
    const { all } = await npm('deploy', [...deployment, ...outputTo('second')]);
    expectText(all, `${STACK} (no changes)`);
  });

  await step('destroy, which leaves nothing', async () => {
    await npm('destroy', [...stage, '--force', ...outputTo('third')]);
    const { status } = await fetch(`${url}/health`);
    if (status === 200) throw new Error('The API still answers.');
    expectText(await listSessions(), 'There is no such table');
  });
}

function expectText(output: string, expected: string): void {
  if (!output.includes(expected)) throw new Error(`Expected "${expected}" in:\n${output}`);
}

/**
 * The bucket that `cdk bootstrap` makes refuses whoever does not use TLS, which MiniStack on loopback does not
 * speak. That one condition is changed so that it never holds; the rest of the template is the CDK's own.
 */
function withoutTls(template: string): string {
  const condition = 'aws:SecureTransport: "false"';
  if (template.split(condition).length !== 2) throw new Error('The bootstrap template has changed.');
  return template.replace(condition, 'aws:SecureTransport: "never"');
}

/** Where the CDK synthesizes to: not into the project. */
function outputTo(name: string): string[] {
  return ['--output', join(folder, `cdk.out-${name}`)];
}

async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}
