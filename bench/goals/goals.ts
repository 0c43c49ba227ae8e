import { parseArgs } from 'node:util';
import { EMPTY_CLIENT, measureCold } from '../cold/measure-cold.ts';
import { floorGoals } from '../floor/floor-goals.ts';
import { measureFloor } from '../floor/measure-floor.ts';
import { printTable } from '../print-table.ts';
import { countGoals } from './count-goals.ts';
import { judgeGoals, type Measured } from './goal-list.ts';

/**
 * `npm run goals` prints every speed goal with its current figure.
 *
 *     --quick           fewer rounds, so less exact times
 *     --alerts 20000    number of alerts in the longest lists
 *
 * Fails if a counted figure exceeds its goal or a timed figure its limit. Other times are only printed.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, alerts: { type: 'string' } },
});
const size = values.quick
  ? { rounds: 5, starts: 6, alerts: 2_000 }
  : { rounds: 20, starts: 30, alerts: 20_000 };
const alerts = Number(values.alerts ?? size.alerts);
if (!Number.isInteger(alerts) || alerts < 1_000 || alerts > 1_000_000) {
  console.error(`--alerts must be a whole number from 1000 to 1000000, not "${values.alerts}".`);
  process.exit(2);
}

console.log(`Counting trips and units among up to ${alerts} alerts, and the bytes of bundles`);
const counted = await countGoals(alerts);
console.log(`Measuring the ratio to the floor, ${size.rounds} rounds`);
const floor = await measureFloor({ rounds: size.rounds });
console.log(`Measuring cold starts, ${size.starts} of each function`);
const cold = await measureCold(size.starts);

const { rows, faults } = judgeGoals({
  ...counted,
  ...floorGoals(floor),
  import: worst(
    cold.filter((it) => it.function !== EMPTY_CLIENT).map((it) => [it.import.ratio.median, it.function]),
  ),
});
printTable('Goals', rows);
console.log(faults.length === 0 ? '\nNo goal has failed.' : '\nNot met:');
for (const fault of faults) console.log(`- ${fault}`);
if (faults.length > 0) process.exitCode = 1;

/** The highest ratio and the name of its function. */
function worst(ratios: readonly (readonly [number, string])[]): Measured {
  const [value, note] = ratios.toSorted(([a], [b]) => b - a)[0] ?? [Number.NaN, ''];
  return { value, note };
}
