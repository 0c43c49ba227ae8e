/**
 * Dials the local receiver with diallers that others wrote, as they come from PyPI, and looks at what Guard made of it over HTTP:
 * in clear text and encrypted, over TCP and UDP, supervised on four paths, with clocks a minute off.
 *
 * It is Python: the one that .ci/run installs into .guard/diallers, or `python3` with test/diallers/requirements.txt.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';

const PROGRAM = fileURLToPath(new URL('diallers.py', import.meta.url));
const INSTALLED = fileURLToPath(new URL('../../.guard/diallers/bin/python', import.meta.url));

/** Out of the way: the limits have tests of their own. */
const NO_LIMIT = '1000000';
const LOOPBACK = ['127.0.0.1/32'];
const KEY_128 = '00112233445566778899AABBCCDDEEFF';
const KEY_192 = `${KEY_128}0011223344556677`;
const KEY_256 = KEY_128.repeat(2);

type Json = Readonly<Record<string, unknown>>;

interface Path {
  readonly role: 'main' | 'back-up';
  readonly rank: 'primary' | 'secondary';
  readonly transport: 'TCP' | 'UDP';
  readonly line: number;
  readonly key: string | null;
  /** By how many seconds the dialler's clock is ahead. */
  readonly offset: number;
}

const path = (fields: Partial<Path> = {}): Path => ({
  role: 'main',
  rank: 'primary',
  transport: 'TCP',
  line: 1,
  key: null,
  offset: 0,
  ...fields,
});

const FOUR_PATHS = [
  path({ key: KEY_256 }),
  path({ key: KEY_256, rank: 'secondary', line: 2 }),
  path({ key: KEY_256, role: 'back-up', line: 3, transport: 'UDP' }),
  path({ key: KEY_256, role: 'back-up', rank: 'secondary', line: 4, transport: 'UDP' }),
];

const BURGLARY = ['SIA-DCS', { code: 'BA', zone: 5, area: 1, time: 'now', text: 'Shop window' }];
const CLOSING = ['SIA-DCS', { code: 'CL', user: 7, area: 1 }];
const MINUTE = 60;

let token = '';

