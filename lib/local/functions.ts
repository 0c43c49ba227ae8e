import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import type { LambdaHandler } from './invoke.ts';

export interface LocalFunctions {
  endpoint(name: string): Promise<LambdaHandler<APIGatewayProxyEvent>>;
  authorizer(): Promise<LambdaHandler<APIGatewayTokenAuthorizerEvent>>;
  /** A function that no client calls by HTTP. */
  triggered(name: string): Promise<LambdaHandler<object>>;
  /** Has these functions, or all of them, imported afresh when they are next called. */
  reload(names?: readonly string[]): void;
}

/** Counts over all folders, since Node keeps every module that it ever imported by its URL. */
let imports = 0;

/**
 * The handlers of `<folder>/<name>/index.mjs`. Each is imported at its first call, as a Lambda function starts cold,
 * and kept. An import that fails is tried again at the next call.
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

/** Only that it is a function can be seen from outside; which event it takes, its declaration says. */
function hasHandler<Event>(module: unknown): module is { handler: LambdaHandler<Event> } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'handler' in module &&
    typeof module.handler === 'function'
  );
}
