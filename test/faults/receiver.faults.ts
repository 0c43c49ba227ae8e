import { type ChildProcess, spawn } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../lib/local/engine.ts';
import { type Dialler, dial } from '../../lib/receiver/dialler.ts';
import type { Signal } from '../../shared/panels/signals.ts';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { TEST_KEY } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { historyOf } from '../support/history-of.ts';
import { seededDice } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import type { Fault } from './faults.ts';

/**
 * A receiver in a process of its own, and panels that repeat each frame until it is acknowledged, while something fails. Each
 * event must then be an alert, an occurrence, a restore or an entry among the frames exactly once.
 */

const PANELS = repetitions({ few: 40, many: 200 });
/** How often each panel sends all its signals. */
const ROUNDS = repetitions({ few: 1, many: 5 });
/** So many of them dial at the same time. */
const AT_ONCE = 24;
/** How often something is killed. */
const KILLS = repetitions({ few: 3, many: 10 });
const PATIENCE_MS = 4_000;
const KEY = '00112233445566778899AABBCCDDEEFF';

interface Panel {
  readonly id: string;
  readonly account: string;
  readonly isEncrypted: boolean;
}

let guard: TestGuard;
let as: CallAs;
let proxy: FaultProxy;
let panels: readonly Panel[];
let port: number;
let receiver: ChildProcess;

beforeAll(async () => {
  guard = await startGuard({ now: new Date(), settings: { tokenExpirationMinutes: 525_600 } });
  as = await signInCallers(guard);
  proxy = await startFaultProxy(guard.table.endpoint);
  const [{ id: siteId }] = (await as('master', 'GET /api/v1/sites')).body.data;
  panels = await inTurn(
    Array.from({ length: PANELS }, (_, place) => place),
    8,
    async (place) => {
      const json = { name: `Panel ${place}`, type: 'alarm-panel' };
      const { body } = await as('admin', `POST /api/v1/sites/${siteId}/devices`, { json });
      const isEncrypted = place % 2 === 1;
      const proof = isEncrypted ? { encryption: 'aes', key: KEY } : { allowed_addresses: ['127.0.0.1/32'] };
      const account = `K${place}`;
      const set = await as('admin', `PUT /api/v1/devices/${body.id}/panel`, { json: { account, ...proof } });
      expect(set.status).toBe(200);
      return { id: body.id, account, isEncrypted };
    },
  );
});
afterAll(async () => {
  await proxy.stop();
  await guard.stop();
});
beforeEach(async () => {
  port = await freePort();
  startReceiver();
});
afterEach(async () => {
  proxy.disarm();
  await kill(receiver);
});

