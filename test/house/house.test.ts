import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import {
  findCycles,
  type Imports,
  importsOf,
  importsOfFolders,
  reachableFrom,
  readImports,
} from './imports.ts';
import { LAYERS, strays, wrongImports } from './rooms.ts';

const imports = readImports(['bin', 'lib', 'functions', 'shared', 'bench']);
const files = [...imports.keys()];

const CDK = /^(aws-cdk-lib|constructs|cdk-)/;

/** Every zod except those that functions may bundle. Classic schemas add 60 KB and take longer to create. */
const CLASSIC_ZOD = /^zod(?!\/(mini|locales)$)/;

const reached = (file: string, pattern: RegExp) =>
  [...reachableFrom(file, imports)].filter((it) => pattern.test(it));

describe('imports of source files', () => {
  test('A source file imports only from the rooms and layers that docs/architecture.md allows', () => {
    expect(wrongImports(imports)).toEqual([]);
  });

  test('No source file imports itself, directly or through other files', () => {
    expect(findCycles(imports)).toEqual([]);
  });

  test.each(['lib/cdk', 'lib/local', 'lib/console', 'lib/admin', 'lib/openapi'])(
    'The folders of %s do not import each other in a cycle',
    (room) => {
      const folders = importsOfFolders(room, imports);
      expect(folders.size).toBeGreaterThan(1);
      expect(findCycles(folders)).toEqual([]);
    },
  );

  test('Every source file belongs to a room of docs/architecture.md', () => {
    expect(strays(files)).toEqual([]);
  });

  test('The layers in docs/architecture.md contain each folder of shared/ exactly once', () => {
    const folders = globSync('shared/*/').map((folder) => folder.replace(/^shared\/|\/$/g, ''));
    expect([...LAYERS].sort()).toEqual(folders.sort());
  });

  test('Only lib/cdk, bin and bench import the CDK', () => {
    const others = files.filter((file) => !/^(lib\/cdk|bin|bench)\//.test(file));
    expect(others.filter((file) => imports.get(file)?.some((it) => CDK.test(it)))).toEqual([]);
  });

  test.each(['bin/local.ts', 'bin/admin.ts'])('%s does not load the CDK', (file) => {
    expect(imports.has(file)).toBe(true);
    expect(reached(file, CDK)).toEqual([]);
  });
});

describe('functions/', () => {
  const files = globSync('functions/**/*.ts').sort();
  const DECLARATION = /\bdefine(?:Route|Trigger)\b[^(]*\(\s*'([^']+)'/g;

  test('Every declared route or trigger is listed in functions/routes.ts or functions/triggers.ts with the file that declares it', () => {
    const declared = files.flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(DECLARATION), ([, id]) => ({ id, file })),
    );
    const listed = [...routes, ...triggers].map(({ file, name }) => ({
      id: `${file}/${name}`,
      file: `functions/${file}.ts`,
    }));
    const byId = (one: { id?: string | undefined }, other: { id?: string | undefined }) =>
      String(one.id).localeCompare(String(other.id));
    expect(listed.sort(byId)).toEqual(declared.sort(byId));
  });

  const withHandlers = files.filter((file) => readFileSync(file, 'utf8').match(DECLARATION));

  test.each(withHandlers)('%s creates its schemas with zod/mini only', (file) => {
    expect(reached(file, /^zod\/mini$/)).toEqual(['zod/mini']);
    expect(reached(file, CLASSIC_ZOD)).toEqual([]);
  });
});

