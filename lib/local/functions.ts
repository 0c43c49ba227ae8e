import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import type { LambdaHandler } from './invoke.ts';

export interface LocalFunctions {
  endpoint(name: string): Promise<LambdaHandler<APIGatewayProxyEvent>>;
  authorizer(): Promise<LambdaHandler<APIGatewayTokenAuthorizerEvent>>;
  /** A function that no client calls by HTTP. */
  triggered(name: string): Promise<LambdaHandler<object>>;
  /** Imports these functions, or all, again at their next call. */
  reload(names?: readonly string[]): void;
}

/** Makes the URL of each import unique: Node returns the cached module for a known URL. All folders share the count. */
let imports = 0;

/**
 * The handlers of `<folder>/<name>/index.mjs`. Each is imported at its first call, like a cold start. The next call repeats a
 * failed import.
 */
export function loadFunctions(folder: string, authorizerName: string): LocalFunctions {
  const modules = new Map<string, Promise<unknown>>();

  function load(name: string): Promise<unknown> {
    const known = modules.get(name);
    if (known) return known;
    imports += 1;
    const module: Promise<unknown> = import(
      `${pathToFileURL(join(folder, name, 'index.mjs'))}?import=${imports}`
    );
    modules.set(name, module);
    module.catch(() => modules.delete(name));
    return module;
  }

  async function handlerOf<Event>(name: string): Promise<LambdaHandler<Event>> {
    const module = await load(name);
    if (hasHandler<Event>(module)) return module.handler;
    throw new Error(`The function ${name} exports no handler.`);
  }

  return {
    endpoint: (name) => handlerOf(name),
    authorizer: () => handlerOf(authorizerName),
    triggered: (name) => handlerOf(name),
    reload(names = [...modules.keys()]) {
      for (const name of names) modules.delete(name);
    },
  };
}

/** The declaration guarantees the type of the event; only the existence of the handler is checked. */
function hasHandler<Event>(module: unknown): module is { handler: LambdaHandler<Event> } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'handler' in module &&
    typeof module.handler === 'function'
  );
}
