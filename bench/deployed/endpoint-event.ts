import { proxyEvent } from '../../lib/local/proxy-event.ts';
import type { Role } from '../../shared/base/access.ts';
import { callerContext } from '../../shared/http/caller.ts';
import { fillPath } from '../../shared/http/public-url.ts';
import type { Route } from '../../shared/http/route.ts';

/** The stage that events name. */
export const STAGE = 'prod';

interface EndpointCall {
  /** `undefined` if anyone may call. */
  readonly caller?: { readonly role: Role; readonly tenantId: string; readonly userId: string };
  /** The values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sourceIp?: string;
  readonly now: Date;
}

let requests = 0;

/** The event of API Gateway for an endpoint's function. */
export function endpointEvent(route: Route, call: EndpointCall): object {
  const { caller, path, body = null, sourceIp = '192.0.2.7', now } = call;
  requests += 1;
  return proxyEvent(
    {
      method: route.method,
      path: fillPath(route.path, path ?? {}),
      query: '',
      rawHeaders: [
        ...['Host', 'guard.example.com', 'Accept', 'application/json', 'Accept-Encoding', 'gzip, br'],
        ...['User-Agent', 'GuardOperator/4.2 (Android 17)'],
        ...(body === null ? [] : ['Content-Type', 'application/json']),
      ],
      body,
      sourceIp,
      port: 443,
    },
    { route, pathParameters: path === undefined ? null : { ...path } },
    {
      requestId: `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`,
      receivedAt: now,
      stage: STAGE,
      authorizer: caller && {
        ...callerContext({ ...caller, name: 'Olga Operator', tokenId: 4_294_967_297, sessionVersion: 1 }),
        principalId: caller.userId,
        integrationLatency: 21,
      },
    },
  );
}
