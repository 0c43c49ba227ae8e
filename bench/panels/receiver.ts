import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { freePort } from '../../lib/local/engine.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { startLocalServer } from '../../lib/local/start.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { dial } from '../../lib/receiver/dialler.ts';
import { cutFrames, STANDARD_DIALECT } from '../../shared/panels/frames.ts';
import { KnownAccounts } from '../../shared/panels/known-accounts.ts';
import { PanelFinder, panelReads } from '../../shared/panels/known-panel.ts';
import { writeMessage } from '../../shared/panels/message.ts';
import { receiveFrame, writeSign } from '../../shared/panels/receive-frame.ts';
import { SignsOfLife } from '../../shared/panels/signs-of-life.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { percentile } from '../percentile.ts';
import { printTable } from '../print-table.ts';
import { panelItems } from './bench-panels.ts';

/**
 * What a receiver costs: its memory with many supervised connections, the write units of a frame of supervision, and the time
 * from an alarm's frame to a screen. Too much memory and too many write units set the exit code to 1; times do not.
 *
 *     --connections 2000   how many connections there are, eight of each panel
 *     --alarms 100         how many alarms are sent, 20 a second
 */
const { values } = parseArgs({
  options: { connections: { type: 'string', default: '2000' }, alarms: { type: 'string', default: '100' } },
});

const CONNECTIONS = Number(values.connections);
const CONNECTIONS_OF_PANEL = 8;
const ALARM_COUNT = Number(values.alarms);
const ALARM_PAUSE_MS = 50;
const MOST_MEGABYTES = 150;
const MOST_WRITE_UNITS = 0.4;
/** Of a million accounts, also those that were left behind while the memory grew. */
const MOST_ACCOUNT_MEGABYTES = 32;
/** How often the panels of the bench send, and for which supervision times the write units are counted. */
const INTERVAL_SECONDS = 60;
const SUPERVISION_SECONDS = [180, 300, 600] as const;
/** The supervision time by which the write units are judged. */
const JUDGED_SECONDS = 300;
const FRAMES = 60;

const ADDRESS = '127.0.0.1';
const OUT_OF_THE_WAY = '1000000';

useLocalAccount(process.env);
const server = await startLocalServer({
  environment: {
    PORT: '0',
    PANEL_PORT: '0',
    GUARD_DATA: 'memory',
    GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_TENANT: OUT_OF_THE_WAY,
  },
  log: () => {},
});
const endpoint = process.env['DYNAMODB_ENDPOINT'] ?? '';
const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint });

async function call(path: string, token: string, json?: object): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

const session = z
  .object({ token: z.string(), user: z.object({ tenant_id: z.string() }) })
  .parse(await call('/api/v1/auth/login', '', { email: 'master@acme.test', password: DEMO_PASSWORD }));
const { data: sites } = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .parse(await call('/api/v1/sites', session.token));
const siteId = sites[0]?.id ?? '';
const tenantId = session.user.tenant_id;

/** Writes panels that are online, without the API, which would take minutes. */
const writePanels = (accounts: readonly string[], heartbeatSeconds: number): Promise<void> =>
  writeItems(
    table,
    accounts.flatMap((account) =>
      panelItems({ tenantId, siteId, address: ADDRESS }, account, heartbeatSeconds),
    ),
  );

const frameOf = (account: string) =>
  writeMessage({ token: 'NULL', sequence: '0000', address: `L0#${account}` }, STANDARD_DIALECT);

/** By how many megabytes the memory of a receiver grows with all connections, each of which supervises twice. */
async function measureMemory(accounts: readonly string[]): Promise<number> {
  const port = await freePort();
  const receiver = spawn(process.execPath, ['bin/receiver.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PANEL_HOST: ADDRESS, PANEL_PORT: String(port), PANEL_HEALTH_PORT: '0' },
  });
  const megabytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(receiver.pid)]).toString()) / 1_024;
  const open = async () => {
    for (;;) {
      const socket = connect(port, ADDRESS);
      const opened = await once(socket, 'connect').catch(() => undefined);
      if (opened) return socket;
      await delay(100);
    }
  };
  const supervise = async (socket: Socket, account: string) => {
    const answered = once(socket, 'data');
    socket.write(frameOf(account));
    await answered;
  };
  try {
    const sockets: Socket[] = [];
    let before = Number.NaN;
    const accountOf = (place: number) => accounts[place % accounts.length] ?? '';
    while (sockets.length < CONNECTIONS) {
      const socket = await open();
      await supervise(socket, accountOf(sockets.length));
      sockets.push(socket);
      if (sockets.length === 1) before = megabytes();
    }
    for (const [place, socket] of sockets.entries()) await supervise(socket, accountOf(place));
    const after = megabytes();
    for (const socket of sockets) socket.destroy();
    return after - before;
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
}

/** The megabytes that a receiver keeps of the accounts of a million panels. */
function measureAccounts(): number {
  const before = process.memoryUsage().arrayBuffers;
  const accounts = new KnownAccounts(randomBytes);
  for (let number = 0; number < 1_000_000; number++) accounts.add(String(number).padStart(6, '0'));
  const grown = process.memoryUsage().arrayBuffers - before;
  return accounts.size > 0 ? grown / 2 ** 20 : Number.NaN;
}

