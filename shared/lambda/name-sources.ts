import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** Beside the deployed code of each function: where in the sources its parts come from. */
const SOURCE_MAP_FILE = 'index.mjs.map';

/** A place in the deployed code, as stacks tell it. */
const PLACE = /(?:file:\/\/)?[^\s()]*\/index\.mjs:(\d+):(\d+)/g;

/**
 * Has the stacks of an error and of its causes name places in the sources, and gives the error, as it can be logged. What is
 * thrown and is no error is not told: nobody knows what is in it.
 */
export type NameSources = (error: unknown) => Error;

export const asError: NameSources = (error) => (error instanceof Error ? error : new Error('unknown'));

/**
 * For code that Lambda unpacked to this folder; code that has no source map there is left to name itself. The map is read
 * when the first stack is told: Node would read it at each start (`--enable-source-maps`), which takes as long as a tenth of
 * a cold start.
 */
export function createSourceNamer(taskRoot: string | undefined): NameSources {
  let map: SourceMap | undefined | 'unread' = 'unread';
  return (error) => {
    if (map === 'unread') map = readSourceMap(taskRoot);
    for (let cause = error; map && cause instanceof Error; cause = cause.cause) {
      if (cause.stack) cause.stack = nameSources(map, cause.stack);
    }
    return asError(error);
  };
}

function readSourceMap(taskRoot: string | undefined): SourceMap | undefined {
  if (taskRoot === undefined) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(join(taskRoot, SOURCE_MAP_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

function nameSources(map: SourceMap, stack: string): string {
  return stack.replace(PLACE, (place, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
