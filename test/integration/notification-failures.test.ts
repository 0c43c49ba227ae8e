import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USERS } from '../../shared/accounts/user.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import type { Settings } from '../../shared/lambda/settings.ts';
import type { ChannelKind } from '../../shared/notify/channel-kind.ts';
import { NOBODY_NOTIFIED } from '../../shared/notify/nobody-notified.ts';
import { MOST_SENDS, rankOf, stormKey } from '../../shared/notify/storm.ts';
import { SITES } from '../../shared/sites/site.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { timerAttributes } from '../../shared/table/timer.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { en } from '../../shared/texts/en.ts';
import { type Mishap, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { makeSite } from '../support/make-site.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { NotificationWorld } from '../support/notifications/world.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/**
 * The queue function and the timers of notifications, on the engine: what happens when a run ends early, and what stops a
 * message.
 */

const BEGIN = Date.parse('2026-11-22T12:00:30.000Z');
const HELD = 2;
const STEP = repetitions({ few: 4, many: 1 });

let table: TestTable;
let worlds = 0;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** A tenant with a person, who has one channel, and perhaps another person. */
async function open(
  kind: ChannelKind = 'push',
  settings: Partial<Settings> = {},
  ...others: Parameters<NotificationWorld['open']>[0]
): Promise<NotificationWorld> {
  worlds += 1;
  const randomBytes = seededRandomBytes(`notification failures ${worlds}`);
  const world = new NotificationWorld(table, BEGIN, randomBytes, settings);
  await world.open([[{ kind, address: kind === 'sms' ? '+4915100000001' : 'push.example.com' }], ...others]);
  return world;
}

/** A storm that holds messages of a channel. */
function stormOf({ now }: NotificationWorld, channelId: string) {
  const slots = Array.from({ length: MOST_SENDS }, (_, place) => ({
    id: `earlier ${place}`,
    at: now,
    rank: rankOf('alert.raised', 'high'),
  }));
  return { slots, held_at: now, ...timerAttributes('summary', channelId, new Date(now + 60_000)) };
}

/** Like `open`, with two messages that wait for a summary. Forgets the five that were sent. */
async function openStorm(kind?: ChannelKind, settings?: Partial<Settings>): Promise<NotificationWorld> {
  const world = await open(kind, settings);
  for (let number = 0; number < MOST_SENDS + HELD; number += 1) await world.raise();
  await world.drain();
  expect(world.calls).toHaveLength(MOST_SENDS);
  world.calls.length = 0;
  return world;
}

/** Of so many messages a day, a site has as many as go out before a storm. */
const PER_DAY = 24;

/** The site of a world has only its share, because it is not the only one. */
const addSite = (world: NotificationWorld) =>
  world.put(SITES.item(makeSite('2', { tenant_id: world.tenantId })));

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

/** Plays a run once for each or every fourth of its calls of the table, which fails. The last run has no failure. */
async function failEachCall(
  mishap: Mishap,
  play: (through: Table, where: string) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; after += STEP) {
    const through = unsureTable(table, mishap, after);
    await play(through, `${mishap} after ${after} calls`);
    if (through.hasFailed()) continue;
    expect(after).toBeGreaterThan(0);
    return;
  }
}

/** A world in which the next message is an attempt. */
async function openAttempt(kind?: 'push' | 'sms'): Promise<NotificationWorld> {
  const world = await open(kind);
  await world.raise();
  await world.hand(world.queue.shift() ?? '');
  return world;
}

