import { expect, test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { documents } from './project.ts';

const LONGEST = 150;

test('the README is read in a minute: it has at most 150 lines', () => {
  const lines = documentAt('README.md', documents).text.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(LONGEST);
});
