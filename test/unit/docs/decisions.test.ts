import { expect, test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { headingsOf, linksOf } from '../../docs/links.ts';
import { documents } from './project.ts';

const INDEX = 'docs/decisions/README.md';
const MOST_WORDS = 200;

const index = documentAt(INDEX, documents);
const decisions = documents.filter(({ path }) => path.startsWith('docs/decisions/') && path !== INDEX);

test('The index of the decision records links to every decision', () => {
  const listed = linksOf(index).map(({ path }) => path);
  expect(listed.sort()).toEqual(decisions.map(({ path }) => path).sort());
});

test.each(decisions.map((decision) => [decision.path, decision] as const))(
  'The decision record %s is short, and has its number and the title of the index',
  (path, decision) => {
    const [, number = ''] = /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path) ?? [];
    const [title = ''] = headingsOf(decision);
    expect(title).toMatch(new RegExp(`^${Number(number)}\\. `));
    expect(index.text).toContain(
      `[${number}](${path.split('/').at(-1)}): ${title.replace(/^\d+\. /, '')}.\n`,
    );
    expect(decision.text.trim().split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  },
);
