import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERT_SEVERITIES } from '../../shared/base/severities.ts';
import { NOBODY_NOTIFIED } from '../../shared/notify/nobody-notified.ts';
import type { Notification } from '../../shared/notify/notification.ts';
import { MOST_SENDS, rankOf, WINDOW_MS } from '../../shared/notify/storm.ts';
import { type Mishap, unsureTable } from '../support/heartbeats/unsure-table.ts';
import {
  isKnown,
  mayHaveArrived,
  NotificationWorld,
  type ProviderBehaviour,
} from '../support/notifications/world.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/**
 * Random events, answers of providers, repeated, lost and concurrent messages, failing calls of the table, runs that die and
 * steps of the clock, on the engine. What people got is compared with what the log says.
 */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const BEGIN = Date.parse('2026-11-22T12:00:30.000Z');
const MINUTE = 60_000;
const RUNS = repetitions({ few: 2, some: 6, many: 25 });
const TIMEOUT = 600_000;

const TYPE = 'intruder';
const SITES = ['North Depot', 'City Office', 'Harbour'] as const;

const behaviour = fc.oneof(
  { weight: 6, arbitrary: fc.constant<ProviderBehaviour>('sent') },
  {
    weight: 5,
    arbitrary: fc.constantFrom<ProviderBehaviour>(
      'refused',
      'refused_for_good',
      'lost',
      'unanswered',
      'dies',
    ),
  },
);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('raise' as const),
      count: fc.integer({ min: 1, max: 7 }),
      severity: fc.constantFrom(...ALERT_SEVERITIES, 'critical' as const),
      site: fc.nat(SITES.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('acknowledge' as const), place: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), place: fc.nat(40) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(WINDOW_MS / 1_000)),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('receipt' as const),
      place: fc.nat(40),
      type: fc.constantFrom('TEXT_DELIVERED', 'TEXT_UNREACHABLE', 'TEXT_QUEUED'),
    }),
  },
);

