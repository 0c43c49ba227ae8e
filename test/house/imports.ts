import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The imports of each file, types included: files by their path from the project's root, packages by name. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Reads the imports of all TypeScript files in these folders. */
export function readImports(folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).filter(isOurs);
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
}

const isOurs = (file: string) => !file.includes('node_modules') && !file.startsWith('lib/client/dist');

/** The imports in the text of a file. */
export function importsOf(file: string, text: string): string[] {
  return [...new Set(Array.from(text.matchAll(IMPORT), ([, name = '']) => resolve(file, name)))];
}

function resolve(file: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : name;
}

/** Everything that a file imports, directly or through others, packages included. */
export function reachableFrom(file: string, imports: Imports): Set<string> {
  const found = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const imported of imports.get(next) ?? []) {
      if (!found.has(imported)) open.push(imported);
      found.add(imported);
    }
  }
  return found;
}

/** The imports between the folders of a room. A file next to the folders is a node of its own. */
export function importsOfFolders(room: string, imports: Imports): Imports {
  const nodeOf = (file: string) =>
    file
      .split('/')
      .slice(0, room.split('/').length + 1)
      .join('/');
  const isInRoom = (file: string) => file.startsWith(`${room}/`);
  const arrows = [...imports]
    .filter(([file]) => isInRoom(file))
    .flatMap(([file, imported]) =>
      imported.filter(isInRoom).map((it) => ({ from: nodeOf(file), to: nodeOf(it) })),
    )
    .filter(({ from, to }) => from !== to);
  return new Map(
    [...Map.groupBy(arrows, ({ from }) => from)].map(([from, its]) => [
      from,
      [...new Set(its.map(({ to }) => to))],
    ]),
  );
}

/** The cycles of imports: each once, as a path that ends at its beginning. */
export function findCycles(imports: Imports): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}
