import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts/alert.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { HeartbeatModel } from '../support/heartbeats/model.ts';
import { type Mishap, overtakenTable, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { type HeartbeatWorld, openWorld } from '../support/heartbeats/world.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/**
 * Random schedules of heartbeats, deletions, changes, resolves, and of timers that fail, run twice or not at all, on the engine
 * and in a model of the rules, with a simulated clock.
 */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const BEGIN = Date.parse('2026-11-22T12:00:00.000Z');
const DAY = 86_400_000;
const DEVICES = 3;
const SECONDS = [30, 60, 120, 300, null] as const;
const LATEST_ALERT_SECONDS = 90;
const RUNS = repetitions({ few: 2, some: 8, many: 80 });
/** It takes 10 s where nothing else runs. */
const TIMEOUT = 180_000;

const device = fc.nat(DEVICES - 1);
const mishap = fc.constantFrom<Mishap>('reply_lost', 'refused');
const seconds = fc.constantFrom(...SECONDS);

type Action =
  | {
      readonly do: 'beat';
      readonly device: number;
      readonly mishap: Mishap | undefined;
      readonly after: number;
    }
  | { readonly do: 'change'; readonly device: number; readonly seconds: number | null }
  | { readonly do: 'replace'; readonly device: number; readonly seconds: number | null }
  | { readonly do: 'resolve'; readonly device: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('beat' as const),
      device,
      mishap: fc.option(mishap, { nil: undefined, freq: 4 }),
      after: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), device, seconds }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const), device, seconds }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve' as const), device }) },
);

/** The course of a minute's run. `overtaken`: while it runs, a device reports. */
const run = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ how: 'well' } as const) },
  { weight: 2, arbitrary: fc.constant({ how: 'twice' } as const) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('fails' as const), mishap, after: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.constant({ how: 'unheard' } as const) },
  { weight: 2, arbitrary: fc.constant({ how: 'not' } as const) },
  { weight: 3, arbitrary: fc.record({ how: fc.constant('overtaken' as const), device }) },
);

/** A minute: what happens in it, when, and the course of its run. */
const minute = fc.record({
  actions: fc.array(fc.tuple(fc.integer({ min: 1, max: 59 }), action), { maxLength: 4 }),
  run,
});

/** A world with its model, and what is known of both. */
class Play {
  readonly #world: HeartbeatWorld;
  readonly #model = new HeartbeatModel();
  readonly #ids: string[] = [];
  readonly #known = new Map<string, Alert>();
  readonly #begin: Date;
  /** Seconds since the beginning. */
  #now = 0;

  constructor(world: HeartbeatWorld, begin: Date) {
    this.#world = world;
    this.#begin = begin;
  }

  get #date(): Date {
    return new Date(this.#begin.getTime() + this.#now * 1_000);
  }

  async begin(all: readonly (number | null)[]): Promise<void> {
    for (const each of all) this.#ids.push(await this.#create(each));
  }

  async play(
    minutes: readonly {
      actions: [number, Action][];
      run: typeof run extends fc.Arbitrary<infer R> ? R : never;
    }[],
  ) {
    for (const { actions, run: it } of minutes) {
      const begin = this.#now;
      for (const [at, each] of actions.toSorted(([a], [b]) => a - b)) {
        this.#now = begin + at;
        await this.#act(each);
        await this.#check();
      }
      this.#now = begin + 60;
      await this.#run(it);
      await this.#check();
      if (it.how === 'well' || it.how === 'twice') await this.#checkInTime();
    }
  }

