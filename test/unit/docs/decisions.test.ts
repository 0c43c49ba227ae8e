import { expect, test } from 'vitest';
import { headingsOf } from '../../docs/links.ts';
import { documents } from './project.ts';

const MOST_WORDS = 200;

const decisions = documents.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path));

test('Each recorded decision in the documents has a different number', () => {
  const numbers = decisions.map(({ path }) => path.slice('docs/decisions/'.length).slice(0, 4));
  expect(numbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test.each(decisions.map((decision) => [decision.path, decision] as const))(
  'The decision %s is short, and its title begins with its number',
  (path, decision) => {
    const [, number = ''] = /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path) ?? [];
    const [title = ''] = headingsOf(decision);
    expect(title).toMatch(new RegExp(`^${Number(number)}\\. `));
    expect(decision.text.trim().split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  },
);
