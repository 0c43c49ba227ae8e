import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessTable } from '../../support/access-table.ts';

const page = readFileSync('docs/access.md', 'utf8');

test('docs/access.md shows the access matrix of shared/access.ts', () => {
  const shown = page.split('\n').filter((line) => line.startsWith('|'));
  expect(shown.join('\n')).toBe(accessTable());
});
