import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { parseSync, type Statement, Visitor } from 'oxc-parser';
import type { FunctionSource } from '../../../functions/sources.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/** The files of `functions/`, in whatever folder the project is. */
const FUNCTION_FILES = new RegExp(`^${RegExp.escape(PROJECT_FOLDER)}functions[\\\\/].*\\.ts$`);

/**
 * Names the entry point of a function: a module that `functionEntries` makes. The function reads the table before its first
 * invocation, if its role permits a read (shared/lambda/prepare.ts).
 */
export function functionEntry({ entry, makeHandler, preparedBy }: FunctionSource): string {
  return makeHandler === undefined ? entry : `${entry}${ENTRY}${makeHandler}:${preparedBy ?? 'nothing'}`;
}

/** Separates the path of a file from what its entry point does. */
const ENTRY = '?entry:';

const PREPARATIONS = {
  nothing: '',
  getItem: `import { prepare } from "./shared/lambda/prepare.ts";
    import { getItem } from "./shared/table/reads.ts";
    await prepare(lambdaRuntime, getItem);`,
  batchGet: `import { prepare } from "./shared/lambda/prepare.ts";
    import { batchGet } from "./shared/table/reads.ts";
    await prepare(lambdaRuntime, (table, key) => batchGet(table, [key]));`,
};

/**
 * Makes the modules that `functionEntry` names. Each makes a runtime for its function. Of the file with the handler, a module
 * contains only what that handler needs, because the other handlers would add everything that they import.
 */
export const functionEntries: Plugin = {
  name: 'function-entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts\?/ }, ({ path, resolveDir }) => {
      const [file = '', query = ''] = path.split('?');
      return { path: resolve(resolveDir, file), suffix: `?${query}` };
    });
    onLoad({ filter: FUNCTION_FILES }, async ({ path, suffix }) => {
      if (suffix.startsWith(ENTRY)) return { contents: entryOf(path, suffix), resolveDir: PROJECT_FOLDER };
      return { contents: keepOnly(path, await readFile(path, 'utf8'), suffix.slice(1)), loader: 'ts' };
    });
  },
};

function entryOf(path: string, suffix: string): string {
  const [makeHandler, preparedBy] = suffix.slice(ENTRY.length).split(':');
  return `
    import { ${makeHandler} as makeHandler } from ${JSON.stringify(`${path}?${makeHandler}`)};
    import { lambdaRuntime } from ${JSON.stringify(`./shared/lambda/runtime.ts?${makeHandler}`)};
    export const handler = makeHandler(lambdaRuntime);
    ${PREPARATIONS[preparedBy as keyof typeof PREPARATIONS]}`;
}

/**
 * Reduces a TypeScript file to the top-level statements that one export needs. The others become blank, so that lines and
 * columns do not change.
 */
export function keepOnly(file: string, text: string, name: string): string {
  if (name === '') return text;
  const { program } = parseSync(file, text);
  const identifiers: { readonly name: string; readonly start: number }[] = [];
  new Visitor({ Identifier: (it) => void identifiers.push(it) }).visit(program);
  const needed = new Set([name]);
  const dropped = new Set<Statement>(
    program.body.filter((it): it is Statement => it.type !== 'ImportDeclaration'),
  );
  const isNeeded = (statement: Statement) => {
    const names = namesOf(statement);
    // A statement that declares no name is kept, because it has an effect.
    return names === undefined || names.some((it) => needed.has(it));
  };
  for (let found = [...dropped].filter(isNeeded); found.length > 0; found = [...dropped].filter(isNeeded)) {
    for (const statement of found) {
      dropped.delete(statement);
      const { start, end } = statement;
      for (const it of identifiers) if (start <= it.start && it.start < end) needed.add(it.name);
    }
  }
  return [...dropped].reduceRight(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end),
    text,
  );
}

/** The names that a statement declares; `undefined` if it declares none, or if they cannot be read from it. */
function namesOf(statement: Statement): string[] | undefined {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'VariableDeclaration') {
    const ids = declaration.declarations.map(({ id }) => id);
    return ids.every((id) => id.type === 'Identifier') ? ids.map(({ name }) => name) : undefined;
  }
  if (!declaration || !('id' in declaration) || declaration.id?.type !== 'Identifier') return undefined;
  return [declaration.id.name];
}
