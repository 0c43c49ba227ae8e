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

test('A bundle of one handler has the statements that the handler needs, directly or through others', () => {
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

test('Every line and column of the kept code is where it was, so that source maps fit', () => {
  const lines = keepOnly('functions/file.ts', FILE, 'twoHandler').split('\n');
  for (const [place, line] of FILE.split('\n').entries()) {
    expect([line, ' '.repeat(line.length)]).toContain(lines[place]);
  }
});

test('A file is whole where no handler is named', () => {
  expect(keepOnly('functions/file.ts', FILE, '')).toBe(FILE);
});
