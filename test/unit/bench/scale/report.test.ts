import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withTables } from '../../../../bench/cost/document.ts';
import { readMeasurements } from '../../../../bench/cost/measurements.ts';
import { readSilence } from '../../../../bench/cost/silence/silence.ts';
import { scaleTables } from '../../../../bench/scale/report.ts';

test('docs/scale.md holds what the simulation comes to (npm run scale -- --write)', async () => {
  const document = await readFile(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');
  expect(document).toBe(
    withTables(document, await scaleTables(await readMeasurements(), await readSilence())),
  );
});
