import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts/alert.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { type Mishap, overtakenTable, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { claimOf, OWN_CLAIMS, TestModel } from '../support/site-tests/model.ts';
import { openTestWorld, type Report, type TestWorld } from '../support/site-tests/world.ts';
import { startTable, type TestTable } from '../support/table.ts';

/**
 * Random schedules of reports, resolves, heartbeats and tests that begin, move, end or overlap, and of timers that fail, run
 * twice or are overtaken, on the engine and in a model of the rules, with a simulated clock: nothing is lost on test.
 */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const BEGIN = Date.parse('2026-11-22T12:00:00.000Z');
const DAY = 86_400_000;
const MINUTE = 60_000;
const RUNS = repetitions({ few: 3, some: 10, many: 100 });
const TIMEOUT = 240_000;

const KEYS = ['a', 'b', 'c'] as const;
const TYPES = ['intrusion', 'tamper', 'panic', 'fire'] as const;

const key = fc.constantFrom(...KEYS);
const report = fc.record({ key, type: fc.constantFrom(...TYPES), hasDevice: fc.boolean() });
const minutes = fc.integer({ min: 1, max: 30 });
const limits = fc.record({
  types: fc.option(fc.subarray([...TYPES], { minLength: 1 })),
  hasDevices: fc.boolean(),
});
const which = fc.nat(9);

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('report' as const), report }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resolve' as const), key }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('start' as const), minutes, limits }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), which, minutes }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), which }) },
  { weight: 2, arbitrary: fc.constant({ do: 'beat' } as const) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('tick' as const), times: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('failing tick' as const),
      mishap: fc.constantFrom<Mishap>('reply_lost', 'refused'),
      after: fc.nat(20),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tick during report' as const), report }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end during report' as const), report, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('report during tick' as const), report }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve during tick' as const), key }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type ReportStep = typeof report extends fc.Arbitrary<infer R> ? R : never;

/** The claims of a dedup key. */
const claimsOf = (dedupKey: string) => [dedupKey, ...OWN_CLAIMS.map((type) => claimOf(dedupKey, type))];

const isOf = ({ dedup_key, type }: Alert, claim: string) =>
  dedup_key !== null && claimOf(dedup_key, type) === claim;

class Play {
  readonly #world: TestWorld;
  readonly #model = new TestModel();
  #now: number;

  constructor(world: TestWorld, begin: number) {
    this.#world = world;
    this.#now = begin;
  }

  get #date(): Date {
    return new Date(this.#now);
  }

  async play(steps: readonly Step[]): Promise<void> {
    await this.#world.tick(this.#date);
    await this.#world.beat(this.#date);
    for (const each of steps) {
      await this.#do(each);
      await this.#check();
    }
  }

