import { parseArgs } from 'node:util';
import { printTable, type Row } from '../print-table.ts';
import type { Comparison } from '../turns.ts';
import { type FloorFigure, measureFloor } from './measure-floor.ts';

/**
 * `npm run bench:floor` – what Guard costs above functions that were written by hand for the same calls and answers
 * (bench/floor/handlers says what they leave out), in processor time of the function's process alone.
 *
 *     --rounds 20          how often each has its turn; a ratio is the median of as many. 0 measures nothing
 *     --profile <folder>   where each process writes a profile of its processor time
 *
 * Fails if Guard and floor do not answer the same bytes or do not make the same calls. Times are only printed.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, profile: { type: 'string' } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 0 || rounds > 10_000) {
  console.error(`--rounds must be a whole number from 0 to 10000, not "${values.rounds}".`);
  process.exit(2);
}

const figures = await measureFloor({ rounds, profileFolder: values.profile });
console.log('\nGuard and the floor answer the same bytes and make the same calls.');
if (rounds > 0) printFigures(figures);

function printFigures(measured: readonly FloorFigure[]): void {
  const title = `Processor time of an invocation, medians of ${rounds} rounds, engine apart`;
  printTable(`${title}; the floor tells nothing of what it does`, measured.map(rowOf('silent')));
  printTable(`${title}; the floor writes one line of the log`, measured.map(rowOf('logging')));
}

function rowOf(floor: 'silent' | 'logging'): (figure: FloorFigure) => Row {
  return ({ request, [floor]: comparison }) => ({ request, ...cellsOf(comparison) });
}

function cellsOf({ ratio, guard, floor }: Comparison): Row {
  return {
    'Guard ms': guard.processorMs.toFixed(2),
    'floor ms': floor.processorMs.toFixed(2),
    ratio: ratio.median.toFixed(2),
    'middle half': `${ratio.lower.toFixed(2)} – ${ratio.upper.toFixed(2)}`,
    'Guard wall ms': guard.wallMs.toFixed(2),
    'floor wall ms': floor.wallMs.toFixed(2),
  };
}
