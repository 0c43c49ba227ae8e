import { SECURITY_HEADERS } from '../../shared/http/security-headers.ts';
import { getConsoleRoute } from '../console/get-console.route.ts';
import { getReferenceRoute } from './get-reference.route.ts';

/** A redirect from one path to another. API Gateway answers it without a function. */
export interface Redirect {
  readonly path: `/${string}`;
  readonly to: `/${string}`;
}

/** For people who know only the base URL. */
export const redirects: readonly Redirect[] = [
  { path: '/', to: getConsoleRoute.path },
  { path: '/docs', to: getReferenceRoute.path },
];

/** Found: clients must not cache the target permanently. */
export const REDIRECT_STATUS = 302;

export function redirectHeaders(location: string): Record<string, string> {
  return { ...SECURITY_HEADERS, Location: location };
}
