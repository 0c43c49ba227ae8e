import { expect, test } from 'vitest';
import { anchorOf, headingsOf, linksOf } from '../../../docs/links.ts';

const document = (text: string) => ({ path: 'guide/a.md', text, blocks: [] });

test.each([
  ['a file beside it', '[b](b.md)', 'guide/b.md', ''],
  ['a file above it', '[r](../README.md#run-it)', 'README.md', 'run-it'],
  ['a heading of its own', '[x](#part-two)', 'guide/a.md', 'part-two'],
  ['a folder', '[`t`](../test/)', 'test/', ''],
])('The check of document links resolves a link to %s', (_, text, path, anchor) => {
  expect(linksOf(document(text))).toEqual([{ from: 'guide/a.md', path, anchor }]);
});

test('The check of document links skips web addresses and code blocks', () => {
  const text = '[w](https://example.com/a.md) [m](mailto:a@example.com)\n\n```\n[b](b.md)\n```\n';
  expect(linksOf(document(text))).toEqual([]);
});

test('The check of document links computes the same heading anchors as GitHub, and does not take shell comments for headings', () => {
  const text = '# A request’s way\n\n```sh\n# no heading\n```\n\n## Creating, changing & `deleting`\n';
  expect(headingsOf({ text }).map(anchorOf)).toEqual(['a-requests-way', 'creating-changing--deleting']);
});
