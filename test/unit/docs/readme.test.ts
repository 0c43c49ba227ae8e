import { expect, test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { documents } from './project.ts';

const LONGEST = 150;

test('The README has at most 150 lines, so that it is read in a minute', () => {
  const { text } = documentAt('README.md', documents);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(LONGEST);
});
