import type { Limits, Report } from './world.ts';

interface ModelTest extends Limits {
  readonly id: string;
  endsAt: number;
}

type State =
  | { readonly is: 'quiet' }
  | { readonly is: 'trouble'; readonly report: Report }
  | { readonly is: 'open'; readonly alertId: string };

/** Alerts of these types have claims of their own for each dedup key. */
export const OWN_CLAIMS: readonly string[] = ['panic', 'fire'];

/** Names the claim of a report or an alert. */
export function claimOf(dedupKey: string, type: string): string {
  return OWN_CLAIMS.includes(type) ? `${dedupKey} ${type}` : dedupKey;
}

const QUIET: State = { is: 'quiet' };

/** The rules of tests, without a table. Times are milliseconds. */
export class TestModel {
  readonly #tests: ModelTest[] = [];
  readonly #states = new Map<string, State>();
  /** The number of alerts that each claim has raised, without test alerts. */
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

  of(claim: string): State {
    return this.#states.get(claim) ?? QUIET;
  }

  raisedOf(claim: string): number {
    return this.#raised.get(claim) ?? 0;
  }

  trouble(report: Report): void {
    const claim = claimOf(report.dedupKey, report.type);
    if (this.of(claim).is === 'quiet') this.#states.set(claim, { is: 'trouble', report });
  }

  open(claim: string, alertId: string): void {
    this.#states.set(claim, { is: 'open', alertId });
    this.#raised.set(claim, this.raisedOf(claim) + 1);
  }

  resolve(claim: string): void {
    this.#states.set(claim, QUIET);
  }
}
