import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERTS } from '../../shared/alerts/alert.ts';
import type { Settings } from '../../shared/lambda/settings.ts';
import { NOBODY_NOTIFIED } from '../../shared/notifications/nobody-notified.ts';
import { MOST_SENDS } from '../../shared/notifications/storm.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { USERS } from '../../shared/users/user.ts';
import { unsureTable } from '../support/heartbeats/unsure-table.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { NotificationWorld } from '../support/notifications/world.ts';
import { seededRandomBytes } from '../support/random.ts';
import { startTable, type TestTable } from '../support/table.ts';

/** The queue function and the timers of notifications, on the engine: what happens when a run ends early, and what stops a message. */

const BEGIN = Date.parse('2026-11-22T12:00:30.000Z');
/** More than the calls of the table in any run of this file. */
const MOST_CALLS = 14;
const HELD = 2;

let table: TestTable;
let worlds = 0;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** A tenant with one person, who has one channel. */
async function open(
  kind: 'push' | 'sms' = 'push',
  settings: Partial<Settings> = {},
): Promise<NotificationWorld> {
  worlds += 1;
  const randomBytes = seededRandomBytes(`notification failures ${worlds}`);
  const world = new NotificationWorld(table, BEGIN, randomBytes, settings);
  await world.open([[{ kind, address: kind === 'sms' ? '+4915100000001' : 'push.example.com' }]]);
  return world;
}

/** As `open`, with two messages that wait for a summary. Forgets the five that were sent. */
async function openStorm(kind?: 'push' | 'sms', settings?: Partial<Settings>): Promise<NotificationWorld> {
  const world = await open(kind, settings);
  for (let number = 0; number < MOST_SENDS + HELD; number += 1) await world.raise();
  await world.drain();
  expect(world.calls).toHaveLength(MOST_SENDS);
  world.calls.length = 0;
  return world;
}

const heldOf = async (world: NotificationWorld) => {
  const all = await world.notifications();
  const ids = new Set(world.entries.slice(MOST_SENDS).map(({ entryId }) => entryId));
  return all.filter(({ entry_id, reason }) => ids.has(entry_id) && reason !== NOBODY_NOTIFIED);
};
const outcomesOf = (all: readonly { status: string; reason: string | null }[]) =>
  all.map(({ status, reason }) => (reason === null ? status : `${status}: ${reason}`));
const isOpen = async (world: NotificationWorld) =>
  (await world.notifications()).some(({ status }) => status === 'queued');

/** Runs the timers until nothing is queued any more. */
async function settle(world: NotificationWorld): Promise<void> {
  for (let minute = 0; minute < 40 && (await isOpen(world)); minute += 1) await world.pass();
  await world.pass(3);
  expect(await isOpen(world)).toBe(false);
}

const noted = async (world: NotificationWorld) =>
  (await world.notifications()).filter(({ reason }) => reason === NOBODY_NOTIFIED).length;

describe('A run that ends before one of its calls of the table', () => {
  const afters = Array.from({ length: MOST_CALLS }, (_, after) => after);

  test.each(afters)('sends a message once, or twice and marked (after %i calls)', async (after) => {
    const world = await open();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    await world.drain(unsureTable(table, 'run_ends', after));
    await settle(world);
    const [{ attempts = 0, duplicate_possible: isMarked = false } = {}] = await world.notifications();
    expect(outcomesOf(await world.notifications())).toEqual(['sent']);
    expect(world.calls.length).toBeGreaterThan(0);
    expect(world.calls.length).toBeLessThanOrEqual(attempts);
    if (world.calls.length > 1) expect([world.calls.length, isMarked]).toEqual([2, true]);
  });

  test.each(afters)(
    'raises the alarm of a message that is refused for good (after %i calls)',
    async (after) => {
      const world = await open('sms');
      await world.raise();
      await world.hand(world.queue.shift() ?? '');
      world.behaviours = ['refused_for_good', 'refused_for_good'];
      await world.drain(unsureTable(table, 'run_ends', after));
      await settle(world);
      expect(await noted(world)).toBe(1);
      expect(world.nobody).toBeGreaterThanOrEqual(1);
    },
  );

  test.each(afters)('raises the alarm of a timer that gives a message up (after %i calls)', async (after) => {
    const world = await open();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    world.queue = [];
    world.now += 30 * 60_000;
    await world.tick(unsureTable(table, 'run_ends', after)).catch(() => {});
    await settle(world);
    expect(world.calls).toEqual([]);
    expect(await noted(world)).toBe(1);
    expect(world.nobody).toBeGreaterThanOrEqual(1);
  });

  test.each(afters)('sends a summary once, or twice and marked (after %i calls)', async (after) => {
    const world = await openStorm();
    world.now += 60_000;
    await world.tick();
    await world.drain(unsureTable(table, 'run_ends', after));
    await settle(world);
    const held = await heldOf(world);
    expect(outcomesOf(held)).toEqual(['sent', 'sent']);
    expect(new Set(world.calls.map(({ subject }) => subject))).toEqual(new Set([`${HELD} more alerts`]));
    expect(world.calls.length).toBeLessThanOrEqual(2);
    for (const it of held) expect(it.duplicate_possible || world.calls.length === 1).toBe(true);
  });
});

