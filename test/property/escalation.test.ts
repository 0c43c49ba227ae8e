import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertSeverity } from '../../shared/alerts/alert.ts';
import type { AlertEventAction } from '../../shared/alerts/alert-event.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { EscalationModel } from '../support/escalation/model.ts';
import { type EscalationWorld, openWorld, type SeenAlert } from '../support/escalation/world.ts';
import { type Mishap, overtakenTable, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { seededRandomBytes } from '../support/random.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTable, type TestTable } from '../support/table.ts';

/**
 * Random schedules of reports, acknowledgements, resolutions, raised severities, and of runs of the timers that fail, run
 * twice, are overtaken or are missed, on the engine and in a model of the rules, with a simulated clock.
 */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const BEGIN = Date.parse('2026-11-22T12:00:00.000Z');
const ESCALATION = { critical: [1, 3], high: [2, 4, 5] };
const SEVERITIES = ['medium', 'high', 'critical'] as const;
const DEDUP_KEYS = ['door', 'smoke', 'water'] as const;
const LATEST_STEP_SECONDS = 90;
/** The longest delay of a timer after its work failed. */
const LONGEST_PAUSE_SECONDS = 300;
const RUNS = repetitions({ few: 2, some: 8, many: 80 });
/** It takes 10 s where nothing else runs. */
const TIMEOUT = 180_000;

const key = fc.constantFrom(...DEDUP_KEYS);
const mishap = fc.option(fc.constantFrom<Mishap>('reply_lost', 'refused'), { nil: undefined, freq: 3 });
const after = fc.nat(6);

type Action =
  | { do: 'report'; key: string; severity: AlertSeverity; mishap: Mishap | undefined; after: number }
  | { do: 'acknowledge' | 'resolve'; key: string; mishap: Mishap | undefined; after: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      key,
      severity: fc.constantFrom(...SEVERITIES),
      mishap,
      after,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('acknowledge' as const, 'resolve' as const),
      key,
      mishap,
      after,
    }),
  },
);

/** The course of a minute's run. `overtaken`: another action takes effect right after its decision. */
type Run =
  | { how: 'well' | 'twice' | 'not' }
  | { how: 'fails'; mishap: Mishap; after: number }
  | { how: 'overtaken'; by: Action };

const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ how: 'well' as const }) },
  { weight: 3, arbitrary: fc.constant({ how: 'twice' as const }) },
  { weight: 2, arbitrary: fc.constant({ how: 'not' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constant('fails' as const),
      mishap: fc.constantFrom<Mishap>('reply_lost', 'refused'),
      after: fc.nat(8),
    }),
  },
  { weight: 4, arbitrary: fc.record({ how: fc.constant('overtaken' as const), by: action }) },
);

/** A minute: what happens in it, when, and the course of its run. */
const minute = fc.record({
  actions: fc.array(fc.tuple(fc.integer({ min: 1, max: 59 }), action), { maxLength: 2 }),
  run,
});

/** A world with its model, and what is known of both. */
class Play {
  readonly #world: EscalationWorld;
  readonly #model = new EscalationModel(ESCALATION);
  /** The number of an alert's history entries that the model knows. */
  readonly #seen = new Map<string, number>();
  /** Seconds since the beginning. */
  #now = 0;
  #disturbedAt = Number.NEGATIVE_INFINITY;

  constructor(world: EscalationWorld) {
    this.#world = world;
  }

  get #date(): Date {
    return dateOf(this.#now);
  }