describe('test/unit', () => {
  /** Tests of documents, which are no TypeScript files. */
  const DOCUMENTS = /^docs\//;

  /** `gateway.limits.test.ts` is one of several tests of `gateway.ts`. */
  const sourceOf = (file: string) => file.replace(/(\.[\w-]+)?\.test\.ts$/, '');

  test('Every unit test file has the path of the source file that it tests', () => {
    const tests = globSync('test/unit/**/*.test.ts').map((file) => file.replace(/^test\/unit\//, ''));
    const homeless = tests.filter(
      (file) => !DOCUMENTS.test(file) && globSync(`${sourceOf(file)}.*`).length === 0,
    );
    expect(homeless).toEqual([]);
  });
});

describe('test', () => {
  const NAME = /(?<![.\w])test(?:\.(?:each|for|skipIf|runIf)\b.*?\))?\(\s*(['"`])(.*?)(?<!\\)\1/gs;

  /** Code, paths, options and placeholders may come first. */
  const BEGINNING = /^(?:[^a-z]|\S*[A-Z_./(-])/;

  const namesIn = (text: string) => Array.from(text.matchAll(NAME), ([, , name = '']) => name);

  test('Every test name begins with a capital letter, a digit or a code word', () => {
    const names = globSync('test/**/*.{test,browser,deployed,faults}.ts').flatMap((file) =>
      namesIn(readFileSync(file, 'utf8')).map((name) => ({ file, name })),
    );
    expect(names.length).toBeGreaterThan(1_000);
    expect(names.filter(({ name }) => !BEGINNING.test(name))).toEqual([]);
  });

  test('The check of test names finds the name in every form of test call', () => {
    const text = `test('A', run); test.each([f(1)])("B %s", run); test.skipIf(isDone)(\n'C', run); it.test('no');`;
    expect(namesIn(text)).toEqual(['A', 'B %s', 'C']);
    expect(
      ['a list', 'dev', 'Lists', '%s', 'batchGet', 'docs/operate.md', '--help'].filter((it) =>
        BEGINNING.test(it),
      ),
    ).toEqual(['Lists', '%s', 'batchGet', 'docs/operate.md', '--help']);
  });
});

describe('importsOf', () => {
  test('The check of imports finds every form of import', () => {
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

  test('Every file that a source file imports exists', () => {
    const missing = [...imports].flatMap(([file, imported]) =>
      imported.filter((it) => it.endsWith('.ts') && !existsSync(it)).map((it) => `${file} → ${it}`),
    );
    expect(missing).toEqual([]);
    expect(imports.get('bin/local.ts')).toContain('lib/local/run-local.ts');
  });
});

describe('the import rules', () => {
  test('The check of imports recognizes the full zod package under each of its names', () => {
    const named = ['zod', 'zod/v4', 'zod/v4/classic', 'zod/v3', 'zod/mini', 'zod/locales'];
    expect(named.filter((it) => CLASSIC_ZOD.test(it))).toEqual(['zod', 'zod/v4', 'zod/v4/classic', 'zod/v3']);
  });

  const graph = (arrows: Record<string, string[]>): Imports => new Map(Object.entries(arrows));

  test.each([
    ['shared/table/keys.ts', 'shared/lambda/settings.ts'],
    ['shared/base/errors.ts', 'shared/table/keys.ts'],
    ['shared/sites/site.ts', 'shared/devices/device.ts'],
    ['shared/sites/site.ts', 'functions/routes.ts'],
    ['functions/sites.ts', 'lib/cdk/table.ts'],
    ['lib/cdk/table.ts', 'lib/local/engine.ts'],
    ['lib/local/engine.ts', 'lib/cdk/table.ts'],
    ['lib/openapi/tags.ts', 'lib/cdk/table.ts'],
    ['shared/base/ids.ts', 'test/support/random.ts'],
  ])('%s must not import %s', (from, to) => {
    expect(wrongImports(graph({ [from]: [to] }))).toEqual([`${from} → ${to}`]);
  });

  test.each([
    ['shared/lambda/settings.ts', 'shared/table/keys.ts'],
    ['shared/devices/device.ts', 'shared/sites/site.ts'],
    ['functions/sites.ts', 'shared/base/errors.ts'],
    ['lib/local/engine.ts', 'shared/http/cors.ts'],
  ])('%s may import %s', (from, to) => {
    expect(wrongImports(graph({ [from]: [to] }))).toEqual([]);
  });

  test('The check of imports finds cycles of any length', () => {
    expect(findCycles(graph({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] }))).toEqual(['a → b → c → a']);
    expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });

  test('The check of imports finds a cycle between folders, even if their files form no cycle', () => {
    const files = graph({
      'lib/cdk/api/api.ts': ['lib/cdk/firewall/firewall.ts', 'lib/cdk/log-group.ts', 'zod'],
      'lib/cdk/firewall/rules.ts': ['lib/cdk/api/throttling.ts'],
    });
    expect(findCycles(files)).toEqual([]);
    expect(findCycles(importsOfFolders('lib/cdk', files))).toEqual([
      'lib/cdk/api → lib/cdk/firewall → lib/cdk/api',
    ]);
  });

  test('The check of imports finds files that belong to no room of docs/architecture.md', () => {
    const placed = ['shared/base/ids.ts', 'shared/table/keys.ts', 'lib/cdk/table.ts', 'functions/sites.ts'];
    const stray = ['shared/strings.ts', 'shared/helpers/strings.ts', 'lib/utils/strings.ts'];
    expect(strays([...placed, ...stray])).toEqual(stray);
  });
});