  /** All tests are over, and all timers have run. */
  async end(): Promise<void> {
    for (let tick = 0; tick < 4; tick++) await this.#wait(10);
    this.#now += DAY / 4;
    for (let tick = 0; tick < 8; tick++) await this.#wait(1);
    await this.#check();
    for (const it of KEYS.flatMap(claimsOf)) expect(this.#model.of(it).is).not.toBe('trouble');
    const silent = (await this.#offlineAlerts()).length;
    expect(silent).toBe((await this.#world.isOnline()) ? 0 : 1);
  }

  async #do(it: Step): Promise<void> {
    const world = this.#world;
    switch (it.do) {
      case 'report':
        return this.#report(this.#reportOf(it.report));
      case 'resolve':
        await world.resolve(it.key, this.#date);
        for (const claim of claimsOf(it.key)) this.#model.resolve(claim);
        return;
      case 'start': {
        const deviceIds = it.limits.hasDevices ? [world.deviceId] : null;
        const chosen = { types: it.limits.types, deviceIds };
        const id = await world.start(it.minutes, chosen, this.#date);
        return this.#model.start({ id, endsAt: this.#now + it.minutes * MINUTE, ...chosen });
      }
      case 'move': {
        const id = this.#running(it.which);
        if (id === undefined) return;
        await world.move(id, it.minutes, this.#date);
        return this.#model.endAt(id, this.#now + it.minutes * MINUTE, this.#now);
      }
      case 'end': {
        const id = this.#running(it.which);
        if (id === undefined) return;
        await world.end(id, this.#date);
        return this.#model.endAt(id, this.#now, this.#now);
      }
      case 'beat':
        return world.beat(this.#date);
      case 'wait':
        this.#now += it.minutes * MINUTE;
        return;
      case 'tick':
        await Promise.all(Array.from({ length: it.times }, () => world.tick(this.#date)));
        return;
      case 'failing tick':
        return world.tick(this.#date, unsureTable(table, it.mishap, it.after)).catch(() => {});
      case 'tick during report':
        return this.#report(this.#reportOf(it.report), () => world.tick(this.#date));
      case 'end during report': {
        const id = this.#running(it.which);
        return this.#report(this.#reportOf(it.report), async () => {
          if (id === undefined) return;
          await world.end(id, this.#date);
          this.#model.endAt(id, this.#now, this.#now);
        });
      }
      case 'report during tick': {
        const reporting = () => this.#report(this.#reportOf(it.report));
        return world.tick(this.#date, overtakenTable(table, reporting));
      }
      case 'resolve during tick': {
        const resolving = async () => {
          await world.resolve(it.key, this.#date);
          for (const claim of claimsOf(it.key)) {
            await this.#noticeRaised(claim);
            this.#model.resolve(claim);
          }
        };
        return world.tick(this.#date, overtakenTable(table, resolving));
      }
    }
  }

  async #wait(minutes: number): Promise<void> {
    this.#now += minutes * MINUTE;
    await this.#world.tick(this.#date);
  }

  #reportOf({ key, type, hasDevice }: ReportStep): Report {
    return { dedupKey: key, type, deviceId: hasDevice ? this.#world.deviceId : undefined };
  }

  #running(which: number): string | undefined {
    const running = this.#model.testIds.filter((id) => this.#model.isRunning(id, this.#now));
    return running[which % running.length];
  }

  /** A report, right before which something else may happen. */
  async #report(it: Report, before?: () => Promise<void>): Promise<void> {
    const through = before ? overtakenTable(table, before) : table;
    const { status, alert } = await this.#world.report(it, this.#date, through);
    const claim = claimOf(it.dedupKey, it.type);
    const state = this.#model.of(claim);
    if (state.is === 'open') {
      expect([status, alert.id, alert.status]).toEqual([200, state.alertId, 'active']);
    } else if (this.#model.isOnTest(it, this.#now)) {
      expect([alert.status, alert.resolution, alert.test_id !== undefined]).toEqual([
        'resolved',
        'test',
        true,
      ]);
      expect(status).toBe(state.is === 'trouble' ? 200 : 201);
      this.#model.trouble(it);
    } else {
      // 200 if a timer has surfaced it at the same moment.
      expect(alert).toMatchObject({ status: 'active', resolution: null });
      if (!before) expect(status).toBe(201);
      this.#model.open(claim, alert.id);
    }
  }

  /** Trouble may have surfaced right before it was resolved, in the same run. */
  async #noticeRaised(claim: string): Promise<void> {
    const state = this.#model.of(claim);
    if (state.is !== 'trouble' || this.#model.isOnTest(state.report, this.#now)) return;
    const own = (await this.#world.alerts()).filter((it) => isOf(it, claim));
    const [newest, ...others] = own.filter(({ test_id }) => test_id === undefined).reverse();
    if (newest && others.length === this.#model.raisedOf(claim)) this.#model.open(claim, newest.id);
  }

  /** Checks what holds at any time. */
  async #check(): Promise<void> {
    const alerts = await this.#world.alerts();
    for (const it of KEYS.flatMap(claimsOf)) {
      const own = alerts.filter((alert) => isOf(alert, it));
      const open = own.filter(({ status }) => status !== 'resolved').map(({ id }) => id);
      const state = this.#model.of(it);
      const [first] = open;
      if (state.is === 'trouble' && first !== undefined && !this.#model.isOnTest(state.report, this.#now)) {
        this.#model.open(it, first);
      }
      const now = this.#model.of(it);
      expect(open).toEqual(now.is === 'open' ? [now.alertId] : []);
      const real = own.filter(({ test_id }) => test_id === undefined);
      expect(real).toHaveLength(this.#model.raisedOf(it));
    }
    const silent = (await this.#offlineAlerts()).length;
    expect(silent).toBeLessThanOrEqual((await this.#world.isOnline()) ? 0 : 1);
  }

  async #offlineAlerts() {
    const alerts = await this.#world.alerts();
    return alerts.filter(({ type, status }) => type === 'device-offline' && status !== 'resolved');
  }
}

test(
  'Trouble that outlasts a test of a site surfaces exactly once, and panic and fire are on test only if a test names them',
  async () => {
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        seed += 1;
        const begin = BEGIN + seed * DAY;
        const world = await openTestWorld(table, new Date(begin), seededRandomBytes(`site tests ${seed}`));
        const play = new Play(world, begin);
        await play.play(steps);
        await play.end();
      }),
      { numRuns: RUNS },
    );
    expect(await findInconsistencies(table)).toEqual([]);
  },
  TIMEOUT,
);