describe('A summary', () => {
  test('that a provider refuses for now is sent a minute later', async () => {
    const world = await openStorm();
    world.behaviours = ['refused'];
    await world.pass(2);
    expect(world.calls.map(({ behaviour }) => behaviour)).toEqual(['refused', 'sent']);
    expect(outcomesOf(await heldOf(world))).toEqual(['sent', 'sent']);
    expect((await heldOf(world)).map((it) => it.duplicate_possible)).toEqual([false, false]);
  });

  test('that a provider refuses for good fails each of its messages, and raises the alarm', async () => {
    const world = await openStorm('sms');
    world.behaviours = ['refused_for_good'];
    await world.pass(1);
    expect(outcomesOf(await heldOf(world))).toEqual(['failed: refused', 'failed: refused']);
    expect(await noted(world)).toBe(HELD);
    expect(world.nobody).toBe(HELD);
  });

  test('that a provider refuses for a quarter of an hour fails its messages', async () => {
    const world = await openStorm();
    world.behaviours = Array.from({ length: 20 }, () => 'refused' as const);
    await world.pass(13);
    expect(outcomesOf(await heldOf(world))).toEqual(['queued: storm', 'queued: storm']);
    await world.pass(2);
    expect(outcomesOf(await heldOf(world))).toEqual(['failed: throttled', 'failed: throttled']);
  });

  test('about devices speaks of events', async () => {
    const world = await open();
    for (let number = 0; number < MOST_SENDS; number += 1) await world.raise();
    await world.goOffline('North door');
    await world.goOffline('South door');
    await world.drain();
    await world.pass(1);
    expect(world.calls.at(-1)?.subject).toBe('2 more events');
  });

  test('is not sent early, nor while another run sends it', async () => {
    const world = await openStorm();
    const { userId = '', channelIds: [channelId = ''] = [] } = world.people[0] ?? {};
    const names = { tenant_id: world.tenantId, user_id: userId, channel_id: channelId };
    const body = JSON.stringify({ kind: 'summary', ...names, due: 'x' });
    world.now += 60_000;
    world.behaviours = ['dies'];
    await world.hand(body);
    // The lease of the run that ended holds for 14 seconds.
    world.now += 13_000;
    await world.hand(body);
    expect(world.calls).toHaveLength(1);
    await world.pass(3);
    expect(world.calls).toHaveLength(2);
    await world.hand(body);
    expect(world.calls).toHaveLength(2);
  });

  test.each([
    [
      'the limit of SMS is reached',
      'sms_limit',
      async () => openStorm('sms', { smsPerDay: MOST_SENDS + 1 }),
      async () => {},
    ],
    [
      'its channel was deleted',
      'no_channel',
      () => openStorm(),
      async (world: NotificationWorld) => {
        const { userId = '' } = world.people[0] ?? {};
        await world.put({ ...channelsKey(world.tenantId, userId), channels: [] });
      },
    ],
    [
      'the tenant became inactive',
      'tenant_not_active',
      () => openStorm(),
      (world: NotificationWorld) =>
        world.put(TENANTS.item(makeTenant({ id: world.tenantId, status: 'inactive' }))),
    ],
    [
      'its alerts were deleted',
      'alert_deleted',
      () => openStorm(),
      async (world: NotificationWorld) => {
        for (const { alertId } of world.entries) {
          const Key = ALERTS.key(world.tenantId, alertId);
          await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
        }
      },
    ],
  ])('is not sent if %s, and its messages say so', async (_, reason, start, change) => {
    const world = await start();
    await change(world);
    await world.pass(1);
    expect(world.calls).toEqual([]);
    expect(outcomesOf(await heldOf(world))).toEqual([`suppressed: ${reason}`, `suppressed: ${reason}`]);
    const isExcuse = ['tenant_not_active', 'alert_deleted'].includes(reason);
    expect(world.nobody).toBe(isExcuse ? 0 : HELD);
  });
});

