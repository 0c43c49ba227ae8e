import { SECURITY_HEADERS } from '../../shared/http/security-headers.ts';
import { getConsoleRoute } from '../console/get-console.route.ts';
import { getReferenceRoute } from './get-reference.route.ts';

/** A path that leads to another, without a function: API Gateway answers it. */
export interface Redirect {
  readonly path: `/${string}`;
  readonly to: `/${string}`;
}

/** What people open who know nothing but the base URL. */
export const redirects: readonly Redirect[] = [
  { path: '/', to: getConsoleRoute.path },
  { path: '/docs', to: getReferenceRoute.path },
];

/** Found: nobody should remember for good where the reference was. */
export const REDIRECT_STATUS = 302;

export function redirectHeaders(location: string): Record<string, string> {
  return { ...SECURITY_HEADERS, Location: location };
}
