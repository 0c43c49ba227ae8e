import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';

const METHODS = [
  ['list', 'GET', ''],
  ['create', 'POST', ''],
  ['get', 'GET', '/{trial_name}'],
  ['update', 'PATCH', '/{trial_name}'],
  ['delete', 'DELETE', '/{trial_name}'],
] as const;

/**
 * The declared routes and more, `count` in total: further kinds of entities, each with the five usual endpoints on two paths,
 * in its own folder.
 */
export function manyRoutes(count: number): Route[] {
  const kinds = Math.ceil((count - routes.length) / METHODS.length);
  const more = Array.from({ length: kinds }, (_, kind) =>
    METHODS.map(([verb, method, rest]) =>
      defineRoute(`trial-kind-${kind}/${verb}-trial-kind-${kind}`, {
        method,
        path: `/api/v1/trial-kinds-${kind}${rest}`,
        summary: `Trial: ${verb} a thing of kind ${kind}`,
        access: 'signed_in',
        ...(rest === '' ? {} : { request: { path: { trial_name: z.string() } } }),
        response: { description: 'Done.' },
        table: { actions: ['GetItem', 'UpdateItem'], indexes: ['platform', 'site'] },
      }),
    ),
  );
  return [...routes, ...more.flat().slice(0, count - routes.length)];
}
