import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withTables } from '../../../../bench/cost/document.ts';
import { detectionTables, probabilityText } from '../../../../bench/release/report.ts';

test('docs/deploy.md holds what the model comes to (npm run detection -- --write)', async () => {
  const document = await readFile(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
  expect(document).toBe(withTables(document, detectionTables()));
});

test('what is not certain never reads as certain, nor what is possible as impossible', () => {
  const texts = [0, 1e-12, 0.0004, 0.018, 0.99949, 0.99999, 1].map(probabilityText);
  expect(texts).toEqual(['0 %', '<0.1 %', '<0.1 %', '1.8 %', '99.9 %', '99.9 %', '100 %']);
});
