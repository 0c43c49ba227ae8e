import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureTable } from '../../lib/local/create-table.ts';
import { freePort, startEngine } from '../../lib/local/engine.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { LOCAL_KEY_BYTES, localKeySetting } from '../../shared/lambda/connect-key.ts';
import { cutFrames, STANDARD_DIALECT } from '../../shared/panels/frames.ts';
import { writeMessage } from '../../shared/panels/message.ts';
import { newSite, SITES } from '../../shared/sites/site.ts';
import { connectTable } from '../../shared/table/table.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { percentile } from '../percentile.ts';
import { printTable } from '../print-table.ts';
import { panelItems } from './bench-panels.ts';

/**
 * What panels notice of an attack, on loopback: how many of their frames a receiver answers, and how soon, while one tenant and
 * strangers send all that they can, and before. The goal is a second for 99 of 100. Only the share of answered frames sets the exit
 * code to 1, compared with that before the attack: all processes share the processors of one machine, so a time says little about
 * a receiver. Those that attack have the lowest priority, because elsewhere they would have processors of their own.
 *
 *     --panels 200      how many panels 20 other tenants have; each tenth frame of a panel is an alarm
 *     --every 10        after how many seconds each sends again
 *     --strangers 50    how many strangers there are, each with an address of its own
 *     --seconds 10      for how long
 */
const { values } = parseArgs({
  options: {
    panels: { type: 'string', default: '200' },
    strangers: { type: 'string', default: '50' },
    every: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    // Of the processes that attack.
    as: { type: 'string' },
    port: { type: 'string' },
  },
});

const PANELS = Number(values.panels);
const STRANGERS = Number(values.strangers);
const MILLISECONDS = Number(values.seconds) * 1_000;
const TENANTS_OF_PANELS = 20;
const LOUD_PANELS = 50;
const LOUD_CONNECTIONS = 4;
const INTERVAL_MS = Number(values.every) * 1_000;
const HEARTBEAT_SECONDS = 60;
/** A panel that gets no answer for so long says at the site that it reaches nobody. */
const PATIENCE_MS = 20_000;
/** Of the share that is answered without an attack. */
const LEAST_ANSWERED = 0.99;
const ADDRESS = '127.0.0.1';
const DATAGRAM_PAUSE_MS = 10;
const DATAGRAMS_AT_A_TIME = 20;

const calm = (number: number) => `C${number}`;
const loud = (number: number) => `L${number}`;

function frameOf(account: string, sequence: number, data?: string): Buffer {
  const text = String(sequence % 10_000).padStart(4, '0');
  const token = data === undefined ? 'NULL' : 'SIA-DCS';
  const content = data === undefined ? {} : { data: `#${account}|${data}` };
  return writeMessage({ token, sequence: text, address: `L0#${account}`, ...content }, STANDARD_DIALECT);
}

/** Writes on a connection for as long as somebody takes it, and opens the next one when it is closed. */
async function flood(port: number, localAddress: string, bytesOf: (turn: number) => Buffer): Promise<never> {
  for (let turn = 0; ; ) {
    const socket = connect({ port, host: ADDRESS, localAddress })
      .on('error', () => {})
      .resume();
    while (!socket.destroyed) {
      turn += 1;
      if (!socket.write(bytesOf(turn)))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
      await delay(0);
    }
    await delay(1);
  }
}

async function floodDatagrams(
  port: number,
  address: string,
  bytesOf: (turn: number) => Buffer,
): Promise<never> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  for (let turn = 0; ; turn += DATAGRAMS_AT_A_TIME) {
    for (let place = 0; place < DATAGRAMS_AT_A_TIME; place++)
      socket.send(bytesOf(turn + place), port, ADDRESS);
    await delay(DATAGRAM_PAUSE_MS);
  }
}

/** The longest frame: a panel that reports each zone again and again. */
const manyEvents = (turn: number) =>
  `Nri1/${Array.from({ length: 600 }, (_, zone) => `BA${(turn + zone) % 1_000}`).join('/')}`;

function attackAsTenant(port: number): void {
  for (let number = 0; number < LOUD_PANELS; number++) {
    const account = loud(number);
    for (let connection = 0; connection < LOUD_CONNECTIONS; connection++) {
      void flood(port, ADDRESS, (turn) =>
        frameOf(account, turn * 8 + connection, connection === 0 ? manyEvents(turn) : undefined),
      );
    }
  }
  void floodDatagrams(port, ADDRESS, (turn) => frameOf(loud(turn % LOUD_PANELS), turn, manyEvents(turn)));
}

function attackAsStrangers(port: number): void {
  const made = (turn: number) => frameOf(`S${turn}${randomBytes(2).toString('hex')}`, turn, 'NBA1');
  for (let number = 0; number < STRANGERS; number++) {
    const address = `127.1.${number >> 6}.${(number & 63) + 1}`;
    void flood(port, address, (turn) =>
      Buffer.concat(Array.from({ length: 100 }, (_, place) => made(turn * 100 + place))),
    );
  }
  void floodDatagrams(port, '127.2.0.1', made);
}

interface Heard {
  /** How late this process itself was, of 100 times the second worst: the panels share its processor with the attack. */
  ownLag: number;
  readonly milliseconds: number[];
  unanswered: number;
  alarms: number;
}

