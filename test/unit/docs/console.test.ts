import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'vitest';
import { documentAt } from '../../docs/documents.ts';
import { documents, expectWritten, withRows } from './project.ts';

/** The docstring of the component of a page. */
function docstringOf(page: string): string {
  const [file = ''] = globSync(`lib/console/{pages/*,views}/${page}-page.tsx`);
  const [, docstring] = /\/\*\* (.*) \*\/\nexport function \w+Page\(/.exec(readFileSync(file, 'utf8')) ?? [];
  if (!docstring) throw new Error(`${file} does not say in one line what the page is for.`);
  return docstring;
}

test('The table in docs/console.md lists every page of the console with the comment above its component', async () => {
  const { text } = documentAt('docs/console.md', documents);
  const { ACCOUNT, linkedPages } = await import(resolve('lib/console/pages/pages.tsx'));
  const pages: { name: string; title: string }[] = [...linkedPages('platform_admin', true), ACCOUNT];
  const rows = pages.map(({ name, title }) => [title, docstringOf(name)]);
  await expectWritten('docs/console.md', withRows(text, 'Pages', rows));
});