  async #create(each: number | null): Promise<string> {
    const id = await this.#world.create('Device', each, this.#date);
    this.#model.create(id, each, this.#now);
    return id;
  }

  #idOf(place: number): string {
    return this.#ids[place] ?? '';
  }

  async #act(it: Action): Promise<void> {
    const id = this.#idOf(it.device);
    switch (it.do) {
      case 'beat': {
        const first = it.mishap ? unsureTable(table, it.mishap, it.after) : table;
        // A device that is not answered reports again.
        await this.#world.beat(id, this.#date, first).catch(() => this.#world.beat(id, this.#date));
        return this.#model.beat(id, this.#now);
      }
      case 'change':
        await this.#world.change(id, it.seconds, this.#date);
        return this.#model.change(id, it.seconds, this.#now);
      case 'replace':
        await this.#world.remove(id, this.#date);
        this.#model.remove(id);
        this.#ids[it.device] = await this.#create(it.seconds);
        return;
      case 'resolve': {
        const open = (await this.#world.alerts()).find((alert) => alert.device_id === id && isOpen(alert));
        if (open) await this.#world.resolve(open, this.#date);
      }
    }
  }

  async #run(it: { how: string; mishap?: Mishap; after?: number; device?: number }): Promise<void> {
    if (it.how === 'not') return this.#model.disturb();
    if (it.how === 'unheard') {
      await this.#world.miss(this.#date);
      return this.#model.miss();
    }
    if (it.how === 'fails') {
      this.#model.disturb();
      const unsure = unsureTable(table, it.mishap ?? 'refused', it.after ?? 0);
      await this.#world.watch(this.#date, unsure).catch(() => {});
      // A run first records its own heartbeat: one read, then one write.
      const calls = it.after ?? 0;
      if (calls > 1 || (calls === 1 && it.mishap === 'reply_lost')) this.#model.ownHeartbeat(this.#now);
      return;
    }
    this.#model.ownHeartbeat(this.#now);
    if (it.how === 'overtaken') return this.#overtake(this.#idOf(it.device ?? 0));
    const runs = it.how === 'twice' ? 2 : 1;
    await Promise.all(Array.from({ length: runs }, () => this.#world.watch(this.#date)));
  }

  /** A device reports just when the watch has decided, of this device or another one. */
  async #overtake(id: string): Promise<void> {
    let hasReported = false;
    const report = () => {
      hasReported = true;
      return this.#world.beat(id, this.#date);
    };
    await this.#world.watch(this.#date, overtakenTable(table, report));
    for (const alert of await this.#world.alerts()) this.#checkNew(alert);
    if (hasReported) this.#model.beat(id, this.#now);
  }

  /** Checks what holds at any time. */
  async #check(): Promise<void> {
    const alerts = await this.#world.alerts();
    for (const alert of alerts) {
      const id = alert.device_id ?? '';
      const before = this.#known.get(alert.id);
      this.#checkNew(alert);
      if (before?.version !== alert.version) {
        expect(await this.#world.history(alert)).toEqual(isOpen(alert) ? ['raised'] : ['raised', 'resolved']);
      }
      if (!this.#model.ids.includes(id)) expect(isOpen(alert)).toBe(false);
      // The actor of a resolve never changes.
      if (before && !isOpen(before)) expect(alert).toEqual(before);
      this.#known.set(alert.id, alert);
    }
    const statuses = await this.#world.statuses();
    for (const id of this.#model.ids) {
      const { state, seconds: watched } = this.#model.of(id);
      const open = alerts.filter((alert) => alert.device_id === id && isOpen(alert));
      expect(open.length).toBeLessThanOrEqual(state === 'offline' ? 1 : 0);
      if (watched !== null) {
        expect(statuses.get(id)).toBe(state === 'online' ? 'online' : 'offline');
      }
    }
  }

  /** A new alert belongs to an online device without a heartbeat for its whole period. */
  #checkNew(alert: Alert): void {
    if (this.#known.has(alert.id)) return;
    this.#known.set(alert.id, alert);
    const id = alert.device_id ?? '';
    const device = this.#model.of(id);
    expect(device.state).toBe('online');
    const { earliest } = this.#model.deadlineOf(id);
    expect(this.#now).toBeGreaterThanOrEqual(earliest);
    if (device.isSteady) expect(this.#now - earliest).toBeLessThanOrEqual(LATEST_ALERT_SECONDS);
    device.state = 'offline';
  }

  async end(): Promise<void> {
    for (const id of this.#ids) await this.#world.remove(id, this.#date);
    expect((await this.#world.alerts()).filter(isOpen)).toEqual([]);
  }

  /** Checks that after a successful run no overdue device is online. */
  async #checkInTime(): Promise<void> {
    for (const id of this.#model.ids) {
      const late = this.#now - this.#model.deadlineOf(id).due;
      if (this.#model.of(id).state === 'online') expect(late).toBeLessThan(0);
    }
  }
}

const isOpen = ({ status }: Alert) => status !== 'resolved';

test(
  'Each silent device gets one offline alert on time, no other device gets one, and the device’s next heartbeat resolves it',
  async () => {
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(seconds, { minLength: DEVICES, maxLength: DEVICES }),
        fc.array(minute, { minLength: 3, maxLength: 14 }),
        async (devices, minutes) => {
          seed += 1;
          // Each run begins on another day, because a table has one record of Guard's own heartbeat.
          const begin = new Date(BEGIN + seed * DAY);
          const world = await openWorld(table, begin, seededRandomBytes(`heartbeats ${seed}`));
          const play = new Play(world, begin);
          await play.begin(devices);
          await play.play(minutes).finally(() => play.end());
        },
      ),
      { numRuns: RUNS },
    );
    expect(await findInconsistencies(table)).toEqual([]);
  },
  TIMEOUT,
);