describe('A message', () => {
  test('about a device names the device', async () => {
    const world = await open();
    await world.goOffline('North door');
    await world.drain();
    expect(world.calls.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Device offline: North door at /),
    ]);
  });

  test('by a channel that the stage does not send is not sent, and the alarm hears of it', async () => {
    const world = await open('sms', { smsFrom: 'none' });
    await world.raise();
    await world.drain();
    expect(world.calls).toEqual([]);
    expect(outcomesOf(await world.notifications())).toContain('suppressed: channel_off');
    expect(world.nobody).toBe(1);
  });

  test('to a tenant that is not active is not even planned', async () => {
    const world = await open();
    await world.put(TENANTS.item(makeTenant({ id: world.tenantId, status: 'inactive' })));
    await world.raise();
    await world.drain();
    expect(world.calls).toEqual([]);
    expect(await world.notifications()).toEqual([]);
  });

  test.each([
    [
      'the tenant becomes inactive',
      'tenant_not_active',
      (world: NotificationWorld) =>
        world.put(TENANTS.item(makeTenant({ id: world.tenantId, status: 'inactive' }))),
    ],
    [
      'the person is blocked',
      'user_not_active',
      (world: NotificationWorld) =>
        world.put(
          USERS.item(
            makeUser({
              id: world.people[0]?.userId ?? '',
              tenant_id: world.tenantId,
              role: 'tenant_master',
              status: 'blocked',
            }),
          ),
        ),
    ],
    [
      'the channel is deleted',
      'no_channel',
      (world: NotificationWorld) =>
        world.put({ ...channelsKey(world.tenantId, world.people[0]?.userId ?? ''), channels: [] }),
    ],
  ])('is not sent if %s before its attempt', async (_, reason, change) => {
    const world = await open();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    await change(world);
    await world.drain();
    expect(world.calls).toEqual([]);
    expect(outcomesOf(await world.notifications())).toContain(`suppressed: ${reason}`);
  });

  test('of a notification that has expired is not sent', async () => {
    const world = await open();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    const [attempt = ''] = world.queue;
    const expired = JSON.stringify({ ...JSON.parse(attempt), id: JSON.parse(attempt).entry_id });
    expect(await world.hand(expired)).toBe(true);
    expect(world.calls).toEqual([]);
  });

  test('of which two runs died without a result is given up, and the alarm hears of it', async () => {
    const world = await open('sms');
    await world.raise();
    world.behaviours = ['dies', 'dies'];
    await world.drain();
    await settle(world);
    expect(world.calls).toHaveLength(2);
    expect(outcomesOf(await world.notifications())).toContain('failed: no_answer');
    expect(world.nobody).toBeGreaterThanOrEqual(1);
  });
});

describe('A receipt', () => {
  /** Hands over a receipt of the first message. */
  async function receive(world: NotificationWorld, eventType: string): Promise<void> {
    const [{ tenant_id, subject_id, id } = { tenant_id: '', subject_id: '', id: '' }] =
      await world.notifications();
    const body = JSON.stringify({ eventType, context: { tenant_id, subject_id, id } });
    expect(await world.hand(body)).toBe(true);
  }

  test('that an SMS about a device cannot be delivered raises the alarm', async () => {
    const world = await open('sms');
    await world.goOffline('North door');
    await world.drain();
    await receive(world, 'TEXT_UNREACHABLE');
    expect(outcomesOf(await world.notifications())).toContain('failed: unreachable');
    expect(world.nobody).toBe(1);
  });

  test.each([
    ['TEXT_DELIVERED', ['delivered'], 0],
    ['TEXT_BLOCKED', ['failed: blocked', 'failed: nobody_notified'], 1],
  ])('of a run that died (%s) decides, and no further attempt is made', async (type, outcomes, nobody) => {
    const world = await open('sms');
    await world.raise();
    world.behaviours = ['dies'];
    await world.drain();
    await receive(world, type);
    await settle(world);
    expect(world.calls).toHaveLength(1);
    expect(outcomesOf(await world.notifications()).toSorted()).toEqual(outcomes);
    expect(world.nobody).toBe(nobody);
  });

  test('of a message without a known result is kept, although somebody has acknowledged the alert since', async () => {
    const world = await open('sms');
    await world.raise();
    world.behaviours = ['unanswered'];
    await world.drain();
    await world.acknowledge(0);
    await settle(world);
    expect(outcomesOf(await world.notifications())).toEqual(['suppressed: acknowledged']);
    await receive(world, 'TEXT_UNREACHABLE');
    expect(outcomesOf(await world.notifications())).toEqual(['suppressed: acknowledged']);
    await receive(world, 'TEXT_DELIVERED');
    expect(outcomesOf(await world.notifications())).toEqual(['delivered']);
    expect(world.nobody).toBe(0);
  });

  test('of a message that was never sent decides nothing', async () => {
    const world = await open('sms', { smsFrom: 'none' });
    await world.raise();
    await world.drain();
    const before = await world.notifications();
    const off = before.find(({ channel }) => channel === 'sms');
    const context = { tenant_id: off?.tenant_id, subject_id: off?.subject_id, id: off?.id };
    await world.hand(JSON.stringify({ eventType: 'TEXT_DELIVERED', context }));
    expect(await world.notifications()).toEqual(before);
  });
});
