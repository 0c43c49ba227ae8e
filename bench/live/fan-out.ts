import { useLocalAccount } from '../../lib/local/function-environment.ts';
import { printTable } from '../print-table.ts';
import { countFanOut, SCREENS_OF_A_SITE } from './count-fan-out.ts';
import { measureFanOut } from './measure-fan-out.ts';

/**
 * The first part of `npm run bench:live`: the processor time of a fan-out, and what it reads and posts. It has a process of
 * its own: after 10,000 screens, a server that starts in the same thread can exceed the 10 seconds that its framework
 * allows.
 */
const SCREENS = [1, 100, 1_000];
const RUNS = 15;

useLocalAccount(process.env);
const alone = [];
for (const count of SCREENS) {
  const milliseconds = await measureFanOut(count, RUNS);
  alone.push({ screens: count, 'processor, ms': Math.round(milliseconds) });
}
printTable(`One fan-out of one change, the function alone, median of ${RUNS} runs`, alone);

const counts = [];
for (const count of [SCREENS_OF_A_SITE, 1_000, 10_000]) counts.push(await countFanOut(count));
printTable(`One change at a site with ${SCREENS_OF_A_SITE} screens, by the screens of its tenant`, counts);
