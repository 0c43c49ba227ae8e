import { parseArgs } from 'node:util';
import { functionSources } from '../../functions/sources.ts';
import { describeBundles } from '../../lib/cdk/functions/bundle.ts';
import { printTable, type Row } from '../print-table.ts';
import type { Comparison } from '../turns.ts';
import { bundleFaults, bundleRows, bundleSizes, packageRows } from './bundle-size.ts';
import { measureCold } from './measure-cold.ts';

/**
 * Measures cold starts: importing a function and running it once, in a fresh process with the
 * environment of a deployed function, alternating with a function that imports only the document client. It also prints
 * what the code consists of.
 *
 *     --starts 30   number of starts of each function
 *
 * Fails if a bundle is larger than its budget. Times are only printed.
 */
const { values } = parseArgs({ options: { starts: { type: 'string', default: '30' } } });
const starts = Number(values.starts);
if (!Number.isInteger(starts) || starts < 2 || starts > 1_000) {
  console.error(`--starts must be a whole number from 2 to 1000, not "${values.starts}".`);
  process.exit(2);
}

const sizes = bundleSizes(await describeBundles(functionSources()));
const measured = sizes.find(({ name }) => name === 'list-alerts');
printTable('Bundles: the largest, in bytes', bundleRows(sizes));
if (measured) printTable(`The bundle of ${measured.name} by package, in bytes`, packageRows(measured));

const figures = await measureCold(starts);
const title = `medians of ${starts} fresh processes, compared to the empty client`;
printTable(
  `Import: ${title}`,
  figures.map((it) => rowOf(it.function, it.import)),
);
printTable(
  `First invocation, without the import: ${title}`,
  figures.map((it) => rowOf(it.function, it.first)),
);
printTable(
  `Import and first invocation: ${title}`,
  figures.map((it) => rowOf(it.function, it.both)),
);

const faults = bundleFaults(sizes);
for (const fault of faults) console.log(`- ${fault}`);
if (faults.length > 0) process.exitCode = 1;

function rowOf(name: string, { ratio, guard }: Comparison): Row {
  return {
    function: name,
    'processor ms': guard.processorMs.toFixed(1),
    'wall ms': guard.wallMs.toFixed(1),
    ratio: ratio.median.toFixed(2),
    'middle half': `${ratio.lower.toFixed(2)} – ${ratio.upper.toFixed(2)}`,
  };
}
