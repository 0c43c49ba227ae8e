import type { Limits, Report } from './world.ts';

interface ModelTest extends Limits {
  readonly id: string;
  endsAt: number;
}

type State =
  | { readonly is: 'quiet' }
  | { readonly is: 'trouble'; readonly report: Report }
  | { readonly is: 'open'; readonly alertId: string };

const QUIET: State = { is: 'quiet' };

/** The rules of tests, without a table. Times are milliseconds. */
export class TestModel {
  readonly #tests: ModelTest[] = [];
  readonly #states = new Map<string, State>();
  /** The number of alerts that each dedup key has raised, without test alerts. */
  readonly #raised = new Map<string, number>();

  get testIds(): string[] {
    return this.#tests.map(({ id }) => id);
  }

  start(test: ModelTest): void {
    this.#tests.push(test);
  }

  /** Moves or ends a test, unless it is over. */
  endAt(id: string, endsAt: number, now: number): void {
    const test = this.#tests.find((it) => it.id === id);
    if (test && this.isRunning(id, now)) test.endsAt = endsAt;
  }

  isRunning(id: string, now: number): boolean {
    return this.#tests.some((it) => it.id === id && now < it.endsAt);
  }

  isOnTest({ type, deviceId }: Report, now: number): boolean {
    return this.#tests.some(
      ({ endsAt, types, deviceIds }) =>
        now < endsAt &&
        (deviceIds === null || (deviceId !== undefined && deviceIds.includes(deviceId))) &&
        (types === null ? type !== 'panic' && type !== 'fire' : types.includes(type)),
    );
  }

  of(dedupKey: string): State {
    return this.#states.get(dedupKey) ?? QUIET;
  }

  raisedOf(dedupKey: string): number {
    return this.#raised.get(dedupKey) ?? 0;
  }

  trouble(report: Report): void {
    if (this.of(report.dedupKey).is === 'quiet') this.#states.set(report.dedupKey, { is: 'trouble', report });
  }

  open(dedupKey: string, alertId: string): void {
    this.#states.set(dedupKey, { is: 'open', alertId });
    this.#raised.set(dedupKey, this.raisedOf(dedupKey) + 1);
  }

  resolve(dedupKey: string): void {
    this.#states.set(dedupKey, QUIET);
  }
}
