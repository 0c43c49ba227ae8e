import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

const SOURCE_MAP_FILE = 'index.mjs.map';

/** A line of a stack trace in the deployed code. */
const PLACE = /(?:file:\/\/)?[^\s()]*\/index\.mjs:(\d+):(\d+)/g;

/**
 * Rewrites the stack traces of an error and its causes to places in the sources, and returns the error for the log. A thrown
 * value that is not an `Error` is replaced: it may contain anything.
 */
export type NameSources = (error: unknown) => Error;

export const asError: NameSources = (error) => (error instanceof Error ? error : new Error('unknown'));

/**
 * Makes `nameSources` for code in this folder. Without a source map it leaves stack traces as they are. It reads the map
 * with the first stack trace: `--enable-source-maps` would read it at each start, which takes a tenth of a cold start.
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