/** The write units of a frame of supervision, of a panel that sends every minute for an hour. */
async function countWriteUnits(account: string, heartbeatSeconds: number): Promise<number> {
  await writePanels([account], heartbeatSeconds);
  const proxy = await startCountingProxy({ endpoint, holdsResponses: false });
  const counted: Table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: proxy.url });
  let now = new Date();
  const receiving = {
    table: counted,
    randomBytes,
    retentionDays: 400,
    findPanel: new PanelFinder(panelReads(counted, { decrypt: async () => undefined }), () => now.getTime(), {
      mayExist: () => true,
      maySearch: () => false,
      onMissed: () => {},
    }).find,
    inTurn: <T>(_: unknown, work: () => Promise<T>) => work(),
    isBusy: () => false,
    onProven: () => {},
    signsOfLife: new SignsOfLife(),
    isTooMuch: () => false,
    isAltered: () => false,
    mayRefuse: () => true,
    isAttacked: () => false,
    onUnreported: () => {},
    recordUnknown: async () => {},
    mayRecordRefused: () => false,
    onError: (error: unknown) => console.error(error),
  };
  const [frame] = cutFrames(frameOf(account)).frames;
  const send = async () => {
    if (frame) await receiveFrame(receiving, frame, { address: ADDRESS, transport: 'tcp', at: now });
    for (let second = 0; second < INTERVAL_SECONDS; second++) {
      now = new Date(now.getTime() + 1_000);
      for (const sign of receiving.signsOfLife.takeDue(now)) await writeSign(receiving, sign, now);
    }
  };
  try {
    const { totals } = await proxy.count(async () => {
      for (let number = 0; number < FRAMES; number++) await send();
    });
    return totals.writeUnits / FRAMES;
  } finally {
    counted.client.destroy();
    await proxy.stop();
  }
}

const seenSchema = z.object({
  changes: z.optional(z.array(z.unknown())),
  action: z.optional(z.string()),
  alert: z.optional(z.object({ message: z.string() })),
});

/** The milliseconds from sending each alarm's frame until a screen has it, sorted. */
async function measureAlarms(account: string): Promise<number[]> {
  const ticket = z.object({ url: z.url() }).parse(await call('/api/v1/live/tickets', session.token, {}));
  const screen = new WebSocket(ticket.url);
  const seen = new Map<string, PromiseWithResolvers<number>>();
  const ready = Promise.withResolvers<void>();
  const take = (change: unknown) => {
    const { changes, action, alert } = seenSchema.parse(change);
    for (const each of changes ?? []) take(each);
    if (action === 'raised' && alert) seen.get(alert.message)?.resolve(performance.now());
  };
  screen.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'ready') ready.resolve();
    else take(message);
  });
  await ready.promise;
  const delays = Array.from({ length: ALARM_COUNT }, async (_, place) => {
    await delay(place * ALARM_PAUSE_MS);
    const zone = String(place + 1);
    const shown = Promise.withResolvers<number>();
    seen.set(`Burglary alarm, zone ${zone}`, shown);
    const sentAt = performance.now();
    const dialler = {
      host: ADDRESS,
      port: server.panelPort ?? 0,
      transport: 'tcp',
      account,
      line: '0',
      key: undefined,
      randomBytes,
      now: new Date(),
      patience: 10_000,
    } as const;
    const sequence = zone.padStart(4, '0');
    // A panel repeats what is not acknowledged.
    while ((await dial(dialler, sequence, [{ format: 'sia', code: 'BA', number: zone }])) !== 'ACK') {}
    return (await shown.promise) - sentAt;
  });
  const all = await Promise.all(delays);
  screen.close();
  return all.sort((a, b) => a - b);
}

try {
  const accounts = Array.from(
    { length: Math.ceil(CONNECTIONS / CONNECTIONS_OF_PANEL) },
    (_, place) => `M${place}`,
  );
  await writePanels([...accounts, 'ALARM'], 3 * INTERVAL_SECONDS);
  const delays = await measureAlarms('ALARM');
  const grown = await measureMemory(accounts);
  const units = new Map<number, number>();
  for (const seconds of SUPERVISION_SECONDS)
    units.set(seconds, await countWriteUnits(`U${seconds}`, seconds));

  printTable(`From an alarm's frame to a screen, ${ALARM_COUNT} alarms, 20 a second`, [
    { 'p50 ms': Math.round(percentile(delays, 0.5)), 'p99 ms': Math.round(percentile(delays, 0.99)) },
  ]);
  printTable(`A receiver with ${CONNECTIONS} supervised connections`, [{ 'grows by MB': Math.round(grown) }]);
  printTable(
    `A panel that sends every ${INTERVAL_SECONDS} s`,
    [...units].map(([seconds, each]) => ({
      'supervision time, s': seconds,
      'write units a frame': each.toFixed(2),
    })),
  );
  const kept = measureAccounts();
  printTable('The accounts of a million panels', [{ 'take MB': Math.round(kept) }]);
  const judged = units.get(JUDGED_SECONDS) ?? Number.NaN;
  if (!(grown <= MOST_MEGABYTES)) console.log(`- more than ${MOST_MEGABYTES} MB`);
  if (!(judged <= MOST_WRITE_UNITS)) console.log(`- more than ${MOST_WRITE_UNITS} write units a frame`);
  if (!(kept <= MOST_ACCOUNT_MEGABYTES)) console.log(`- more than ${MOST_ACCOUNT_MEGABYTES} MB of accounts`);
  const isWithin = grown <= MOST_MEGABYTES && judged <= MOST_WRITE_UNITS && kept <= MOST_ACCOUNT_MEGABYTES;
  if (!isWithin) process.exitCode = 1;
} finally {
  table.client.destroy();
  await server.stop();
}
