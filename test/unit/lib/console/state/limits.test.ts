import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('lib/console/**/*.{ts,tsx}')
  .filter((file) => file !== 'lib/console/state/limits.ts')
  .map((file) => readFileSync(file, 'utf8'));

const found = (pattern: RegExp) => sources.flatMap((text) => [...text.matchAll(pattern)]);

test('No field of a form has a limit that was written by hand', () => {
  expect(found(/\b(?:limit|each): \{|\b(?:least|most): ?-?\d|\b(?:min|max)(?:Length)?=["{]["\d-]/g)).toEqual(
    [],
  );
  const used = found(/\b(?:min|max)Length=\{([\w.]+)\}/g).map(([, limit]) => limit);
  expect(used.length).toBeGreaterThan(8);
  expect(
    used.filter((limit) => !/^limits\.|^(?:min|max)Length$|^limit(?:\.|\?\.)/.test(limit ?? '')),
  ).toEqual([]);
});

test('The limit of a field is that of the field with its name in a schema', () => {
  const fields = found(/\bname: '(?:\w+\.)*(\w+)'[^{}]*?\blimit: limits\.\w+\.(\w+)\b(?!\.each)/g);
  expect(fields.length).toBeGreaterThan(40);
  expect(fields.filter(([, name, limited]) => name !== limited).map(([text]) => text)).toEqual([]);
});
