import { type Spread, spreadOf } from './percentile.ts';

/** The time of a process, in milliseconds. */
export interface Spent {
  readonly processorMs: number;
  readonly wallMs: number;
}

/**
 * Runs one round: every contestant has its turn, and then again in the opposite order. So a machine that slows down for a
 * while, or more and more, affects all of them alike.
 */
export async function takeTurns<Name extends string, T>(
  contestants: readonly Name[],
  takeTurn: (name: Name) => Promise<T>,
): Promise<Readonly<Record<Name, readonly T[]>>> {
  const turns = new Map<Name, T[]>(contestants.map((name) => [name, []]));
  for (const name of [...contestants, ...contestants.toReversed()]) {
    turns.get(name)?.push(await takeTurn(name));
  }
  return Object.fromEntries(turns) as Record<Name, T[]>;
}

export function meanOf(turns: readonly Spent[]): Spent {
  const mean = (value: (spent: Spent) => number) =>
    turns.reduce((sum, spent) => sum + value(spent), 0) / turns.length;
  return { processorMs: mean((spent) => spent.processorMs), wallMs: mean((spent) => spent.wallMs) };
}

/** The times of requests with two invocations, the authorizer's and the endpoint's, in each round. */
export function addRounds(first: readonly Spent[], second: readonly Spent[]): Spent[] {
  return first.map(({ processorMs, wallMs }, round) => ({
    processorMs: processorMs + (second[round]?.processorMs ?? Number.NaN),
    wallMs: wallMs + (second[round]?.wallMs ?? Number.NaN),
  }));
}

/** One contestant compared to another, over all rounds. */
export interface Comparison {
  readonly rounds: number;
  /** The ratios of processor time of the rounds. */
  readonly ratio: Spread;
  /** The medians, in milliseconds. */
  readonly guard: Spent;
  readonly floor: Spent;
}

/**
 * Compares two contestants with the same rounds in the same order. The ratio is taken within each round, so that a slow
 * round counts no more than another.
 */
export function compare(guard: readonly Spent[], floor: readonly Spent[]): Comparison {
  const ratios = guard.map((spent, round) => spent.processorMs / (floor[round]?.processorMs ?? Number.NaN));
  return { rounds: ratios.length, ratio: spreadOf(ratios), guard: mediansOf(guard), floor: mediansOf(floor) };
}

function mediansOf(rounds: readonly Spent[]): Spent {
  const median = (value: (spent: Spent) => number) => spreadOf(rounds.map(value)).median;
  return { processorMs: median((spent) => spent.processorMs), wallMs: median((spent) => spent.wallMs) };
}

/** Measures a function in this process. */
export async function measureSpent<T>(run: () => Promise<T>): Promise<{ result: T; spent: Spent }> {
  const wallStart = performance.now();
  const processorStart = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(processorStart);
  const spent = { processorMs: (user + system) / 1_000, wallMs: performance.now() - wallStart };
  return { result, spent };
}