describe.each<Mishap>(['run_ends', 'reply_lost', 'refused'])(
  'Whichever call of the table fails (%s)',
  (mishap) => {
    test('A message is sent once, or twice and marked as a possible duplicate', async () => {
      await failEachCall(mishap, async (through, where) => {
        const world = await openAttempt();
        await world.drain(through);
        await settle(world);
        const all = await world.notifications();
        expect(outcomesOf(all), where).toEqual(['sent']);
        expect(world.calls.length, where).toBeGreaterThan(0);
        // Only a run that ended leaves open whether it sent the message.
        expect(world.calls.length, where).toBeLessThanOrEqual(mishap === 'run_ends' ? 2 : 1);
        if (world.calls.length > 1) expect(all[0]?.duplicate_possible, where).toBe(true);
      });
    });

    test('Guard raises its alarm when nobody can be notified of an event', async () => {
      await failEachCall(mishap, async (through, where) => {
        const world = await open('sms');
        await world.put({ ...channelsKey(world.tenantId, world.people[0]?.userId ?? ''), channels: [] });
        await world.raise();
        const [event = ''] = world.queue.splice(0);
        // The queue repeats it.
        if (!(await world.hand(event, through))) expect(await world.hand(event)).toBe(true);
        await settle(world);
        expect(await noted(world), where).toBe(1);
        expect(world.nobody, where).toBeGreaterThanOrEqual(1);
      });
    });

    test('Guard raises its alarm when a provider rejects a message permanently', async () => {
      await failEachCall(mishap, async (through, where) => {
        const world = await openAttempt('sms');
        world.behaviours = ['refused_for_good', 'refused_for_good'];
        await world.drain(through);
        await settle(world);
        expect(await noted(world), where).toBe(1);
        expect(world.nobody, where).toBeGreaterThanOrEqual(1);
      });
    });

    test('In a storm, Guard raises no alarm about an event while one of its messages can still be sent', async () => {
      await failEachCall(mishap, async (through, where) => {
        const world = await open('sms', {}, [{ kind: 'email', address: 'b@guard.test' }]);
        const { userId = '', channelIds: [channelId = ''] = [] } = world.people[0] ?? {};
        await world.put({
          ...stormKey(world.tenantId, channelId),
          user_id: userId,
          ...stormOf(world, channelId),
        });
        await world.raise();
        const [event = ''] = world.queue.splice(0);
        const isPlanned = await world.hand(event, through);
        // The held message ends while the plan may lack the other one.
        await world.put({ ...channelsKey(world.tenantId, userId), channels: [] });
        await world.pass(1);
        world.now += 24_000;
        // The queue repeats the event after 84 seconds.
        if (!isPlanned) expect(await world.hand(event), where).toBe(true);
        await settle(world);
        const outcomes = new Set(outcomesOf(await world.notifications()));
        expect(outcomes, where).toEqual(new Set(['sent', 'suppressed: no_channel']));
        expect(world.nobody, where).toBe(0);
      });
    });

    test('A message that is not attempted within half an hour fails, and Guard raises the alarm that nobody was notified', async () => {
      await failEachCall(mishap, async (through, where) => {
        const world = await openAttempt();
        world.queue = [];
        world.now += 30 * 60_000;
        await world.tick(through).catch(() => {});
        await settle(world);
        expect(world.calls, where).toEqual([]);
        expect(outcomesOf(await world.notifications()), where).toContain('failed: no_answer');
        expect(await noted(world), where).toBe(1);
        expect(world.nobody, where).toBeGreaterThanOrEqual(1);
      });
    });

    test('A summary is sent once, or twice and marked, and none of its messages is lost', async () => {
      await failEachCall(mishap, async (through, where) => {
        const world = await openStorm();
        world.now += 60_000;
        await world.tick();
        await world.drain(through);
        await settle(world);
        const held = await heldOf(world);
        expect(outcomesOf(held), where).toEqual(['sent', 'sent']);
        expect(new Set(world.calls.map(({ subject }) => subject)), where).toEqual(
          new Set([en.summary.alerts(HELD, 'HIGH')]),
        );
        expect(world.calls.length, where).toBeLessThanOrEqual(mishap === 'run_ends' ? 2 : 1);
        for (const it of held) expect(it.duplicate_possible || world.calls.length === 1, where).toBe(true);
      });
    });
  },
);

describe('messages in a storm', () => {
  test('A message that is planned during a storm is held for the summary at once, without a separate attempt', async () => {
    const world = await openStorm();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    expect(world.queue).toEqual([]);
    expect(outcomesOf(await heldOf(world))).toEqual(['queued: storm', 'queued: storm', 'queued: storm']);
    await world.pass(1);
    expect(world.calls.map(({ subject }) => subject)).toEqual([en.summary.alerts(HELD + 1, 'HIGH')]);
  });

  test('If the stored storm of one channel cannot be read, messages by the other channels are still sent', async () => {
    const world = await open('sms', {}, [{ kind: 'email', address: 'b@guard.test' }]);
    const [channelId = ''] = world.people[0]?.channelIds ?? [];
    await world.put({ ...stormKey(world.tenantId, channelId), slots: 'of a later release' });
    await world.raise();
    await world.drain();
    expect(world.calls.map(({ address }) => address)).toEqual(['b@guard.test']);
    await settle(world);
    expect(outcomesOf(await world.notifications()).toSorted()).toEqual(['failed: no_answer', 'sent']);
  });

  test('A held message is sent once although its event is delivered to the planner again after the storm', async () => {
    const world = await openStorm();
    await world.raise();
    const [event = ''] = world.queue;
    await world.drain();
    world.now += 6 * 60_000;
    await world.hand(event);
    await world.drain();
    expect(world.calls).toEqual([]);
    await settle(world);
    expect(world.calls.map(({ subject }) => subject)).toEqual([en.summary.alerts(HELD + 1, 'HIGH')]);
  });

  test('A message that was planned before a storm is sent once although its event is delivered again during the storm', async () => {
    const world = await open();
    await world.raise();
    const [event = ''] = world.queue.splice(0);
    await world.hand(event);
    // The message that asks for the attempt gets lost.
    world.queue = [];
    for (let number = 0; number < MOST_SENDS + HELD; number += 1) await world.raise();
    await world.drain();
    await world.hand(event);
    expect(world.queue).toEqual([]);
    await settle(world);
    const [first] = world.entries;
    const its = (await world.notifications()).filter(({ entry_id }) => entry_id === first?.entryId);
    expect(outcomesOf(its)).toEqual(['sent']);
    expect(world.calls.reduce((sum, { count }) => sum + count, 0)).toBe(1 + MOST_SENDS + HELD);
  });
});

