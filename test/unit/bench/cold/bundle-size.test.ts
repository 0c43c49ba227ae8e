import { expect, test } from 'vitest';
import {
  BACKGROUND_BUNDLE_BUDGET_BYTES,
  BUNDLE_BUDGET_BYTES,
  bundleFaults,
  bundleSizes,
  CARRIERS,
  carrierFaults,
  isAwaited,
  packageOf,
  packageRows,
} from '../../../../bench/cold/bundle-size.ts';

const input = (bytesInOutput: number) => ({ bytesInOutput });
const output = (bytes: number, inputs: Record<string, ReturnType<typeof input>>) => ({
  bytes,
  inputs,
  imports: [],
  exports: [],
});

test('The reported size of a function’s bundle is the sum over its packages, including bytes that belong to no file', () => {
  const [size] = bundleSizes({
    outputs: {
      'bundle/get-site/index.mjs': output(100, {
        'functions/sites.ts': input(10),
        'shared/base/ids.ts': input(5),
        'node_modules/zod/v4/core/parse.js': input(40),
        'node_modules/zod/package.json': input(5),
      }),
      'bundle/get-site/index.mjs.map': output(1_000, {}),
    },
  });
  expect(size).toEqual({
    name: 'get-site',
    bytes: 100,
    packages: new Map([
      ['zod', 45],
      ['between the files', 40],
      ['Guard', 15],
    ]),
  });
});

test.each(['docs/openapi.json', 'lib/console/build/built-console.ts'])(
  'The reported size of a function’s bundle excludes the served file %s',
  (file) => {
    const [size] = bundleSizes({
      outputs: { 'bundle/any/index.mjs': output(100, { [file]: input(90) }) },
    });
    expect(size?.bytes).toBe(10);
  },
);

test('The bundle sizes are listed with the largest bundle first', () => {
  const outputs = { 'bundle/a/index.mjs': output(1, {}), 'bundle/b/index.mjs': output(2, {}) };
  expect(bundleSizes({ outputs }).map(({ name }) => name)).toEqual(['b', 'a']);
});

test('The rows of a bundle’s size table add up to the whole size, even if there are more packages than rows', () => {
  const packages = new Map(Array.from({ length: 30 }, (_, place) => [`package-${place}`, 1]));
  const rows = packageRows({ name: 'a', bytes: 30, packages });
  expect(rows.length).toBeLessThan(30);
  expect(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)).toBe(30);
});

test.each([
  ['shared/base/ids.ts', 'Guard'],
  ['node_modules/zod/v4/index.js', 'zod'],
  ['node_modules/@aws-sdk/core/dist-es/index.js', '@aws-sdk/core'],
  ['node_modules/@smithy/core/node_modules/tslib/tslib.js', 'tslib'],
])('The size table of a bundle counts the file %s to the package %s', (path, name) => {
  expect(packageOf(path)).toBe(name);
});

test('The size check reports a bundle only if it is over its size budget, and names the packages in the bundle', () => {
  const bundle = (name: string, bytes: number) => ({ name, bytes, packages: new Map([['zod', bytes]]) });
  expect(bundleFaults([bundle('a', BUNDLE_BUDGET_BYTES)])).toEqual([]);
  const [fault, ...others] = bundleFaults([
    bundle('a', BUNDLE_BUDGET_BYTES + 2),
    bundle('b', BUNDLE_BUDGET_BYTES + 1),
    bundle('c', 1),
  ]);
  expect(others).toEqual([]);
  expect(fault).toContain(`bundle of a: ${BUNDLE_BUDGET_BYTES + 2} bytes`);
  expect(fault).toContain('which 1 others exceed');
  expect(fault).toContain(`zod ${BUNDLE_BUDGET_BYTES + 2}`);
});

test('A background function has a larger size budget for its bundle than a function that a caller waits for', () => {
  const bundle = (bytes: number) => ({ name: 'send-mail', bytes, packages: new Map<string, number>() });
  expect(bundleFaults([bundle(BACKGROUND_BUNDLE_BUDGET_BYTES)])).toEqual([]);
  expect(bundleFaults([bundle(BACKGROUND_BUNDLE_BUDGET_BYTES + 1)])).toHaveLength(1);
  expect(isAwaited({ name: 'send-mail' })).toBe(false);
  expect(isAwaited({ name: 'authorizer' })).toBe(true);
});

test('The size check reports a library that is in the bundle of a function that does not need it', () => {
  const bundle = (name: string, library: string) => ({ name, bytes: 1, packages: new Map([[library, 1]]) });
  const carriers = CARRIERS.flatMap(({ library, names }) => names.map((name) => bundle(name, library)));
  expect(carrierFaults(carriers)).toEqual([]);
  expect(carrierFaults([...carriers, bundle('get-site', 'web-push')])).toEqual([
    'web-push is in the bundles of create-channel, get-site, notify-people, test-channel, and belongs in those of create-channel, notify-people, test-channel',
  ]);
  expect(carrierFaults([])).toHaveLength(CARRIERS.length);
});
