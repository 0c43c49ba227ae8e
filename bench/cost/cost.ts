import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { publish } from './document.ts';
import { MEASUREMENTS_FILE, readMeasurements } from './measurements.ts';
import { costTables } from './report.ts';
import { readSilence, SILENCE_FILE } from './silence/silence.ts';

/**
 * `npm run cost` – what Guard costs on AWS, as tables.
 *
 *     --measure   first measures every request and reads the stack anew, which takes two minutes
 *     --stack     first reads only the stack anew
 *     --silence   first plays a day of 100,000 devices that are watched anew, which takes a minute
 *     --write     writes the tables into docs/cost.md; without it, a difference is an error
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { measure: flag, silence: flag, stack: flag, write: flag } });

if (values.measure || values.stack) {
  // Only here: measuring loads the whole service, and CDK.
  const { measure } = await import('./measure.ts');
  const { readStackFacts } = await import('./stack-facts.ts');
  const stack = await readStackFacts();
  const measured = values.measure ? await measure() : await readMeasurements();
  await writeFile(MEASUREMENTS_FILE, `${JSON.stringify({ ...measured, stack }, undefined, 2)}\n`);
}
if (values.silence) {
  const { measureSilence } = await import('./silence/measure-silence.ts');
  await writeFile(SILENCE_FILE, `${JSON.stringify(await measureSilence(), undefined, 2)}\n`);
}
const document = new URL('../../docs/cost.md', import.meta.url);
const tables = costTables(await readMeasurements(), await readSilence());
await publish(document, tables, { write: values.write });
