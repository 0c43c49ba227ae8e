import { parseArgs } from 'node:util';
import { publish } from '../cost/document.ts';
import { readMeasurements } from '../cost/measurements.ts';
import { readSilence } from '../cost/silence/silence.ts';
import { scaleTables } from './report.ts';

/**
 * `npm run scale` – where Guard's limits lie, as tables, from the requests that `npm run cost -- --measure` recorded.
 *
 *     --write   writes the tables into docs/scale.md; without it, a difference is an error
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const document = new URL('../../docs/scale.md', import.meta.url);
await publish(document, await scaleTables(await readMeasurements(), await readSilence()), {
  write: values.write,
});
