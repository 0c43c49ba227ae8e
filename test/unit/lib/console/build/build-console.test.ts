import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildConsole, type ConsoleFile, filesOf } from '../../../../../lib/console/build/build-console.ts';
import { de } from '../../../../../lib/console/texts/desk-de.ts';
import { en } from '../../../../../lib/console/texts/desk-en.ts';
import { es } from '../../../../../lib/console/texts/desk-es.ts';
import { pt } from '../../../../../lib/console/texts/desk-pt.ts';

// The contract's budget: the alert desk, and everything.
const MOST_BYTES_OF_DESK = 90_000;
const MOST_BYTES = 400_000;

const sizeOf = (files: readonly ConsoleFile[]) =>
  files.map(({ text }) => gzipSync(text).length).reduce((sum, size) => sum + size, 0);

/** A script, and the scripts that it loads at once. */
function withImports(script: ConsoleFile, chunks: readonly ConsoleFile[]): Set<ConsoleFile> {
  const names = Array.from(script.text.matchAll(/(?:from|import)"\.\/([^"]+)"/g), ([, name]) => name);
  const imported = chunks.filter(({ name }) => names.includes(name));
  return new Set([script, ...imported.flatMap((it) => [...withImports(it, chunks)])]);
}

test('The alert desk’s first load is below 90 KB compressed, and the whole console is below 400 KB', async () => {
  const built = await buildConsole();
  const { script, styles, icon, chunks } = built;
  // And the part with the texts of one language.
  const catalogues = [en, pt, es, de].map(({ noSites }) =>
    chunks.filter(({ text }) => text.includes(noSites.createOne)),
  );
  for (const catalogue of catalogues) {
    expect(catalogue).toHaveLength(1);
    const desk = [...withImports(script, chunks), styles, icon, ...catalogue];
    expect(sizeOf(desk)).toBeLessThan(MOST_BYTES_OF_DESK);
    // The script, styles, icon and texts.
    expect(desk).toHaveLength(4);
  }
  expect(sizeOf(filesOf(built))).toBeLessThan(MOST_BYTES);
});

test('Two builds of the same console sources give the same files, whose names contain a hash, except the workers’', async () => {
  const built = await buildConsole();
  expect(await buildConsole()).toEqual(built);
  const names = filesOf(built).map(({ name }) => name);
  for (const name of names)
    expect(name).toMatch(/^((console|part)-[0-9a-f]{8}\.(js|css|svg)|(worker|timer)\.js)$/);
  expect(new Set(names).size).toBe(names.length);
});

test('No source file of the console uses a browser feature that turns a text into HTML, script or style', () => {
  const sources = globSync('lib/console/**/*.{ts,tsx}');
  expect(sources.length).toBeGreaterThan(20);
  const risky =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|createContextualFragment|\beval\b|new Function|style=\{|javascript:/;
  expect(sources.filter((file) => risky.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('The built console contains no URL of another host but the map that a person may open', async () => {
  const text = filesOf(await buildConsole())
    .map((file) => file.text)
    .join('\n');
  const hosts = [...text.matchAll(/\b(?:https?|wss?):\/\/[^\s"'`)]+/g)].map(([url]) => url);
  // XML namespaces are never requested, and the policy of the page forbids requests to any other host.
  const others = hosts.filter((url) => !url.startsWith('http://www.w3.org/'));
  expect(others).toEqual([expect.stringMatching(/^https:\/\/www\.openstreetmap\.org\/search\?query=/)]);
});
