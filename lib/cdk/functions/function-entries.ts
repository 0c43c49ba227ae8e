import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { parseSync, type Statement, Visitor } from 'oxc-parser';
import type { FunctionSource } from '../../../functions/sources.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

const FUNCTION = 'function';

/**
 * The entry point of a function: a module of `functionEntries`. If `isPrepared`, the function reads the table before its first
 * invocation (shared/lambda/prepare.ts).
 */
export function functionEntry(
  { entry, makeHandler, preparedBy }: FunctionSource,
  { isPrepared }: { readonly isPrepared: boolean },
): string {
  if (makeHandler === undefined) return entry;
  const preparation = (isPrepared ? preparedBy : undefined) ?? 'nothing';
  return [FUNCTION, preparation, makeHandler, entry].join(':');
}

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
 * Makes the modules that `functionEntry` names, with the runtime of a deployed function. Of the file with the handler they
 * contain what that handler needs: the others would bring everything that they import.
 */
export const functionEntries: Plugin = {
  name: 'function-entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^function:/ }, ({ path }) => ({
      path: path.slice(FUNCTION.length + 1),
      namespace: FUNCTION,
    }));
    onLoad({ filter: /.*/, namespace: FUNCTION }, ({ path }) => {
      const [preparedBy, makeHandler, entry] = path.split(':');
      const contents = `
        import { ${makeHandler} as makeHandler } from ${JSON.stringify(`${entry}?${makeHandler}`)};
        import { lambdaRuntime } from "./shared/lambda/runtime.ts";
        export const handler = makeHandler(lambdaRuntime);
        ${PREPARATIONS[preparedBy as keyof typeof PREPARATIONS]}`;
      return { contents, resolveDir: PROJECT_FOLDER };
    });
    onResolve({ filter: /\?\w+$/ }, ({ path, resolveDir, namespace }) => {
      const [file = '', name] = path.split('?');
      return namespace === FUNCTION ? { path: resolve(resolveDir, file), suffix: `?${name}` } : undefined;
    });
    onLoad({ filter: /[\\/]functions[\\/].*\.ts$/ }, async ({ path, suffix }) => ({
      contents: keepOnly(path, await readFile(path, 'utf8'), suffix.slice(1)),
      loader: 'ts',
    }));
  },
};

/**
 * A TypeScript file with those statements at its top level that an export needs. The others become blank, so that lines and
 * columns stay.
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
    // A statement without a name runs for its effect.
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

/** The names that a statement declares; `undefined` if it declares none, or not by their names alone. */
function namesOf(statement: Statement): string[] | undefined {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'VariableDeclaration') {
    const ids = declaration.declarations.map(({ id }) => id);
    return ids.every((id) => id.type === 'Identifier') ? ids.map(({ name }) => name) : undefined;
  }
  if (!declaration || !('id' in declaration) || declaration.id?.type !== 'Identifier') return undefined;
  return [declaration.id.name];
}