async function call(server: LocalServer, request: string, json?: Json): Promise<Json> {
  const [method = '', target] = request.split(' ');
  const response = await fetch(`${server.url}/api/v1/${target}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  const body = await response.text();
  assert.ok(response.ok, `${request}: ${response.status} ${body}`);
  return JSON.parse(body);
}

const list = async (server: LocalServer, target: string) => {
  const { data } = await call(server, `GET ${target}`);
  return z.array(z.record(z.string(), z.unknown())).parse(data);
};

/** Lets the diallers do jobs one after the other, and returns what they say about the answers. */
async function dial(server: LocalServer, jobs: readonly Json[]): Promise<string[][]> {
  const python = await access(INSTALLED).then(
    () => INSTALLED,
    () => 'python3',
  );
  const diallers = spawn(python, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  diallers.stdin.end(JSON.stringify({ port: server.panelPort, jobs }));
  const said = await text(diallers.stdout);
  assert.notEqual(said, '', 'The diallers failed. Are they installed (test/diallers/requirements.txt)?');
  return z.array(z.array(z.union([z.string(), z.number()]).transform(String))).parse(JSON.parse(said));
}

async function prove(server: LocalServer): Promise<void> {
  const signedIn = await call(server, 'POST auth/login', {
    email: 'master@acme.test',
    password: DEMO_PASSWORD,
  });
  token = String(signedIn['token']);
  const [site] = await list(server, 'sites');
  const newPanel = async (account: string, fields: Json) => {
    const json = { name: `Panel ${account}`, type: 'alarm-panel', heartbeat_seconds: 180 };
    const { id } = await call(server, `POST sites/${site?.['id']}/devices`, json);
    await call(server, `PUT devices/${id}/panel`, { account, ...fields });
    return String(id);
  };
  const encrypted = (key: string) => ({ encryption: 'aes', key });
  const plain = await newPanel('1001', {
    allowed_addresses: LOOPBACK,
    zones: [{ number: 5, name: 'Shop window' }],
    users: [{ number: 7, name: 'Olga' }],
  });
  const aes = await newPanel('1002', encrypted(KEY_128));
  const udp = await newPanel('1003', { allowed_addresses: LOOPBACK });
  const supervised = await newPanel('1004', encrypted(KEY_256));
  const late = await newPanel('1005', encrypted(KEY_128));
  const written = await newPanel('1006', encrypted(KEY_192));
  const strict = await newPanel('1007', { allowed_addresses: LOOPBACK, time_check: 'strict' });

  const said = await dial(server, [
    {
      do: 'send',
      account: '1001',
      paths: [path()],
      messages: [
        BURGLARY,
        ['SIA-DCS', { code: 'AT' }],
        ['SIA-DCS', { code: 'AR' }],
        ['SIA-DCS', { code: 'BR', zone: 5, area: 1 }],
        CLOSING,
        ['ADM-CID', { code: 110, q: 1, zone: 3, area: 1 }],
      ],
    },
    {
      do: 'send',
      account: '1002',
      paths: [path({ key: KEY_128, transport: 'UDP' })],
      messages: [BURGLARY, CLOSING],
    },
    { do: 'send', account: '1003', paths: [path({ transport: 'UDP' })], messages: [BURGLARY, CLOSING] },
    { do: 'supervise', account: '1004', paths: FOUR_PATHS },
    { do: 'send', account: '1005', paths: [path({ key: KEY_128, offset: -MINUTE })], messages: [BURGLARY] },
    {
      do: 'frames',
      account: '1006',
      key: KEY_192,
      begin: 1,
      messages: [
        ['NULL', null, 0],
        ['SIA-DCS', '#1006|Nri1/FA12', 0],
        ['NULL', null, -MINUTE],
        ['SIA-DCS', '#1006|Nri1/PA1', MINUTE],
        ['SIA-DCS', '#1006|Nri1/OP2', MINUTE],
        ['SIA-PUL', '#1006|0000 0000', 0],
      ],
    },
    {
      do: 'frames',
      account: '1007',
      key: null,
      begin: 1,
      messages: [
        ['NULL', null, MINUTE],
        ['SIA-DCS', '#1007|Nri1/BA2', -MINUTE],
        ['SIA-DCS', '#1007|Nri1/CL2', -MINUTE],
        ['SIA-DCS', '#1007|Nri1/CL2', 0],
      ],
    },
  ]);
  assert.deepEqual(said, [
    Array.from({ length: 6 }, () => 'ACK'),
    ['ACK', 'ACK'],
    ['ACK', 'ACK'],
    ['1', '1', '1', '1'],
    ['ACK'],
    ['ACK', 'ACK', 'NAK', 'ACK', 'NAK', 'DUH'],
    ['NAK', 'ACK', 'NAK', 'ACK'],
  ]);

  const alertsOf = async (id: string) =>
    (await list(server, `alerts?device_id=${id}`))
      .map(({ type, status, restored_at }) => `${type} ${status}${restored_at ? ' restored' : ''}`)
      .sort();
  const panelOf = (id: string) => call(server, `GET devices/${id}/panel`);
  const resultsOf = async (id: string) =>
    (await list(server, `devices/${id}/frames`)).map(({ answer, result }) => `${answer} ${result}`).reverse();
  const warningsOf = async (id: string) => {
    const [alert] = await list(server, `alerts?device_id=${id}`);
    const [event] = (await list(server, `alerts/${alert?.['id']}/events`)).slice(-1);
    return JSON.stringify(event?.['warnings'] ?? null);
  };

  assert.deepEqual(await alertsOf(plain), [
    'fire active',
    'intrusion active restored',
    'mains-failure resolved',
  ]);
  const { state, last_opening } = await panelOf(plain);
  assert.equal(state, 'online');
  assert.partialDeepStrictEqual(last_opening, { state: 'closed', user_name: 'Olga' });
  const [burglary] = (await list(server, `devices/${plain}/frames`)).slice(-1);
  assert.partialDeepStrictEqual(burglary, {
    result: 'raised',
    signals: [{ code: 'BA', zone: '5', partition: '1' }],
  });

  assert.deepEqual(await alertsOf(aes), ['intrusion active']);
  assert.partialDeepStrictEqual(await panelOf(aes), { state: 'online', last_opening: { state: 'closed' } });

  assert.deepEqual(await resultsOf(udp), ['ack raised', 'ack refused']);
  assert.partialDeepStrictEqual(await panelOf(udp), { state: 'never_heard', last_opening: null });

  const { state: stateOfPaths, paths } = await panelOf(supervised);
  assert.equal(stateOfPaths, 'online');
  assert.deepEqual(
    z
      .array(z.object({ transport: z.string(), line: z.string() }))
      .parse(paths)
      .map((it) => it.transport + it.line)
      .sort(),
    ['tcp1', 'tcp2', 'udp3', 'udp4'],
  );

  assert.deepEqual(await alertsOf(late), ['intrusion active']);
  assert.match(await warningsOf(late), /clock_wrong/);
  assert.deepEqual(await alertsOf(written), ['fire active', 'panic active']);
  assert.deepEqual(await resultsOf(written), [
    'ack raised',
    'nak refused',
    'ack raised',
    'nak refused',
    'duh refused',
  ]);
  assert.deepEqual(await resultsOf(strict), ['nak refused', 'ack raised', 'nak refused', 'ack recorded']);
  assert.match(await warningsOf(strict), /clock_wrong/);
}

const server = await startLocalServer({
  environment: {
    PORT: '0',
    PANEL_PORT: '0',
    GUARD_DATA: 'memory',
    GUARD_RATE_LIMIT_AUTH: NO_LIMIT,
    GUARD_RATE_LIMIT_API: NO_LIMIT,
    GUARD_RATE_LIMIT_TENANT: NO_LIMIT,
  },
  log: () => {},
});
try {
  await prove(server);
  console.log('The diallers are understood.');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}
