import { parseArgs } from 'node:util';
import { printTable, type Row } from '../print-table.ts';
import type { Comparison } from '../turns.ts';
import { GOAL, LIMIT, ratiosAbove } from './floor-goals.ts';
import { type FloorFigure, measureFloor } from './measure-floor.ts';

/**
 * Compares the processor time of Guard's functions with hand-written ones that make the same calls
 * and give the same responses (bench/floor/handlers lists what these omit).
 *
 *     --rounds 20          rounds; a ratio is the median of them. 0 measures nothing
 *     --judge              fails if a ratio with a goal exceeds its limit (bench/floor/floor-goals.ts). Before that, up to
 * six times as many rounds are measured, so that only regressions fail
 *     --profile <folder>   each process writes a CPU profile there
 *
 * Fails if the responses or the calls of Guard and the floor differ.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    judge: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < (values.judge ? 1 : 0) || rounds > 10_000) {
  console.error(`--rounds must be a whole number up to 10000, and not "${values.rounds}".`);
  process.exit(2);
}

const figures = await measureFloor({
  rounds,
  profileFolder: values.profile,
  ...(values.judge ? { withLoggingFloor: false, isDoubtful: (it) => ratiosAbove(LIMIT, it).length > 0 } : {}),
});
console.log('\nGuard and the floor give the same responses and make the same calls.');
if (rounds > 0) printFigures(figures);
if (values.judge) {
  for (const miss of ratiosAbove(GOAL, figures)) console.log(`\nAbove its goal: ${miss}`);
  const faults = ratiosAbove(LIMIT, figures);
  for (const fault of faults) console.error(`\nAbove its limit: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function printFigures(measured: readonly FloorFigure[]): void {
  const title = 'Processor time of an invocation, medians of the rounds, engine apart';
  const rowsOf = (floor: 'silent' | 'logging') =>
    measured.flatMap(({ request, [floor]: comparison }) =>
      comparison ? [{ request, ...cellsOf(comparison) }] : [],
    );
  printTable(`${title}; the floor writes no log`, rowsOf('silent'));
  if (rowsOf('logging').length > 0)
    printTable(`${title}; the floor writes one line of the log`, rowsOf('logging'));
}

function cellsOf({ rounds, ratio, guard, floor }: Comparison): Row {
  return {
    rounds,
    'Guard ms': guard.processorMs.toFixed(2),
    'floor ms': floor.processorMs.toFixed(2),
    ratio: ratio.median.toFixed(2),
    'middle half': `${ratio.lower.toFixed(2)} – ${ratio.upper.toFixed(2)}`,
    'Guard wall ms': guard.wallMs.toFixed(2),
    'floor wall ms': floor.wallMs.toFixed(2),
  };
}
