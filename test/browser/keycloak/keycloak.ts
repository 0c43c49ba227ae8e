import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../lib/local/engine.ts';

const VERSION = '26.0.7';
const FOLDER = resolve('.guard', 'keycloak');
const HOME = join(FOLDER, `keycloak-${VERSION}`);
const ADMIN = { username: 'admin', password: 'keycloak-admin-of-a-test' };
const START_MILLISECONDS = 240_000;

export interface Keycloak {
  readonly url: string;
  /** Sends a request to the admin REST API. Throws for a refused one. */
  call(request: string, json?: object): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts Keycloak with an empty database in memory. Needs Java 17 or newer, and Maven for the first download (147 MB). */
export async function startKeycloak(): Promise<Keycloak> {
  await install();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log = await open(join(FOLDER, 'keycloak.log'), 'w');
  const parameters = [
    'start-dev',
    '--db=dev-mem',
    '--cache=local',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
  ];
  // In a group of its own: the script starts Java as a child.
  const child = spawn('bash', [join(HOME, 'bin', 'kc.sh'), ...parameters], {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx768m',
    },
  });
  const gone = once(child, 'exit');
  await log.close();
  const stop = async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  };
  const deadline = performance.now() + START_MILLISECONDS;
  const isReady = () =>
    fetch(`${url}/realms/master`).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`Keycloak did not start: see ${join(FOLDER, 'keycloak.log')}.`);
    }
    await delay(500);
  }
  return { url, stop, call: (request, json) => call(url, request, json) };
}

async function install(): Promise<void> {
  const isThere = await access(join(HOME, 'bin', 'kc.sh')).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(FOLDER, { recursive: true });
  const parameters = [
    '--quiet',
    '--batch-mode',
    'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack',
    `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`,
    `-DoutputDirectory=${FOLDER}`,
  ];
  // Without a project, Maven writes its markers into the working directory.
  await promisify(execFile)('mvn', parameters, { cwd: FOLDER });
}

async function call(url: string, request: string, json?: object): Promise<Response> {
  const form = { grant_type: 'password', client_id: 'admin-cli', ...ADMIN };
  const signIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const [method = '', path = ''] = request.split(' ');
  const answer = await fetch(`${url}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`);
  return answer;
}
