import { expect, test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { documents, tableUnder } from './project.ts';

const LONGEST = 150;

const { text } = documentAt('README.md', documents);

test('the README is read in a minute: it has at most 150 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(LONGEST);
});

test('the README names the price of an idle stage that cost.md computes, to the nearest ten dollars', () => {
  const rows = tableUnder('When nobody calls', documentAt('docs/cost.md', documents).text);
  const [, total = ''] = rows.find(([what]) => what === '**Total**') ?? [];
  const named = [...text.matchAll(/about \$(\S+) a\s+month/g)].map(([, dollars]) => Number(dollars));
  expect(named).toEqual([Math.round(Number(total.replace(/[$,]/g, '')) / 10) * 10]);
});