/** The ways in which a message is handed over. An event is never lost: its queue repeats it. */
const handing = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ how: 'once' } as const) },
  { weight: 2, arbitrary: fc.constant({ how: 'twice' } as const) },
  { weight: 1, arbitrary: fc.constant({ how: 'lost' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constant('unsure' as const),
      mishap: fc.constantFrom<Mishap>('reply_lost', 'refused'),
      after: fc.nat(12),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Handing = typeof handing extends fc.Arbitrary<infer H> ? H : never;

async function play(
  world: NotificationWorld,
  steps: readonly Step[],
  handings: readonly Handing[],
): Promise<void> {
  let turn = 0;
  const receipts = new Set<string>();
  const sites: string[] = [];
  for (const name of SITES) sites.push(await world.addSite(name));
  const drain = async () => {
    for (let body = world.queue.shift(); body !== undefined; body = world.queue.shift()) {
      const it = handings[turn % handings.length] ?? { how: 'once' };
      turn += 1;
      const isEvent = body.includes('"kind":"event"');
      if (it.how === 'lost' && !isEvent) continue;
      if (it.how === 'twice') {
        await Promise.all([world.hand(body), world.hand(body)]);
      } else {
        const through = it.how === 'unsure' ? unsureTable(table, it.mishap, it.after) : table;
        // The queue repeats it; for other messages the timer does.
        if (!(await world.hand(body, through)) && isEvent) await world.hand(body);
      }
    }
  };
  for (const it of steps) {
    switch (it.do) {
      case 'raise':
        for (let number = 0; number < it.count; number += 1)
          await world.raise(it.severity, sites[it.site], TYPE);
        break;
      case 'acknowledge':
        await world.acknowledge(it.place);
        break;
      case 'repeat':
        for (let place = 0; place < world.entries.length; place += 1 + (it.place % 3)) world.repeat(place);
        break;
      case 'wait':
        world.now += it.seconds * 1_000;
        break;
      case 'tick':
        world.now = (Math.floor(world.now / MINUTE) + 1) * MINUTE + 500;
        await world.tick();
        break;
      case 'receipt': {
        const sms = world.calls.filter((call) => call.id !== undefined && mayHaveArrived(call));
        const id = sms.at(it.place % Math.max(1, sms.length))?.id;
        const known = (await world.notifications()).find((found) => found.id === id);
        if (!known) break;
        receipts.add(known.id);
        const { tenant_id, subject_id } = known;
        const context = { tenant_id, subject_id, id: known.id };
        await world.hand(JSON.stringify({ eventType: it.type, context }));
      }
    }
    await drain();
  }
  world.behaviours = [];
  for (let minute = 0; minute < 30; minute += 1) {
    world.now = (Math.floor(world.now / MINUTE) + 1) * MINUTE + 500;
    await world.tick();
    for (let body = world.queue.shift(); body !== undefined; body = world.queue.shift())
      await world.hand(body);
  }
  check(world, await world.notifications(), receipts);
  checkNamed(world, await world.notifications(), sites);
}

/** Checks what must hold in the end. */
function check(world: NotificationWorld, all: readonly Notification[], receipts: ReadonlySet<string>): void {
  const toPeople = all.filter(({ channel }) => channel !== null);
  // None is lost, and each ends.
  expect(all.filter(({ status }) => status === 'queued')).toEqual([]);
  expect(toPeople).toHaveLength(world.entries.length * CHANNELS);
  const nobody = all.filter(({ reason }) => reason === NOBODY_NOTIFIED);
  for (const it of toPeople) {
    const arrived = world.calls.filter((call) => call.id === it.id && mayHaveArrived(call));
    const known = arrived.filter(isKnown);
    const times = arrived.length + (it.in_summary ? 1 : 0);
    // Once where the answer is known, twice at most where it is not, and then it is marked.
    expect(known.length + (it.in_summary && it.status === 'sent' ? 1 : 0)).toBeLessThanOrEqual(1);
    expect(times).toBeLessThanOrEqual(2);
    if (times === 2) expect(it.duplicate_possible).toBe(true);
    if (it.status === 'sent' && !it.in_summary && !receipts.has(it.id)) expect(known).toHaveLength(1);
    if (it.status === 'suppressed') expect(known).toEqual([]);
  }
  // What summaries say they contain is what is marked.
  const summaries = world.calls.filter((call) => call.id === undefined);
  const said = summaries.filter(isKnown).reduce((sum, { count }) => sum + count, 0);
  expect(toPeople.filter((it) => it.in_summary)).toHaveLength(said);
  for (const address of new Set(world.calls.map((call) => call.address))) checkFlood(world, all, address);
  // Each raises the alarm: twice is better than not at all.
  expect(world.nobody).toBeGreaterThanOrEqual(nobody.length);
  // Exactly the events that reached nobody are noted, each once.
  const isReached = (it: Notification) =>
    ['sent', 'delivered'].includes(it.status) || it.reason === 'acknowledged';
  for (const { entryId } of world.entries) {
    const its = toPeople.filter((it) => it.entry_id === entryId);
    const noted = nobody.filter((it) => it.entry_id === entryId).length;
    const late = its.some((it) => receipts.has(it.id));
    if (!late) expect(noted).toBe(its.some(isReached) ? 0 : 1);
  }
}

/** Checks that a channel sends at most five messages of a severity or higher in five minutes, and one summary a minute. */
function checkFlood(world: NotificationWorld, all: readonly Notification[], address: string): void {
  const severityOf = new Map(world.entries.map(({ entryId, severity }) => [entryId, severity]));
  const entryOf = new Map(all.map(({ id, entry_id }) => [id, entry_id]));
  const rank = ({ id = '' }: { readonly id: string | undefined }) =>
    rankOf('alert.raised', severityOf.get(entryOf.get(id) ?? ''));
  const its = world.calls.filter((call) => call.address === address && mayHaveArrived(call));
  const single = its.filter((call) => call.id !== undefined);
  for (const [place, call] of single.entries()) {
    const before = single.slice(0, place).filter(({ at }) => at > call.at - WINDOW_MS);
    expect(before.filter((it) => rank(it) >= rank(call)).length).toBeLessThan(MOST_SENDS);
    const within = single.filter((it) => it.at >= call.at && it.at < call.at + WINDOW_MS);
    expect(within.length).toBeLessThanOrEqual(MOST_SENDS * ALERT_SEVERITIES.length);
  }
  const minutes = its.filter((call) => call.id === undefined).map((call) => Math.floor(call.at / MINUTE));
  expect(new Set(minutes).size).toBe(minutes.length);
}

/** Checks that each critical alert in a summary is named there with its type and site. */
function checkNamed(world: NotificationWorld, all: readonly Notification[], sites: readonly string[]): void {
  const addresses = new Map(
    world.people
      .flatMap(({ channelIds }) => channelIds)
      .map((id, place) => [id, PEOPLE.flat()[place]?.address]),
  );
  for (const { alertId, severity, siteId } of world.entries) {
    const inSummary = all.filter((it) => it.subject_id === alertId && it.in_summary);
    if (severity !== 'critical' || inSummary.length === 0) continue;
    const name = `${TYPE} at ${SITES[sites.indexOf(siteId)]}`;
    for (const { channel_id } of inSummary) {
      const texts = world.calls
        .filter((call) => call.id === undefined && call.address === addresses.get(channel_id ?? ''))
        .map(({ text }) => text);
      expect(texts.some((text) => text.includes(name))).toBe(true);
    }
  }
}

const PEOPLE = [
  [
    { kind: 'sms', address: '+4915100000001' },
    { kind: 'email', address: 'a@guard.test' },
  ],
  [{ kind: 'sms', address: '+4915100000002' }],
] as const;
const CHANNELS = PEOPLE.flat().length;

test(
  'Whatever fails, each person gets each message once or, marked, twice, within the limits, and each notification has a final status',
  async () => {
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.array(behaviour, { maxLength: 40 }),
        fc.array(handing, { minLength: 1, maxLength: 30 }),
        async (steps, behaviours, handings) => {
          seed += 1;
          const world = new NotificationWorld(table, BEGIN, seededRandomBytes(`notifications ${seed}`));
          await world.open(PEOPLE);
          world.behaviours = [...behaviours];
          await play(world, steps, handings);
        },
      ),
      { numRuns: RUNS },
    );
  },
  TIMEOUT,
);