function startReceiver(): void {
  receiver = spawn(process.execPath, ['bin/receiver.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      TABLE_NAME: guard.table.name,
      DYNAMODB_ENDPOINT: proxy.endpoint,
      GUARD_PANEL_DECRYPTION_KEY: TEST_KEY,
      GUARD_ALERT_RETENTION_DAYS: '400',
      PANEL_HOST: '127.0.0.1',
      PANEL_PORT: String(port),
      PANEL_HEALTH_PORT: '0',
    },
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Does work for each item, so many at a time. */
async function inTurn<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const places = items.entries();
  const worker = async () => {
    for (const [place, item] of places) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** The signals of a panel in a round: a burglary, again, its restore, a closing and a test. */
function signalsOf(zone: string): Signal[] {
  const sia = (code: string): Signal => ({ format: 'sia', code, number: zone });
  return [sia('BA'), sia('BA'), sia('BR'), sia('CL'), sia('RP')];
}

const frameCount = PANELS * ROUNDS * signalsOf('1').length;

interface Trouble {
  /** Called after each acknowledgement with how many there are. */
  readonly onAcknowledged?: (count: number) => void;
  /** Whether the panel loses an acknowledgement. */
  readonly isLost?: () => boolean;
}

/** Lets all panels send all signals in a mode, each until it is acknowledged. */
async function sendAll(mode: number, { onAcknowledged = () => {}, isLost = () => false }: Trouble) {
  let acknowledged = 0;
  await inTurn(panels, AT_ONCE, async ({ account, isEncrypted }) => {
    const signals = zonesOf(mode).flatMap(signalsOf);
    for (const [place, signal] of signals.entries()) {
      const dialler: Dialler = {
        host: '127.0.0.1',
        port,
        transport: 'tcp',
        account,
        line: '0',
        key: isEncrypted ? createSecretKey(KEY, 'hex') : undefined,
        randomBytes,
        // An encrypted panel that says the same twice in a second says it once, so the second alarm is a second later.
        now: new Date(Date.now() + (place % signalsOf('').length) * 1_000),
        patience: PATIENCE_MS,
      };
      const sequence = String(mode * 1_000 + place + 1).padStart(4, '0');
      for (let isDone = false; !isDone; ) {
        const answer = await dial(dialler, sequence, [signal]).catch(() => undefined);
        if (answer === undefined) await pause(100);
        else expect(answer).toBe('ACK');
        isDone = answer === 'ACK' && !isLost();
      }
      acknowledged += 1;
      onAcknowledged(acknowledged);
    }
  });
}

/** Each mode has zones of its own, and so alerts of its own. */
const zonesOf = (mode: number) =>
  Array.from({ length: ROUNDS }, (_, round) => String(mode * 100 + round + 1));

/** Calls something when a part of all frames is acknowledged, several times in a run. */
function atTimes(work: () => Promise<void>): {
  onAcknowledged: (count: number) => void;
  done: () => Promise<void>;
} {
  const at = new Set(
    Array.from({ length: KILLS }, (_, place) => Math.floor((frameCount * (place + 1)) / (KILLS + 1))),
  );
  let working = Promise.resolve();
  return {
    onAcknowledged: (count) => {
      if (at.has(count)) working = working.then(work);
    },
    done: () => working,
  };
}

/** What became of the signals of a mode, each with how often. */
async function foundOf({ id }: Panel, mode: number) {
  const zones = zonesOf(mode);
  const alerts = await listAll(as, 'master', `/api/v1/alerts?device_id=${id}`);
  const ofMode = alerts.filter(({ dedup_key }) =>
    zones.some((zone) => dedup_key.endsWith(`:intrusion:${zone}`)),
  );
  const raised = await Promise.all(
    ofMode.map(async (alert) => {
      const { occurrences, metadata } = (await as('master', `GET /api/v1/alerts/${alert.id}`)).body;
      const actions = (await historyOf(guard.table, alert)).map(({ action }) => action);
      return {
        zone: metadata.zone,
        occurrences,
        restores: actions.filter((it) => it === 'restored').length,
      };
    }),
  );
  const frames = await listAll(as, 'admin', `/api/v1/devices/${id}/frames`);
  const recorded = frames.flatMap(({ result, signals }) =>
    result === 'recorded' && zones.includes(signals[0].zone ?? signals[0].user)
      ? [`${signals[0].code} ${signals[0].zone ?? signals[0].user}`]
      : [],
  );
  return { raised: raised.toSorted((a, b) => a.zone - b.zone), recorded: recorded.sort() };
}

async function expectEachOnce(mode: number): Promise<void> {
  const expected = {
    raised: zonesOf(mode).map((zone) => ({ zone, occurrences: 2, restores: 1 })),
    recorded: zonesOf(mode)
      .flatMap((zone) => [`CL ${zone}`, `RP ${zone}`])
      .sort(),
  };
  const found = await inTurn(panels, 8, (panel) => foundOf(panel, mode));
  const wrong = found.flatMap((it, place) =>
    JSON.stringify(it) === JSON.stringify(expected) ? [] : [{ panel: panels[place]?.account, ...it }],
  );
  expect(wrong).toEqual([]);
  expect(await findInconsistencies(guard.table)).toEqual([]);
}

test('If the receiver is killed while panels send, each acknowledged signal counts exactly once', async () => {
  const kills = atTimes(async () => {
    await kill(receiver);
    startReceiver();
  });
  await sendAll(1, kills);
  await kills.done();
  await expectEachOnce(1);
});

test('If the engine is killed while panels send, each acknowledged signal counts exactly once', async () => {
  const kills = atTimes(() => guard.table.restartEngine());
  await sendAll(2, kills);
  await kills.done();
  await expectEachOnce(2);
});

test('If replies of the table and of the receiver are lost while panels send, each acknowledged signal counts exactly once', async () => {
  const dice = seededDice('receiver');
  const error = { status: 500, name: 'InternalServerError' } as const;
  const faults: readonly Fault[] = [
    { kind: 'reply_lost' },
    { kind: 'request_lost' },
    { kind: 'error_after', error },
    { kind: 'error', error },
  ];
  proxy.play(() => (dice.chance(0.15) ? dice.pick(faults) : undefined));
  await sendAll(3, { isLost: () => dice.chance(0.2) });
  proxy.disarm();
  await expectEachOnce(3);
});
