import { expect, test } from 'vitest';
import { headingsOf } from '../../docs/links.ts';
import { documents } from './project.ts';

const MOST_WORDS = 200;

const decisions = documents.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path));

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
    expect(decision.text.trim().split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  },
);
