import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import {
  findCircles,
  type Imports,
  importsOf,
  importsOfFolders,
  reachableFrom,
  readImports,
} from './imports.ts';
import { LAYERS, strays, wrongImports } from './rooms.ts';

const imports = readImports(['bin', 'lib', 'functions', 'shared', 'bench']);
const files = [...imports.keys()];

/** What carries code for AWS's services: whoever reads a declaration must not load it. */
const SDKS = /^(@aws-sdk|@aws-lambda-powertools|@middy|@node-rs)\//;
const CDK = /^(aws-cdk-lib|constructs|cdk-)/;

/** All of zod but what functions may bundle: classic schemas are 60 KB more, and take longer to make. */
const CLASSIC_ZOD = /^zod(?!\/(mini|locales)$)/;

const reached = (file: string, pattern: RegExp) =>
  [...reachableFrom(file, imports)].filter((it) => pattern.test(it));

describe('the house', () => {
  test('has no arrow up: files import from their own room and from those below', () => {
    expect(wrongImports(imports)).toEqual([]);
  });

  test('has no circle: no file leads back to itself', () => {
    expect(findCircles(imports)).toEqual([]);
  });

  test.each(['lib/cdk', 'lib/local', 'lib/console', 'lib/admin', 'lib/openapi'])(
    'The folders of %s do not import each other in a circle',
    (room) => {
      const folders = importsOfFolders(room, imports);
      expect(folders.size).toBeGreaterThan(1);
      expect(findCircles(folders)).toEqual([]);
    },
  );

  test('has a room for every file', () => {
    expect(strays(files)).toEqual([]);
  });

  test('has the layers of shared/ that docs/architecture.md lists, in the same order', () => {
    const document = readFileSync('docs/architecture.md', 'utf8');
    const [, section = ''] = document.split('\n## The layers of shared\n');
    const [list = ''] = /^ {4}.*(?:\n {4}.*)*/m.exec(section) ?? [];
    const listed = Array.from(list.matchAll(/([\w-]+)\/ /g), ([, folder]) => folder);
    expect([...listed, 'ground']).toEqual(LAYERS);
  });

  test('keeps what AWS gets in lib/cdk: nothing else knows the CDK', () => {
    const others = files.filter((file) => !/^(lib\/cdk|bin|bench)\//.test(file));
    expect(others.filter((file) => imports.get(file)?.some((it) => CDK.test(it)))).toEqual([]);
  });

  test.each(['bin/local.ts', 'bin/admin.ts'])('starts %s without the CDK', (file) => {
    expect(imports.has(file)).toBe(true);
    expect(reached(file, CDK)).toEqual([]);
  });
});

describe('functions/', () => {
  const declarations = globSync('functions/*/*.{route,trigger}.ts').sort();

  test('lists every declaration that is there, under the id that its file says', () => {
    const declared = [
      ...routes.map(({ folder, name }) => `functions/${folder}/${name}.route.ts`),
      ...triggers.map(({ folder, name }) => `functions/${folder}/${name}.trigger.ts`),
    ];
    expect(declared.sort()).toEqual(declarations);
  });

  test.each(declarations)('%s has its handler beside it, and loads no SDK', (file) => {
    expect(existsSync(file.replace(/\.(route|trigger)\.ts$/, '.ts'))).toBe(true);
    expect(reached(file, SDKS)).toEqual([]);
  });

  const handlers = declarations.map((file) => file.replace(/\.(route|trigger)\.ts$/, '.ts'));

  test.each(handlers)('%s makes its schemas with zod/mini alone', (file) => {
    expect(reached(file, /^zod\/mini$/)).toEqual(['zod/mini']);
    expect(reached(file, CLASSIC_ZOD)).toEqual([]);
  });
});

describe('test/unit', () => {
  /** What is tested there that is no TypeScript file. */
  const DOCUMENTS = /^docs\//;

  /** `gateway.limits.test.ts` is one of several tests of `gateway.ts`. */
  const sourceOf = (file: string) => file.replace(/(\.[\w-]+)?\.test\.ts$/, '');

  test('mirrors the project: each test stands where what it tests stands', () => {
    const tests = globSync('test/unit/**/*.test.ts').map((file) => file.replace(/^test\/unit\//, ''));
    const homeless = tests.filter(
      (file) => !DOCUMENTS.test(file) && globSync(`${sourceOf(file)}.*`).length === 0,
    );
    expect(homeless).toEqual([]);
  });
});

describe('the reader of imports', () => {
  test('sees every way in which the project imports', () => {
    const text = `
import * as z from 'zod';
import { a, type B } from './a.ts';
import type { C } from '../c.ts';
import {
  d,
} from '../d/d.ts';
export { e } from './e.ts';
import document from '../../docs/openapi.json' with { type: 'json' };
const f = await import('./f.ts');
import './g.ts';
`;
    expect(importsOf('lib/x/y.ts', text)).toEqual([
      'zod',
      'lib/x/a.ts',
      'lib/c.ts',
      'lib/d/d.ts',
      'lib/x/e.ts',
      'docs/openapi.json',
      'lib/x/f.ts',
      'lib/x/g.ts',
    ]);
  });

  test('finds every file that is imported', () => {
    const missing = [...imports].flatMap(([file, imported]) =>
      imported.filter((it) => it.endsWith('.ts') && !existsSync(it)).map((it) => `${file} → ${it}`),
    );
    expect(missing).toEqual([]);
    expect(imports.get('bin/local.ts')).toContain('lib/local/run-local.ts');
  });
});

describe('the rules', () => {
  test('tell zod/mini from the classic zod, however it is named', () => {
    const named = ['zod', 'zod/v4', 'zod/v4/classic', 'zod/v3', 'zod/mini', 'zod/locales'];
    expect(named.filter((it) => CLASSIC_ZOD.test(it))).toEqual(['zod', 'zod/v4', 'zod/v4/classic', 'zod/v3']);
  });

  const graph = (arrows: Record<string, string[]>): Imports => new Map(Object.entries(arrows));

  test.each([
    ['shared/table/keys.ts', 'shared/lists/page.ts'],
    ['shared/errors.ts', 'shared/table/keys.ts'],
    ['shared/sites/site.ts', 'shared/devices/device.ts'],
    ['shared/sites/site.ts', 'functions/routes.ts'],
    ['functions/sites/get-site.ts', 'lib/cdk/table.ts'],
    ['lib/cdk/table.ts', 'lib/local/engine.ts'],
    ['lib/openapi/tags.ts', 'lib/cdk/table.ts'],
    ['shared/ids.ts', 'test/support/random.ts'],
  ])('know that %s must not import %s', (from, to) => {
    expect(wrongImports(graph({ [from]: [to] }))).toEqual([`${from} → ${to}`]);
  });

  test.each([
    ['shared/lists/page.ts', 'shared/table/keys.ts'],
    ['shared/devices/device.ts', 'shared/sites/site.ts'],
    ['functions/sites/get-site.ts', 'shared/errors.ts'],
    ['lib/local/engine.ts', 'lib/cdk/api/cors.ts'],
  ])('let %s import %s', (from, to) => {
    expect(wrongImports(graph({ [from]: [to] }))).toEqual([]);
  });

  test('find circles, however long', () => {
    expect(findCircles(graph({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] }))).toEqual(['a → b → c → a']);
    expect(findCircles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });

  test('find circles between folders whose files import nothing in a circle', () => {
    const files = graph({
      'lib/cdk/api/api.ts': ['lib/cdk/firewall/firewall.ts', 'lib/cdk/log-group.ts', 'zod'],
      'lib/cdk/firewall/rules.ts': ['lib/cdk/api/throttling.ts'],
    });
    expect(findCircles(files)).toEqual([]);
    expect(findCircles(importsOfFolders('lib/cdk', files))).toEqual([
      'lib/cdk/api → lib/cdk/firewall → lib/cdk/api',
    ]);
  });

  test('find files that stand nowhere', () => {
    const placed = [
      'shared/ids.ts',
      'shared/table/keys.ts',
      'lib/cdk/table.ts',
      'functions/sites/get-site.ts',
    ];
    const stray = ['shared/helpers/strings.ts', 'lib/utils/strings.ts'];
    expect(strays([...placed, ...stray])).toEqual(stray);
  });
});