  async play(minutes: readonly { actions: [number, Action][]; run: Run }[]): Promise<void> {
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
    }
  }

  /** Checks that after runs of every minute no step is due any more. */
  async end(): Promise<void> {
    for (let runs = 0; runs < 15; runs += 1) {
      this.#now += 60;
      await this.#world.run(this.#date);
      await this.#check();
    }
    for (const { item } of await this.#world.alerts()) {
      expect(String(item['timer'])).not.toMatch(/^escalation#/);
      expect(item).not.toHaveProperty('escalation_steps');
    }
  }

  async #act(it: Action): Promise<void> {
    if (it.do === 'report') {
      // A client without a response reports again.
      return this.#surely(it, (through) => this.#world.raise(it.key, it.severity, this.#date, through));
    }
    const open = (await this.#world.alerts()).find(
      ({ alert }) => alert.dedup_key === it.key && alert.status !== 'resolved',
    );
    if (!open) return;
    const { do: what } = it;
    return this.#surely(it, (through) => this.#world.act(open.alert, what, this.#date, through));
  }

  async #surely(
    { mishap: what, after: calls }: { mishap: Mishap | undefined; after: number },
    act: (through: TestTable | ReturnType<typeof unsureTable>) => Promise<void>,
  ): Promise<void> {
    const first = what ? unsureTable(table, what, calls) : table;
    await act(first).catch(() => act(table));
  }

  async #run(it: Run): Promise<void> {
    if (it.how === 'not') {
      this.#disturbedAt = this.#now;
      return;
    }
    if (it.how === 'fails') {
      this.#disturbedAt = this.#now;
      return this.#world.run(this.#date, unsureTable(table, it.mishap, it.after)).catch(() => {});
    }
    if (it.how === 'overtaken') {
      return this.#world.run(
        this.#date,
        overtakenTable(table, () => this.#act(it.by)),
      );
    }
    const runs = it.how === 'twice' ? 2 : 1;
    await Promise.all(Array.from({ length: runs }, () => this.#world.run(this.#date)));
  }

  /** The table agrees with the rules applied to the history. */
  async #check(): Promise<void> {
    for (const seen of await this.#world.alerts()) {
      const { alert, item, history } = seen;
      for (const entry of history.slice(this.#seen.get(alert.id) ?? 0)) this.#advance(seen, entry);
      this.#seen.set(alert.id, history.length);
      const { isActive, steps, taken } = this.#model.of(alert.id);
      expect(alert.status === 'active').toBe(isActive);
      expect(alert.escalation_level).toBe(taken.length);
      const expected = steps.map((step) => formatTimestamp(dateOf(step)));
      expect(item['escalation_steps']).toEqual(expected.length > 0 ? expected : undefined);
      expect(/^escalation#/.test(String(item['timer']))).toBe(expected.length > 0);
      const isSteady = this.#now - this.#disturbedAt > LONGEST_PAUSE_SECONDS;
      const [next = Number.POSITIVE_INFINITY] = steps;
      if (isSteady) expect(this.#now - next).toBeLessThanOrEqual(LATEST_STEP_SECONDS);
    }
  }

  #advance({ alert: { id, severity } }: SeenAlert, entry: AlertEventAction): void {
    if (entry === 'raised') this.#model.raise(id, severity, this.#now);
    // A later alarm restarts the escalation as a higher severity does.
    else if (entry === 'severity_raised' || entry === 'reactivated')
      this.#model.worsen(id, severity, this.#now);
    else if (entry === 'acknowledged' || entry === 'resolved') this.#model.close(id);
    else if (entry === 'escalated') {
      // Not too early, and never after an acknowledgement or resolve, which removes the steps.
      expect(this.#model.of(id).steps[0]).toBeLessThanOrEqual(this.#now);
      this.#model.step(id);
    }
  }
}

const dateOf = (seconds: number) => new Date(BEGIN + seconds * 1_000);

test(
  'Each escalation step of an alert is taken once, on time and in order, and none after the alert is acknowledged or resolved',
  async () => {
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(minute, { minLength: 3, maxLength: 12 }), async (minutes) => {
        seed += 1;
        const randomBytes = seededRandomBytes(`escalation ${seed}`);
        const play = new Play(await openWorld(table, ESCALATION, dateOf(0), randomBytes));
        await play.play(minutes);
        await play.end();
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT,
);
