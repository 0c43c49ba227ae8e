import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf, headingsOf, linksOf } from '../../docs/links.ts';
import { documents, PROJECT } from './project.ts';

const isThere = (path: string) => existsSync(join(PROJECT, path));

describe.each(documents.map((document) => [document.path, document] as const))('%s', (_, document) => {
  test('Links in a document lead to files and headings that exist', () => {
    const broken = linksOf(document).filter(({ path, anchor }) => {
      const target = documents.find((other) => other.path === path);
      const hasAnchor =
        anchor === '' || target === undefined || headingsOf(target).map(anchorOf).includes(anchor);
      return !isThere(path) || !hasAnchor;
    });
    expect(broken).toEqual([]);
  });

  test('Every project file that a document names exists', () => {
    const named = [
      ...document.text.matchAll(/`((?:\.ci|bin|lib|functions|shared|test|bench|docs)\/[\w./-]+)`/g),
    ];
    expect(named.map(([, path = '']) => path).filter((path) => !isThere(path))).toEqual([]);
  });

  test('Every npm script that a document names exists', async () => {
    const scriptsOf = async (folder: string): Promise<object> =>
      JSON.parse(await readFile(join(PROJECT, folder, 'package.json'), 'utf8')).scripts;
    const own = await scriptsOf('.');
    const client = await scriptsOf('lib/client');
    const named = document.text.matchAll(
      /npm run\s+(?:--silent )?(?<name>[\w:-]+)(?<ofClient> --workspace @guard\/client)?/g,
    );
    const unknown = named.filter(
      ({ groups = {} }) => !Object.hasOwn(groups['ofClient'] ? client : own, groups['name'] ?? ''),
    );
    expect(Array.from(unknown, ([text]) => text)).toEqual([]);
  });
});

test('Comments in the code cite documents and headings that exist', async () => {
  const wrong: string[] = [];
  let citations = 0;
  for await (const source of glob('{bin,lib,functions,shared,test,bench}/**/*.ts', {
    cwd: PROJECT,
    exclude,
  })) {
    const code = await readFile(join(PROJECT, source), 'utf8');
    if (!code.includes('docs/')) continue;
    const text = unwrapComments(code);
    for (const { 0: path, index } of text.matchAll(/docs\/[\w/-]+\.md/g)) {
      citations += 1;
      const rest = text.slice(index + path.length);
      const [, cited] = /^, "?([A-Z].*)/.exec(rest) ?? [];
      const document = documents.find((other) => other.path === path);
      const headings = document ? headingsOf(document) : [];
      const isRight = document && (!cited || headings.some((heading) => cited.startsWith(heading)));
      if (!isRight) wrong.push(`${source}: ${path}${rest.slice(0, 40)}`);
    }
  }
  expect(citations).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

const exclude = (name: string) => name === 'node_modules' || name === 'dist';

/** A citation may continue in the next line of its comment. */
function unwrapComments(source: string): string {
  return source.replace(/\n\s*(?:\*|\/\/) ?/g, ' ');
}
