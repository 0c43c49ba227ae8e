import { tableUseOf } from '../shared/http/route-implications.ts';
import { handlerExport } from '../shared/lambda/function-group.ts';
import type { TableUse } from '../shared/table/table-use.ts';
import { routes } from './routes.ts';
import { triggers } from './triggers.ts';

/** Where the code of a function is, and what its bundle contains. */
export interface FunctionSource {
  readonly name: string;
  /** The path of the file with the handler, relative to the project. */
  readonly entry: string;
  /** The export that makes the handler for a runtime; `undefined` if the file exports a finished `handler`. */
  readonly makeHandler?: string | undefined;
  readonly hashesPasswords: boolean;
  /** Files of npm packages that the code reads at run time, as paths in `node_modules`. */
  readonly files: readonly string[];
  /** The table read that prepares the function before its first invocation, if its role permits a read. */
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
