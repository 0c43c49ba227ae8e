import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { markdownTable, withTables } from '../../../../bench/cost/document.ts';
import { readMeasurements } from '../../../../bench/cost/measurements.ts';
import { costTables } from '../../../../bench/cost/report.ts';
import { readSilence } from '../../../../bench/cost/silence/silence.ts';

test('docs/cost.md holds what the measurements come to (npm run cost -- --write)', async () => {
  const document = await readFile(new URL('../../../../docs/cost.md', import.meta.url), 'utf8');
  expect(document).toBe(withTables(document, costTables(await readMeasurements(), await readSilence())));
});

test('a table takes the place of the one that stands in the document', () => {
  const document = 'Before\n<!-- table: sizes -->\nold\n<!-- end -->\nAfter';
  const written = withTables(document, { sizes: [{ item: 'tenant', bytes: 295 }] });
  expect(written).toBe(
    'Before\n<!-- table: sizes -->\n\n| item | bytes |\n|---|--:|\n| tenant | 295 |\n\n<!-- end -->\nAfter',
  );
  expect(withTables(written, { sizes: [{ item: 'tenant', bytes: 295 }] })).toBe(written);
});

test('a table that the document lacks, and one that nothing computes, are refused', () => {
  const document = '<!-- table: sizes -->\n<!-- end -->';
  expect(() => withTables(document, {})).toThrow('sizes');
  expect(() => withTables(document, { sizes: [], prices: [] })).toThrow('prices');
});

test('columns of numbers stand at the right', () => {
  const [, alignment] = markdownTable([
    { what: 'one', price: '$1.00', change: '-5 %', mixed: 1 },
    { what: '2', price: '$0.50', change: '–', mixed: 'none' },
  ]).split('\n');
  expect(alignment).toBe('|---|--:|--:|---|');
});
