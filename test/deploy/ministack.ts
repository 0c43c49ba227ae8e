import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir, open } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../lib/local/engine.ts';

/** The environment of everything that calls MiniStack: no other AWS is reachable. */
export interface MiniStack {
  readonly endpoint: string;
  /** Where clients with a certificate connect by MQTT over TLS. */
  readonly mqttPort: number;
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 5_000;

export const ACCOUNT = '000000000000';
export const REGION = 'eu-west-1';

/**
 * Starts MiniStack on a free port of this machine, with its files in `folder`. AUTH makes it enforce IAM: roles,
 * policies and trust, for the deployment and for every function.
 */
export async function startMiniStack(folder: string): Promise<MiniStack> {
  const executable = await findExecutable();
  const [port, mqttPort] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  await mkdir(folder, { recursive: true });
  const environment = awsEnvironment(endpoint);
  const log = await open(join(folder, 'ministack.log'), 'w');
  const child = spawn(executable, {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      ...environment,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LAMBDA_EXECUTOR: 'local',
      AUTH: 'true',
      IOT_MTLS_PORT: String(mqttPort),
      TMPDIR: folder,
    },
  });
  child.on('error', () => {}); // seen by waitUntilReady
  await log.close();
  const stop = () => stopChild(child);
  try {
    await waitUntilReady(child, endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, mqttPort, environment, stop };
}

/** The root user of MiniStack, without the developer's AWS account. */
function awsEnvironment(endpoint: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(AWS|CDK)_|^DYNAMODB_ENDPOINT$/.test(name),
  );
  return {
    ...Object.fromEntries(others),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: REGION,
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    NO_COLOR: '1',
  };
}

async function findExecutable(): Promise<string> {
  const folders = [join('.guard', 'deploy', 'bin'), ...(process.env['PATH'] ?? '').split(delimiter)];
  for (const folder of folders) {
    const file = join(folder, 'ministack');
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  throw new Error(
    'MiniStack is not installed:\n  python3 -m venv .guard/deploy\n  .guard/deploy/bin/pip install -r test/deploy/requirements.txt',
  );
}

async function waitUntilReady(child: ChildProcess, endpoint: string): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  while (child.pid !== undefined && child.exitCode === null && performance.now() < deadline) {
    const response = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error('MiniStack did not start.');
}

/** A graceful stop also ends the functions that MiniStack runs. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await gone;
  clearTimeout(force);
}
