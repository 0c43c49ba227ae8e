import { type Spread, spreadOf } from '../percentile.ts';
import type { Spent } from './host.ts';

/** What each contestant took in one round, by its name. */
export type Round<Name extends string> = Readonly<Record<Name, Spent>>;

/**
 * One round: every contestant has its turn, and then again in the opposite order. Whatever slows the machine down for
 * a while, or more and more, so hits all of them alike.
 */
export async function runRound<Name extends string>(
  contestants: readonly Name[],
  takeTurn: (name: Name) => Promise<Spent>,
): Promise<Round<Name>> {
  const turns = new Map<Name, Spent[]>();
  for (const name of [...contestants, ...contestants.toReversed()]) {
    const before = turns.get(name) ?? [];
    turns.set(name, [...before, await takeTurn(name)]);
  }
  return Object.fromEntries([...turns].map(([name, spent]) => [name, meanOf(spent)])) as Round<Name>;
}

function meanOf(turns: readonly Spent[]): Spent {
  const mean = (value: (spent: Spent) => number) =>
    turns.reduce((sum, spent) => sum + value(spent), 0) / turns.length;
  return { processorMs: mean((spent) => spent.processorMs), wallMs: mean((spent) => spent.wallMs) };
}

/** What requests took that consist of several invocations, such as the authorizer's and the endpoint's. */
export function addSpent(...parts: readonly Spent[]): Spent {
  const sum = (value: (spent: Spent) => number) => parts.reduce((total, spent) => total + value(spent), 0);
  return { processorMs: sum((spent) => spent.processorMs), wallMs: sum((spent) => spent.wallMs) };
}

/** One contestant beside another, over all rounds. */
export interface Comparison {
  /** The ratio of each round, of processor time. */
  readonly ratio: Spread;
  /** Medians, in milliseconds. */
  readonly processorMs: number;
  readonly floorProcessorMs: number;
  readonly wallMs: number;
  readonly floorWallMs: number;
}

/** Both had the same rounds, in the same order: the ratio is taken within each, so that a slow one counts no more. */
export function compare(guard: readonly Spent[], floor: readonly Spent[]): Comparison {
  const ratios = guard.map((spent, place) => spent.processorMs / (floor[place]?.processorMs ?? Number.NaN));
  const median = (spent: readonly Spent[], value: (of: Spent) => number) => spreadOf(spent.map(value)).median;
  return {
    ratio: spreadOf(ratios),
    processorMs: median(guard, (spent) => spent.processorMs),
    floorProcessorMs: median(floor, (spent) => spent.processorMs),
    wallMs: median(guard, (spent) => spent.wallMs),
    floorWallMs: median(floor, (spent) => spent.wallMs),
  };
}
