import { expect, test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { headingsOf, linksOf } from '../../docs/links.ts';
import { documents } from './project.ts';

const INDEX = 'docs/decisions/README.md';
const LONGEST = 40;

const index = documentAt(INDEX, documents);
const decisions = documents.filter(({ path }) => path.startsWith('docs/decisions/') && path !== INDEX);

test('the index lists every decision once, in the order of their numbers', () => {
  const listed = linksOf(index).map(({ path }) => path);
  expect(listed).toEqual(decisions.map(({ path }) => path));
});

test.each(decisions.map((decision) => [decision.path, decision] as const))(
  '%s has its number, the usual form, and the title that the index says',
  (path, decision) => {
    const [, number = ''] = /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path) ?? [];
    const [title = '', ...parts] = headingsOf(decision);
    expect(parts).toEqual(['Status', 'Context', 'Decision', 'Consequences']);
    expect(title).toMatch(new RegExp(`^${Number(number)}\\. `));
    expect(index.text).toContain(
      `[${number}](${path.split('/').at(-1)}): ${title.replace(/^\d+\. /, '')}.\n`,
    );
    expect(decision.text.trimEnd().split('\n').length).toBeLessThanOrEqual(LONGEST);
  },
);
