import type { FunctionSource } from '../../functions/sources.ts';
import type { Route } from '../../shared/http/route.ts';
import { createRuntime, type Runtime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import type { Table } from '../../shared/table/table.ts';
import type { LambdaHandler } from './invoke.ts';
import type { Bell } from './triggers/host.ts';

/** Finds the handler of a function. */
export type FindHandler = <Event>(name: string) => Promise<LambdaHandler<Event>>;

/**
 * Makes a function that finds handlers in the sources. Each handler gets its own runtime and is imported at its first call,
 * like a cold start, after the environment was prepared. The runtimes share the table, if one is given.
 */
export function loadFunctions(sources: readonly FunctionSource[], table?: Table): FindHandler {
  const known = new Map(sources.map((source) => [source.name, source]));
  const handlers = new Map<string, Promise<unknown>>();
  return async <Event>(name: string) => {
    const source = known.get(name);
    if (!source) throw new Error(`There is no function ${name}.`);
    const loading = handlers.get(name) ?? load(source, table);
    handlers.set(name, loading);
    const handler = await loading;
    if (isHandler<Event>(handler)) return handler;
    throw new Error(`The function ${name} exports no handler.`);
  };
}

async function load({ entry, makeHandler }: FunctionSource, table?: Table): Promise<unknown> {
  const module = await import(/* @vite-ignore */ new URL(`../../${entry}`, import.meta.url).href);
  return makeHandler === undefined ? module.handler : module[makeHandler]?.(ownRuntime(table));
}

/** Whether a file exports a handler. The type of the event is not checked, because the declaration guarantees it. */
function isHandler<Event>(handler: unknown): handler is LambdaHandler<Event> {
  return typeof handler === 'function';
}

function ownRuntime(table: Table | undefined): RuntimeSource {
  let runtime: Runtime | undefined;
  return () => {
    runtime ??= makeRuntime(table);
    return runtime;
  };
}

function makeRuntime(table: Table | undefined): Runtime {
  const runtime = createRuntime(process.env);
  return table ? Object.defineProperty(runtime, 'table', { value: table, enumerable: true }) : runtime;
}

/**
 * Makes the endpoints that may change the table ring a bell when they end, so that the stream reader need not poll all the
 * time. Endpoints that only count requests do not ring.
 */
export function ringAfterWrites(
  find: FindHandler,
  routes: readonly Pick<Route, 'name' | 'method'>[],
  bell: Bell,
): FindHandler {
  const writing = new Set(routes.filter(({ method }) => method !== 'GET').map(({ name }) => name));
  return async <Event>(name: string): Promise<LambdaHandler<Event>> => {
    const handler = await find<Event>(name);
    if (!writing.has(name)) return handler;
    return async (event, context) => {
      try {
        return await handler(event, context);
      } finally {
        bell.ring();
      }
    };
  };
}
