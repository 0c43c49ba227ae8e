import type { Route } from '../../../shared/http/route.ts';
import type { LocalFunctions } from '../functions.ts';
import type { Bell } from './bell.ts';

/**
 * The endpoints' functions, of which those that may have changed what the table holds ring a bell when they have ended: so who
 * follows the table need not ask all the time. A function's own counter of requests is no such change.
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
