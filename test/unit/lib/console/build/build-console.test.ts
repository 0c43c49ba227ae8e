import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildConsole } from '../../../../../lib/console/build/build-console.ts';

const MOST_BYTES = 60_000;

test('The whole console has less than 60 KB compressed', async () => {
  const sizes = Object.values(await buildConsole()).map(({ text }) => gzipSync(text).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MOST_BYTES);
});

test('The same sources result in the same files, each with a hash in its name', async () => {
  const files = await buildConsole();
  expect(await buildConsole()).toEqual(files);
  const names = Object.values(files).map(({ name }) => name);
  for (const name of names) expect(name).toMatch(/^console-[0-9a-f]{10}\.(js|css|svg)$/);
  expect(new Set(names).size).toBe(3);
});

test('No source of the console turns a text into markup, script or style', () => {
  const sources = globSync('lib/console/**/*.{ts,tsx}');
  expect(sources.length).toBeGreaterThan(20);
  const risky =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|createContextualFragment|\beval\b|new Function|style=\{|javascript:/;
  expect(sources.filter((file) => risky.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('The console contains no URL of another host', async () => {
  const { script, styles } = await buildConsole();
  const hosts = [...`${script.text}${styles.text}`.matchAll(/\b(?:https?|wss?):\/\/[^\s"'`)]+/g)].map(
    ([url]) => url,
  );
  // XML namespaces are never requested.
  expect(hosts.filter((url) => !url.startsWith('http://www.w3.org/'))).toEqual([]);
});
