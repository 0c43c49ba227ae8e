import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERT_SEVERITIES, type Alert } from '../../shared/alerts/alert.ts';
import { runInLanes } from '../../shared/base/run-in-lanes.ts';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { type DeviceEvent, FlakyDevice } from '../support/flaky/device.ts';
import { createDice, type Dice } from '../support/flaky/dice.ts';
import { expectedOf } from '../support/flaky/model.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { entryItems } from '../support/history-of.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

/** Another seed plays other devices, as each run with many devices does. */
const SEED = repetitions({ few: 20_261_122, many: Date.now() });
const SITES = 5;
const DEVICES = repetitions({ few: 10, some: 40, many: 200 });
/** Far longer than a busy machine needs. */
const TIMEOUT_MILLISECONDS = 60_000 + 1_500 * DEVICES;
/** Number of devices that send concurrently. */
const LANES = 24;
const HOUR_SECONDS = 3_600;

interface PlayedDevice {
  readonly id: string;
  readonly siteId: string;
  readonly device: FlakyDevice;
  readonly dice: Dice;
  readonly events: DeviceEvent[];
}

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let played: PlayedDevice[];
/** By site. */
let alerts: Map<string, Alert[]>;

beforeAll(async () => {
  guard = await startGuard();
  timers = await startTimers(guard);
  as = await signInCallers(guard);
  const siteIds = await runInLanes(Array.from({ length: SITES }).keys().toArray(), SITES, async (number) =>
    create('/api/v1/sites', { name: `Flaky ${number}` }).then(({ id }) => id),
  );
  played = await runInLanes(Array.from({ length: DEVICES }).keys().toArray(), LANES, (number) =>
    setUp(number, siteIds[number % SITES] ?? ''),
  );
  await timers.tick();
  await runInLanes(played, LANES, live);
  await runInLanes(played, LANES, ({ device }) => device.settle());
  // Lists show all occurrences.
  guard.clock.advance(60_000);
  await timers.tick();
  const lists = siteIds.map(async (siteId) => {
    const found: Alert[] = await listAll(as, 'master', `/api/v1/sites/${siteId}/alerts?limit=100`);
    return [siteId, found] as const;
  });
  alerts = new Map(await Promise.all(lists));
}, TIMEOUT_MILLISECONDS);

afterAll(async () => {
  await timers.stop();
  await guard.stop();
});

async function create(path: string, json: object) {
  const { status, body } = await as('master', `POST ${path}`, { json });
  expect(status).toBe(201);
  return body;
}

/** A device with its own key. Every other device is watched. */
async function setUp(number: number, siteId: string): Promise<PlayedDevice> {
  const { id } = await create(`/api/v1/sites/${siteId}/devices`, {
    name: `Device ${number}`,
    type: 'door-contact',
    heartbeat_seconds: number % 2 === 0 ? HOUR_SECONDS : null,
  });
  const { key } = await create('/api/v1/keys', { name: `Key ${number}`, device_id: id });
  const dice = createDice(SEED + number);
  const send = async (events: readonly DeviceEvent[]) => {
    guard.clock.advance(dice.pick(200));
    const json = { events: [...events, { action: 'heartbeat' }] };
    const { status, body } = await guard.call('POST /api/v1/reports', { token: key, json });
    if (status >= 500) return undefined;
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
    return body.results;
  };
  return { id, siteId, device: new FlakyDevice(send, dice), dice, events: [] };
}

/** Events happen, and the device reports each at once or many together. */
async function live({ id, device, dice, events }: PlayedDevice): Promise<void> {
  const count = 4 + dice.pick(9);
  for (let number = 0; number < count; number += 1) {
    const event = happen(`${id}-${number}`, dice);
    events.push(event);
    device.note(event);
    if (dice.roll() < 0.3) await device.empty();
  }
  await device.empty();
}

function happen(id: string, dice: Dice): DeviceEvent {
  const trouble = dice.pick(10);
  // The same for all devices, because each device-bound key has its own dedup keys.
  const dedup_key = trouble < 7 ? 'door' : 'battery';
  if (dice.roll() < 0.35) return { id, action: 'resolve', dedup_key };
  const severity = ALERT_SEVERITIES[dice.pick(ALERT_SEVERITIES.length)];
  const occurred_at = new Date(guard.clock.now.getTime() - dice.pick(60_000)).toISOString();
  const fields = trouble % 2 === 0 ? { occurred_at } : { metadata: { number: String(trouble) } };
  return { id, action: 'raise', type: 'intrusion', severity, message: id, dedup_key, ...fields };
}

describe(`${DEVICES} devices with unreliable networks, of the seed ${SEED}`, () => {
  test('Each event of a device on an unreliable network gets the same status every time that the device sends it', () => {
    for (const it of played) {
      const { statuses } = expectedOf(it.events);
      for (const event of it.events) {
        const answers = new Set(it.device.answers.get(event.id));
        expect([event, answers.size]).toEqual([event, 1]);
        const [status] = answers;
        expect([event, status]).toEqual([event, statuses.get(event.id)]);
      }
    }
  });

  test('Alerts have the severities, statuses and occurrences that the events imply, although devices send events repeatedly and late', () => {
    for (const [siteId, found] of alerts) {
      const expected = played
        .filter((it) => it.siteId === siteId)
        .flatMap((it) =>
          [...expectedOf(it.events).alerts.values()].map((alert) => ({ device: it.id, ...alert })),
        );
      const actual = found.map(({ message, device_id, dedup_key, severity, status, occurrences }) => ({
        message,
        device: device_id,
        dedupKey: dedup_key,
        severity,
        status,
        occurrences,
      }));
      const inOrder = <T extends { readonly message: string }>(list: readonly T[]) =>
        list.toSorted((a, b) => (a.message < b.message ? -1 : 1));
      expect(inOrder(actual)).toEqual(inOrder(expected));
    }
  });

  test('Devices that send events repeatedly and late never leave two open alerts with one dedup key', () => {
    for (const found of alerts.values()) {
      const open = found
        .filter(({ status }) => status !== 'resolved')
        .map(({ device_id, dedup_key }) => `${device_id} ${dedup_key}`);
      expect(open).toHaveLength(new Set(open).size);
    }
  });

  test('Alerts of unreliable devices have one history entry for each change, and the table is consistent', async () => {
    const items = await readAll(guard.table);
    const entries = Map.groupBy(entryItems(items), ({ data }) => data.alert_id);
    for (const { id, version } of [...alerts.values()].flat()) {
      expect([id, entries.get(id)?.length]).toEqual([id, version]);
    }
    expect(await findInconsistencies(guard.table)).toEqual([]);
  });

  test('Watched devices with unreliable networks are online and have no offline alert', async () => {
    for (const siteId of alerts.keys()) {
      const devices = await listAll(as, 'master', `/api/v1/sites/${siteId}/devices?limit=100`);
      const watched = devices.filter(({ heartbeat_seconds }) => heartbeat_seconds !== null);
      expect(watched.length).toBeGreaterThan(0);
      expect(new Set(watched.map(({ status }) => status))).toEqual(new Set(['online']));
    }
  });

  test('The simulated devices sent each event more than 1.3 times on average, so the other tests prove something', () => {
    const events = played.flatMap(({ events }) => events);
    const answers = played.flatMap(({ device }) => [...device.answers.values()].flat());
    expect(events.length).toBeGreaterThan(6 * DEVICES);
    expect(answers.length).toBeGreaterThan(1.3 * events.length);
  });
});
