import { readFileSync } from 'node:fs';
import type { Imports } from './imports.ts';

const [, SECTION = ''] = readFileSync('docs/architecture.md', 'utf8').split('\n## The layers of shared\n');
const [LIST = ''] = /^ {4}.*(?:\n {4}.*)*/m.exec(SECTION) ?? [];

/** The layers of `shared/` in docs/architecture.md, from the top: a file imports from its own layer and lower ones. */
export const LAYERS: readonly string[] = Array.from(
  LIST.matchAll(/([\w-]+)\/ /g),
  ([, folder = '']) => folder,
);

/** The rooms that a room may import from, besides itself. Rooms that are not listed may import from anywhere. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  // The console's page contains the names of its built files.
  functions: ['lib/console', 'lib/reference', 'shared'],
  'lib/client': [],
  // The navigation follows the access matrix.
  'lib/console': ['lib/client', 'shared'],
  'lib/openapi': ['functions', 'shared'],
  'lib/reference': [],
  // The CDK builds the image of the receiver, and grants what it declares.
  'lib/cdk': ['lib/console', 'lib/mail-receiver', 'lib/receiver', 'functions', 'shared'],
  'lib/receiver': ['shared', 'lib/mail-receiver'],
  'lib/mail-receiver': ['shared'],
  'lib/local': ['lib/client', 'lib/console', 'lib/mail-receiver', 'lib/receiver', 'functions', 'shared'],
  'lib/admin': ['lib/local', 'shared'],
  bin: ['lib/admin', 'lib/cdk', 'lib/local', 'lib/openapi', 'lib/receiver', 'functions'],
  bench: ['lib/admin', 'lib/cdk', 'lib/client', 'lib/local', 'lib/receiver', 'functions', 'shared'],
};

/** The room of a project file; `undefined` for packages and other files. */
function roomOf(file: string): string | undefined {
  const [top = '', second = ''] = file.split('/');
  if (top === 'lib') return `lib/${second}`;
  return top in ALLOWED || top === 'test' ? top : undefined;
}

/** The layer of a file in `shared/`. */
function layerOf(file: string): string {
  const [, layer = ''] = file.split('/');
  return layer;
}

/** Every import of a room that may not be imported, or of a higher layer of `shared/`. */
export function wrongImports(imports: Imports): string[] {
  return [...imports].flatMap(([file, imported]) =>
    imported.filter((it) => isWrong(file, it)).map((it) => `${file} → ${it}`),
  );
}

function isWrong(file: string, imported: string): boolean {
  const [from, to] = [roomOf(file), roomOf(imported)];
  if (from === undefined || to === undefined) return false;
  if (from === 'shared' && to === 'shared') return rank(layerOf(file)) > rank(layerOf(imported));
  const allowed = ALLOWED[from];
  return from !== to && allowed !== undefined && !allowed.includes(to);
}

function rank(layer: string): number {
  return LAYERS.indexOf(layer);
}

/** Files outside every room: in a folder of `lib/` or `shared/` that is not listed. */
export function strays(files: Iterable<string>): string[] {
  return [...files].filter((file) => {
    if (file.startsWith('shared/')) return rank(layerOf(file)) < 0;
    return file.startsWith('lib/') && !Object.hasOwn(ALLOWED, roomOf(file) ?? '');
  });
}
