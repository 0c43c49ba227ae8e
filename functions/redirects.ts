import type { Redirect } from '../shared/http/redirect.ts';
import { getConsoleRoute } from './console.ts';
import { getReferenceRoute } from './docs.ts';

/** Redirects for people who know only the base URL. */
export const redirects: readonly Redirect[] = [
  { path: '/', to: getConsoleRoute.path },
  { path: '/docs', to: getReferenceRoute.path },
];
