import { type FunctionPlace, handlerExport } from '../../shared/lambda/function-group.ts';
import type { AnyHandler } from './secret-watch.ts';

/** Imports what makes the handler of a function, from its file in `functions/`. */
export async function importHandler({
  file,
  name,
}: Pick<FunctionPlace, 'file' | 'name'>): Promise<(...outside: readonly unknown[]) => AnyHandler> {
  const { href } = new URL(`../../functions/${file}.ts`, import.meta.url);
  const makeHandler = (await import(/* @vite-ignore */ href))[handlerExport(name)];
  if (typeof makeHandler !== 'function')
    throw new Error(`functions/${file}.ts exports no handler of ${name}`);
  return makeHandler;
}