/** A panel with one connection, which it opens again when it is closed. */
async function play(port: number, number: number, until: number, heard: Heard): Promise<void> {
  await delay(Math.random() * Math.min(INTERVAL_MS, MILLISECONDS / 2));
  let socket: Socket | undefined;
  for (let sequence = number % 10; Date.now() < until; sequence++) {
    const isAlarm = sequence % 10 === 0;
    const begin = performance.now();
    let isAnswered = false;
    while (!isAnswered && performance.now() - begin < PATIENCE_MS) {
      socket = socket?.writable ? socket : await open(port);
      socket.write(frameOf(calm(number), sequence + 1, isAlarm ? `NBA${sequence}` : undefined));
      isAnswered = await answers(socket);
    }
    if (isAnswered) heard.milliseconds.push(performance.now() - begin);
    else heard.unanswered += 1;
    if (isAlarm) heard.alarms += 1;
    await delay(INTERVAL_MS);
  }
  socket?.destroy();
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, ADDRESS).on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  return socket;
}

/** Whether an ACK comes within a quarter of the patience, after which a panel repeats its frame. */
async function answers(socket: Socket): Promise<boolean> {
  const ending = new AbortController();
  const answer = once(socket, 'data', { signal: ending.signal }).catch(() => undefined);
  const closed = once(socket, 'close', { signal: ending.signal }).catch(() => undefined);
  const first = await Promise.race([
    answer,
    closed.then(() => undefined),
    delay(PATIENCE_MS / 4, undefined, { ref: false }),
  ]);
  ending.abort();
  const [bytes] = Array.isArray(first) ? first : [];
  return Buffer.isBuffer(bytes) && cutFrames(bytes).frames.some(({ body }) => body.includes('"ACK"'));
}

async function main(): Promise<void> {
  useLocalAccount(process.env);
  const engine = await startEngine({ dataFolder: undefined });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  const port = await freePort();
  const healthPort = await freePort();
  const processes: ChildProcess[] = [];
  try {
    await ensureTable(table.client, table.name);
    const at = formatTimestamp(new Date());
    for (let tenant = 0; tenant <= TENANTS_OF_PANELS; tenant++) {
      const tenantId = newId(new Date(), randomBytes);
      const stamps = { created_at: at, updated_at: at };
      const site = newSite({ name: `Site ${tenant}` }, { id: newId(new Date(), randomBytes), tenantId, at });
      const own =
        tenant === TENANTS_OF_PANELS
          ? Array.from({ length: LOUD_PANELS }, (_, number) => loud(number))
          : Array.from({ length: PANELS }, (_, number) => number)
              .filter((number) => number % TENANTS_OF_PANELS === tenant)
              .map(calm);
      await writeItems(table, [
        TENANTS.item({
          id: tenantId,
          name: `Tenant ${tenant}`,
          status: 'active',
          requests_per_minute: null,
          time_zone: null,
          reminders: {},
          ...stamps,
        }),
        SITES.item(site),
        ...own.flatMap((account) =>
          panelItems({ tenantId, siteId: site.id, address: ADDRESS }, account, HEARTBEAT_SECONDS),
        ),
      ]);
    }
    processes.push(
      spawn(process.execPath, ['bin/receiver.ts'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          TABLE_NAME,
          DYNAMODB_ENDPOINT: engine.endpoint,
          GUARD_PANEL_DECRYPTION_KEY: localKeySetting(randomBytes(LOCAL_KEY_BYTES)),
          GUARD_ALERT_RETENTION_DAYS: '400',
          PANEL_HOST: ADDRESS,
          PANEL_PORT: String(port),
          PANEL_HEALTH_PORT: String(healthPort),
        },
      }),
    );
    const isReady = () =>
      fetch(`http://${ADDRESS}:${healthPort}/`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await delay(100);
    const before = await playAll(port);
    for (const as of ['tenant', 'strangers']) {
      const args = ['--as', as, '--port', String(port), '--strangers', String(STRANGERS)];
      processes.push(fork(import.meta.filename, args, { stdio: 'inherit' }));
    }
    report(before, await playAll(port));
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    table.client.destroy();
    await engine.stop();
  }
}

/** Lets all panels send for the time of the bench. */
async function playAll(port: number): Promise<Heard> {
  const heard: Heard = { ownLag: 0, milliseconds: [], unanswered: 0, alarms: 0 };
  const until = Date.now() + MILLISECONDS;
  const lag = monitorEventLoopDelay();
  lag.enable();
  await Promise.all(Array.from({ length: PANELS }, (_, number) => play(port, number, until, heard)));
  heard.ownLag = lag.percentile(99) / 1_000_000;
  return heard;
}

const shareOf = ({ milliseconds, unanswered }: Heard): number =>
  milliseconds.length / (milliseconds.length + unanswered);

function rowOf(when: string, heard: Heard) {
  const sorted = heard.milliseconds.toSorted((a, b) => a - b);
  return {
    when,
    frames: sorted.length + heard.unanswered,
    alarms: heard.alarms,
    'answered %': (100 * shareOf(heard)).toFixed(1),
    'p50 ms': Math.round(percentile(sorted, 0.5)),
    'p99 ms': Math.round(percentile(sorted, 0.99)),
    'most ms': Math.round(sorted.at(-1) ?? Number.NaN),
    'own lag, p99 ms': Math.round(heard.ownLag),
  };
}

function report(before: Heard, attacked: Heard): void {
  printTable(
    `${PANELS} panels of ${TENANTS_OF_PANELS} tenants; in the attack another tenant and ${STRANGERS} strangers send all they can, for ${values.seconds} s`,
    [rowOf('before', before), rowOf('attacked', attacked)],
  );
  if (shareOf(attacked) >= LEAST_ANSWERED * shareOf(before)) return;
  console.log(`- less than ${100 * LEAST_ANSWERED} % of what is answered without an attack`);
  process.exitCode = 1;
}

if (values.as !== undefined) setPriority(constants.priority.PRIORITY_LOW);
if (values.as === 'tenant') attackAsTenant(Number(values.port));
else if (values.as === 'strangers') attackAsStrangers(Number(values.port));
else await main();
