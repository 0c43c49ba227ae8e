import type { Random } from '../random.ts';

/** A number from 0 up to 1. */
export function fractionOf(random: Random): number {
  return Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;
}

/** How many things happen in each second. */
export type PerSecond = readonly number[];

/**
 * When clients that poll every so many seconds do so within one period. Each began at any time in the first `spread`
 * seconds of it: all over the period where they start by themselves, close together where something makes them start.
 */
export function pollArrivals(
  clients: number,
  { period, spread }: { readonly period: number; readonly spread: number },
  random: Random,
): PerSecond {
  const counts = new Array<number>(period).fill(0);
  for (let client = 0; client < clients; client++) {
    const second = Math.floor(fractionOf(random) * spread);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

/** Times of things that happen at random, so many a second on average, over some seconds. */
export function randomArrivals(perSecond: number, seconds: number, random: Random): number[] {
  const times: number[] = [];
  const next = (from: number) => from - Math.log(1 - fractionOf(random)) / perSecond;
  for (let at = next(0); at < seconds; at = next(at)) times.push(at);
  return times;
}
