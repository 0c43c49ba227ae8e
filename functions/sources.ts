import { routes } from './routes.ts';
import { triggers } from './triggers.ts';

/** Where a function's code begins, and what it ships. */
export interface FunctionSource {
  readonly name: string;
  /** Relative to the project. */
  readonly entry: string;
  readonly hashesPasswords: boolean;
  /** Files of packages that the code reads as it runs, by their paths in `node_modules`. */
  readonly files: readonly string[];
}

/** Every Lambda function: of the routes, and of the triggers. */
export function functionSources(): FunctionSource[] {
  const ofRoutes = routes.map(({ name, folder, hashesPasswords = false, files = [] }) => ({
    name,
    entry: entryOf(folder, name),
    hashesPasswords,
    files,
  }));
  const ofTriggers = triggers.map(({ name, folder }) => ({
    name,
    entry: entryOf(folder, name),
    hashesPasswords: false,
    files: [],
  }));
  return [...ofRoutes, ...ofTriggers];
}

const entryOf = (folder: string, name: string) => `./functions/${folder}/${name}.ts`;
