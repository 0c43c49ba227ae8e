import { expect, test } from 'vitest';
import { anchorOf, headingsOf, linksOf } from '../../../docs/links.ts';

const document = (text: string) => ({ path: 'guide/a.md', text, blocks: [] });

test.each([
  ['a file beside it', '[b](b.md)', 'guide/b.md', ''],
  ['a file above it', '[r](../README.md#run-it)', 'README.md', 'run-it'],
  ['a heading of its own', '[x](#part-two)', 'guide/a.md', 'part-two'],
  ['a folder', '[`t`](../test/)', 'test/', ''],
])('A link in a document leads to %s', (_, text, path, anchor) => {
  expect(linksOf(document(text))).toEqual([{ from: 'guide/a.md', path, anchor }]);
});

test('Web addresses and code blocks of a document contain no links into the project', () => {
  const text = '[w](https://example.com/a.md) [m](mailto:a@example.com)\n\n```\n[b](b.md)\n```\n';
  expect(linksOf(document(text))).toEqual([]);
});

test('Headings of a document get the anchors of GitHub, and shell comments do not count as headings', () => {
  const text = '# A request’s way\n\n```sh\n# no heading\n```\n\n## Creating, changing & `deleting`\n';
  expect(headingsOf({ text }).map(anchorOf)).toEqual(['a-requests-way', 'creating-changing--deleting']);
});
