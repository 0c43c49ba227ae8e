/**
 * Deploys Guard for real, to MiniStack instead of AWS, and proves it there: `cdk bootstrap`, then for `dev` and for
 * `prod`, side by side, `npm run deploy`, the first platform admin by the command line, the suites beside this file over
 * the deployed API's URL, a second deployment that must change nothing, and `npm run destroy`, which must leave nothing of
 * `dev`. `prod` has versions and aliases, but neither CodeDeploy nor the firewall, which
 * MiniStack cannot tie to an API. emulated-app.ts names all that is not as it is on AWS. `npx node test/deploy/run.ts prod` is for
 * one of them.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShell, proveStage, type Shell } from './deploy-stage.ts';
import { ACCOUNT, type MiniStack, REGION, startMiniStack } from './ministack.ts';
import { rehearseRecovery } from './rehearse-recovery.ts';

const LIMIT_MILLISECONDS = 25 * 60_000;
/** The throttle of other stages: the suites must meet the limits of users before those of API Gateway. */
const THROTTLE = { gatewayRequestsPerSecond: 500, gatewayBurst: 1_000 };
/** The suites are one address that many sign in from, and users who are quicker than people. */
const OPTIONS = { loginRequestsPerAddressPerMinute: 1_000, apiRequestsPerMinute: 600, mqtt: true };
const STAGES = [
  {
    stage: 'dev',
    settings: { ...THROTTLE, ...OPTIONS },
    retainsData: false,
    sendsToLocalhost: true,
    upgrades: true,
    hasVersions: false,
    isRecovered: false,
  },
  {
    stage: 'prod',
    settings: { ...OPTIONS, firewall: false, alarmEmail: 'on-call@example.com', corsOrigin: '*' },
    retainsData: true,
    sendsToLocalhost: false,
    upgrades: false,
    hasVersions: true,
    isRecovered: true,
  },
] as const;
const chosen = process.argv.slice(2);

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interruption.abort());
const isStopped = AbortSignal.any([interruption.signal, AbortSignal.timeout(LIMIT_MILLISECONDS)]);
/** Stops the other stages when one has failed. */
const failure = new AbortController();
const signal = AbortSignal.any([isStopped, failure.signal]);

const folder = await mkdtemp(join(tmpdir(), 'guard-deploy-'));
// MiniStack starts functions by a CommonJS file, which a package.json in a parent folder must not make a module.
await writeFile(join(folder, 'package.json'), '{}');
let aws: MiniStack | undefined;
try {
  aws = await step('start MiniStack', () => startMiniStack(join(folder, 'ministack')));
  const place = { aws, signal, folder };
  const { endpoint, mqttPort } = aws;
  const shell = openShell(aws, signal);
  await step('cdk bootstrap', () => bootstrap(shell));
  const stages = STAGES.filter((it) => chosen.length === 0 || chosen.includes(it.stage));
  await atOnce(stages, async ({ isRecovered, ...stage }) => {
    const admin = { email: 'first@example.com', password: randomBytes(18).toString('base64url') };
    const proof = { ...stage, shell, endpoint, mqttPort, admin, folder, step };
    if (!isRecovered) return proveStage(proof);
    const named = <T>(name: string, run: () => Promise<T>) => step(`${stage.stage}: ${name}`, run);
    const { settings, prove } = await rehearseRecovery({ ...place, step: named });
    await proveStage({ ...proof, settings: { ...stage.settings, ...settings }, proveFirst: prove });
  });
} catch (error) {
  console.error(isStopped.aborted ? 'Interrupted, or not done in time.' : error);
  if (aws) console.error((await readFile(join(folder, 'ministack', 'ministack.log'), 'utf8')).slice(-4_000));
  process.exitCode = 1;
} finally {
  await aws?.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Tests the stages in parallel, as in one account. When all have ended, throws the first failure.
 */
async function atOnce<T>(stages: readonly T[], prove: (stage: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  await Promise.all(
    stages.map((stage) =>
      prove(stage).catch((error) => {
        errors.push(error);
        failure.abort();
      }),
    ),
  );
  if (errors.length > 0) throw errors[0];
}

async function bootstrap({ run }: Shell): Promise<void> {
  const template = join(folder, 'bootstrap.yaml');
  // Outside the project: the CDK would synthesize its app without need.
  const { stdout } = await run(['cdk', 'bootstrap', '--show-template'], { folder });
  await writeFile(template, withoutTls(stdout));
  await run(['cdk', 'bootstrap', `aws://${ACCOUNT}/${REGION}`, '--template', template], { folder });
}

/**
 * The bucket of `cdk bootstrap` rejects requests without TLS, which MiniStack on loopback does not support. Changes this
 * condition so that it never holds.
 */
function withoutTls(template: string): string {
  const condition = 'aws:SecureTransport: "false"';
  if (template.split(condition).length !== 2) throw new Error('The bootstrap template has changed.');
  return template.replace(condition, 'aws:SecureTransport: "never"');
}

async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}
