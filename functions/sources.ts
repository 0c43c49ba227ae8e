import { tableUseOf } from '../shared/http/route-implications.ts';
import type { TableUse } from '../shared/table/table-use.ts';
import { routes } from './routes.ts';
import { triggers } from './triggers.ts';

/** The entry point and the bundle of a function. */
export interface FunctionSource {
  readonly name: string;
  /** The path of the entry point, relative to the project. */
  readonly entry: string;
  readonly hashesPasswords: boolean;
  /** Files of npm packages that the code reads at run time, by their paths in `node_modules`. */
  readonly files: readonly string[];
  /** The read that prepares the function for its first invocation, if its role permits one. */
  readonly preparedBy?: 'getItem' | 'batchGet' | undefined;
}

export function functionSources(): FunctionSource[] {
  const ofRoutes = routes.map((route) => {
    const { name, folder, hashesPasswords = false, files = [] } = route;
    const preparedBy = readOf(tableUseOf(route));
    return { name, entry: entryOf(folder, name), hashesPasswords, files, preparedBy };
  });
  const ofTriggers = triggers.map(({ name, folder, table }) => ({
    name,
    entry: entryOf(folder, name),
    hashesPasswords: false,
    files: [],
    preparedBy: readOf(table),
  }));
  return [...ofRoutes, ...ofTriggers];
}

function readOf({ actions }: TableUse): FunctionSource['preparedBy'] {
  if (actions.includes('GetItem')) return 'getItem';
  return actions.includes('BatchGetItem') ? 'batchGet' : undefined;
}

const entryOf = (folder: string, name: string) => `./functions/${folder}/${name}.ts`;
