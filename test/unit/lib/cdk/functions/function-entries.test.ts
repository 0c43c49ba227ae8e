import { expect, test } from 'vitest';
import { keepOnly } from '../../../../../lib/cdk/functions/function-entries.ts';

const FILE = `import { a, b, define } from './shared.ts';

/** How one. */
export const oneRoute = define('one');
export const oneHandler = define(oneRoute, () => helper(a));

export const twoHandler = define(
  () => b,
);

function helper(it: Both) {
  return deeper(it);
}
const deeper = (it: unknown) => ({ it, oneRoute });
interface Both {}
const unused = define(twoHandler);
define('for its effect');
`;

const kept = (name: string) =>
  keepOnly('functions/file.ts', FILE, name)
    .split('\n')
    .filter((line) => !/^(?:\s*|import.*|\/\*\*.*)$/.test(line));

test('A function’s bundle keeps only the statements that its handler needs, directly or indirectly', () => {
  expect(kept('oneHandler')).toEqual([
    "export const oneRoute = define('one');",
    'export const oneHandler = define(oneRoute, () => helper(a));',
    'function helper(it: Both) {',
    '  return deeper(it);',
    '}',
    'const deeper = (it: unknown) => ({ it, oneRoute });',
    'interface Both {}',
    "define('for its effect');",
  ]);
  expect(kept('twoHandler')).toEqual([
    'export const twoHandler = define(',
    '  () => b,',
    ');',
    "define('for its effect');",
  ]);
});

test('Code that a function’s bundle keeps stays at its line and column, so that source maps fit', () => {
  const lines = keepOnly('functions/file.ts', FILE, 'twoHandler').split('\n');
  for (const [place, line] of FILE.split('\n').entries()) {
    expect([line, ' '.repeat(line.length)]).toContain(lines[place]);
  }
});

test('A source file is kept whole if the build names no handler of the file', () => {
  expect(keepOnly('functions/file.ts', FILE, '')).toBe(FILE);
});