describe('summaries', () => {
  test('A summary that a provider rejects temporarily is sent a minute later', async () => {
    const world = await openStorm();
    world.behaviours = ['refused'];
    await world.pass(2);
    expect(world.calls.map(({ behaviour }) => behaviour)).toEqual(['refused', 'sent']);
    expect(outcomesOf(await heldOf(world))).toEqual(['sent', 'sent']);
    expect((await heldOf(world)).map((it) => it.duplicate_possible)).toEqual([false, false]);
  });

  test('If a provider rejects a summary permanently, each message in it fails, and Guard raises its alarm', async () => {
    const world = await openStorm('sms');
    world.behaviours = ['refused_for_good'];
    await world.pass(1);
    expect(outcomesOf(await heldOf(world))).toEqual(['failed: refused', 'failed: refused']);
    // Two minutes after its plan an event is complete.
    await world.pass(2);
    expect(await noted(world)).toBe(HELD);
    expect(world.nobody).toBe(HELD);
  });

  test('If a provider refuses a summary for 15 minutes, each message in it fails', async () => {
    const world = await openStorm();
    world.behaviours = Array.from({ length: 20 }, () => 'refused' as const);
    await world.pass(13);
    expect(outcomesOf(await heldOf(world))).toEqual(['queued: storm', 'queued: storm']);
    await world.pass(2);
    expect(outcomesOf(await heldOf(world))).toEqual(['failed: throttled', 'failed: throttled']);
  });

  test('If a provider leaves a summary without an answer twice, each message in it fails, and Guard raises its alarm', async () => {
    const world = await openStorm();
    world.behaviours = ['unanswered', 'unanswered'];
    await world.pass(10);
    expect(world.calls).toHaveLength(2);
    expect(outcomesOf(await heldOf(world))).toEqual(['failed: no_answer', 'failed: no_answer']);
    expect(world.nobody).toBe(HELD);
  });

  test('Concurrent runs of a summary send it once', async () => {
    const world = await openStorm();
    world.now += 60_000;
    await world.tick();
    const [body = ''] = world.queue;
    await Promise.all([world.hand(body), world.hand(body), world.hand(body)]);
    expect(world.calls).toHaveLength(1);
    expect(outcomesOf(await heldOf(world))).toEqual(['sent', 'sent']);
  });

  test('Messages that are held for a summary are not sent alone when their events are delivered again after the limit allows it', async () => {
    const world = await openStorm();
    world.now += 10 * 60_000;
    for (let place = 0; place < world.entries.length; place += 1) world.repeat(place);
    await world.drain();
    expect(world.calls).toEqual([]);
    await world.pass(1);
    expect(world.calls.map(({ subject }) => subject)).toEqual([en.summary.alerts(HELD, 'HIGH')]);
  });

  test('If a summary is too short for all critical alerts, the next summaries name the rest; lower alerts are only counted, in the first', async () => {
    const world = await open('sms');
    const sites = await Promise.all(
      Array.from({ length: 12 }, (_, place) => world.addSite(`Shop in Street ${place}`)),
    );
    for (let number = 0; number < MOST_SENDS; number += 1) await world.raise('critical');
    await world.raise('low');
    for (const siteId of sites) await world.raise('critical', siteId, 'fire');
    await world.drain();
    expect(world.calls).toHaveLength(MOST_SENDS);
    await world.pass(1);
    expect(world.calls.at(-1)?.subject).toBe(`${en.summary.alerts(12, 'CRITICAL')}, ${en.summary.others(1)}`);
    expect((await world.notifications()).filter(({ in_summary: isIn }) => isIn)).toHaveLength(
      1 + (world.calls.at(-1)?.text.match(/fire at/g) ?? []).length,
    );
    await settle(world);
    const summaries = world.calls.slice(MOST_SENDS);
    expect(summaries.length).toBeLessThanOrEqual(4);
    const text = summaries.map((it) => it.text).join('\n');
    for (let place = 0; place < sites.length; place += 1)
      expect(text.match(new RegExp(`fire at Shop in Street ${place}(?!\\d)`, 'g'))).toHaveLength(1);
    expect(new Set(outcomesOf(await world.notifications()))).toEqual(new Set(['sent']));
  });

  test('A critical alert is in the first summary, although more than 500 older messages wait', async () => {
    const world = await open();
    for (let number = 0; number < MOST_SENDS; number += 1) await world.raise('critical');
    await world.drain();
    for (let number = 0; number < 510; number += 1) await world.raise('low');
    world.now += 1_000;
    await world.raise('critical', world.siteId, 'fire');
    await world.drain();
    expect(world.calls).toHaveLength(MOST_SENDS);
    await world.pass(1);
    expect(world.calls.at(-1)?.subject).toBe(
      `${en.summary.alerts(1, 'CRITICAL')}, ${en.summary.others(499)}`,
    );
    expect(world.calls.at(-1)?.text).toBe('fire at Site.');
  }, 120_000);

  test('A push with a new summary does not replace the previous summary on the screen, but a retry of the same summary does', async () => {
    const world = await openStorm();
    world.behaviours = ['unanswered'];
    await world.pass(1);
    world.now += 20_000;
    await world.pass(1);
    await world.raise('high');
    await world.raise('high');
    await world.drain();
    await world.pass(1);
    const tags = world.calls.filter(({ id }) => id === undefined).map(({ tag }) => tag);
    expect(tags).toHaveLength(3);
    expect(tags[1]).toBe(tags[0]);
    expect(tags[2]).not.toBe(tags[0]);
  });

  test('A summary of messages about devices counts “events” instead of alerts', async () => {
    const world = await open();
    for (let number = 0; number < MOST_SENDS; number += 1) await world.raise();
    await world.goOffline('North door');
    await world.goOffline('South door');
    await world.drain();
    await world.pass(1);
    expect(world.calls.at(-1)?.subject).toBe(en.summary.events(2));
  });

  test('A channel gets at most one summary a minute, even if the queue asks for one earlier', async () => {
    const world = await openStorm();
    const { userId = '', channelIds: [channelId = ''] = [] } = world.people[0] ?? {};
    const names = { tenant_id: world.tenantId, user_id: userId, channel_id: channelId };
    const body = JSON.stringify({ kind: 'summary', ...names, due: 'x' });
    await world.pass(1);
    expect(world.calls).toHaveLength(1);
    world.now += 10_000;
    await world.raise();
    await world.drain();
    await world.hand(body);
    expect(world.calls).toHaveLength(1);
    await world.pass(1);
    expect(world.calls.map(({ subject }) => subject)).toEqual([
      en.summary.alerts(HELD, 'HIGH'),
      en.summary.alerts(1, 'HIGH'),
    ]);
  });

  test.each([
    ['its site has used up its SMS', 'sms_limit', () => openStorm('sms', { smsPerDay: PER_DAY }), addSite],
    [
      'its site has used up its mails',
      'mail_limit',
      () => openStorm('email', { mailPerDay: PER_DAY }),
      addSite,
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
  ])('A summary is not sent if %s, and its messages say so', async (_, reason, start, change) => {
    const world = await start();
    await change(world);
    await world.pass(1);
    expect(world.calls).toEqual([]);
    expect(outcomesOf(await heldOf(world))).toEqual([`suppressed: ${reason}`, `suppressed: ${reason}`]);
    await world.pass(2);
    const isExcuse = ['tenant_not_active', 'alert_deleted'].includes(reason);
    expect(world.nobody).toBe(isExcuse ? 0 : HELD);
  });
});

describe('messages', () => {
  test('A message that a provider refuses temporarily is retried after 1, 2, 4 and 7 minutes, and then fails', async () => {
    const world = await open('push');
    world.behaviours = Array.from({ length: 9 }, () => 'refused' as const);
    await world.raise();
    await world.drain();
    expect(outcomesOf(await world.notifications())).toEqual(['queued: throttled']);
    await settle(world);
    expect(world.calls.map(({ at }) => Math.round((at - BEGIN) / 60_000))).toEqual([0, 1, 3, 7, 14]);
    expect(outcomesOf(await world.notifications())).toContain('failed: throttled');
    expect(world.nobody).toBe(1);
  });

  test('Concurrent runs with the same message send it once', async () => {
    const world = await openAttempt('sms');
    const [body = ''] = world.queue;
    await Promise.all([world.hand(body), world.hand(body), world.hand(body)]);
    expect(world.calls).toHaveLength(1);
  });

  test('A message without an answer from the provider is sent once more, marked as a possible duplicate, and then fails', async () => {
    const world = await open('sms');
    world.behaviours = ['unanswered', 'unanswered'];
    await world.raise();
    await world.drain();
    await settle(world);
    expect(world.calls).toHaveLength(2);
    const sms = (await world.notifications()).find(({ channel }) => channel === 'sms');
    expect(sms).toMatchObject({
      status: 'failed',
      reason: 'no_answer',
      attempts: 2,
      duplicate_possible: true,
    });
    expect(world.nobody).toBe(1);
  });

  test('A stored message whose place in the queue is lost is sent by the timer', async () => {
    const world = await openAttempt('sms');
    world.queue = [];
    await world.pass(3);
    expect(world.calls).toHaveLength(1);
  });

  test('A message about a device names the device', async () => {
    const world = await open();
    await world.goOffline('North door');
    await world.drain();
    expect(world.calls.map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`${en.device.offline}: North door at `),
    ]);
  });

  test('A message by a channel that the stage does not use is suppressed, and raises the alarm', async () => {
    const world = await open('sms', { smsFrom: 'none' });
    await world.raise();
    await world.drain();
    expect(world.calls).toEqual([]);
    expect(outcomesOf(await world.notifications())).toContain('suppressed: channel_off');
    expect(world.nobody).toBe(1);
  });

  test('No message is planned for an event of an inactive tenant', async () => {
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
  ])('A message is not sent if %s before its attempt', async (_, reason, change) => {
    const world = await open();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    await change(world);
    await world.drain();
    expect(world.calls).toEqual([]);
    expect(outcomesOf(await world.notifications())).toContain(`suppressed: ${reason}`);
  });

  test('A queued attempt of a notification that is no longer stored sends nothing', async () => {
    const world = await open();
    await world.raise();
    await world.hand(world.queue.shift() ?? '');
    const [attempt = ''] = world.queue;
    const expired = JSON.stringify({ ...JSON.parse(attempt), id: JSON.parse(attempt).entry_id });
    expect(await world.hand(expired)).toBe(true);
    expect(world.calls).toEqual([]);
  });

  test('A message fails after two runs that ended without a result, and raises the alarm', async () => {
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

describe('receipts', () => {
  /** Hands over a receipt of the first message. */
  async function receive(world: NotificationWorld, eventType: string): Promise<void> {
    const [{ tenant_id, subject_id, id } = { tenant_id: '', subject_id: '', id: '' }] =
      await world.notifications();
    const body = JSON.stringify({ eventType, context: { tenant_id, subject_id, id } });
    expect(await world.hand(body)).toBe(true);
  }

  test('If an SMS receipt says that a message about a device cannot be delivered, Guard raises its alarm', async () => {
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
  ])(
    'If a run ends before it stores the result of an SMS, the receipt (%s) sets the result, and Guard makes no further attempt',
    async (type, outcomes, nobody) => {
      const world = await open('sms');
      await world.raise();
      world.behaviours = ['dies'];
      await world.drain();
      await receive(world, type);
      await settle(world);
      expect(world.calls).toHaveLength(1);
      expect(outcomesOf(await world.notifications()).toSorted()).toEqual(outcomes);
      expect(world.nobody).toBe(nobody);
    },
  );

  test('An SMS receipt marks a message without a known result as delivered, although the alert has been acknowledged since', async () => {
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

  test('An SMS receipt for a message that was never sent changes nothing', async () => {
    const world = await open('sms', { smsFrom: 'none' });
    await world.raise();
    await world.drain();
    const before = await world.notifications();
    const off = before.find(({ channel }) => channel === 'sms');
    expect(off?.reason).toBe('channel_off');
    const context = { tenant_id: off?.tenant_id, subject_id: off?.subject_id, id: off?.id };
    expect(await world.hand(JSON.stringify({ eventType: 'TEXT_DELIVERED', context }))).toBe(true);
    expect(await world.notifications()).toEqual(before);
  });
});
