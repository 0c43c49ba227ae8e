import type { Route } from '../../../shared/http/route.ts';
import type { LocalFunctions } from '../functions.ts';
import type { Bell } from './bell.ts';

/**
 * Wraps the functions of endpoints so that those that can change the table ring a bell when they end: the stream reader then
 * need not poll all the time. Request counters do not matter.
 */
export function ringAfterWrites(
  endpoint: LocalFunctions['endpoint'],
  routes: readonly Pick<Route, 'name' | 'method'>[],
  bell: Bell,
): LocalFunctions['endpoint'] {
  const writing = new Set(routes.filter(({ method }) => method !== 'GET').map(({ name }) => name));
  return async (name) => {
    const handler = await endpoint(name);
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
