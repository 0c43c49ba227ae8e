import { tableUseOf } from '../shared/http/route-implications.ts';
import { handlerExport } from '../shared/lambda/function-group.ts';
import type { TableUse } from '../shared/table/table-use.ts';
import { routes } from './routes.ts';
import { triggers } from './triggers.ts';

/** The entry point and the bundle of a function. */
export interface FunctionSource {
  readonly name: string;
  /** The path of the file with the handler, relative to the project. */
  readonly entry: string;
  /** The export that makes the handler of a runtime; `undefined` if the file exports `handler` itself. */
  readonly makeHandler?: string | undefined;
  readonly hashesPasswords: boolean;
  /** Files of npm packages that the code reads at run time, by their paths in `node_modules`. */
  readonly files: readonly string[];
  /** The read that prepares the function for its first invocation, if its role permits one. */
  readonly preparedBy?: 'getItem' | 'batchGet' | undefined;
}

export function functionSources(): FunctionSource[] {
  const ofRoutes = routes.map((route) => {
    const { name, file, hashesPasswords = false, files = [] } = route;
    const preparedBy = readOf(tableUseOf(route));
    return { name, ...entryOf(file, name), hashesPasswords, files, preparedBy };
  });
  const ofTriggers = triggers.map(({ name, file, table }) => ({
    name,
    ...entryOf(file, name),
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

const entryOf = (file: string, name: string) => ({
  entry: `./functions/${file}.ts`,
  makeHandler: handlerExport(name),
});
