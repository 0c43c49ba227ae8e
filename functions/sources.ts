import { routes } from './routes.ts';
import { triggers } from './triggers.ts';

/** The entry point and the bundle of a function. */
export interface FunctionSource {
  readonly name: string;
  /** Relative to the project. */
  readonly entry: string;
  readonly hashesPasswords: boolean;
  /** Files of npm packages that the code reads at run time, by their paths in `node_modules`. */
  readonly files: readonly string[];
}

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
