import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Role } from '../../shared/base/access.ts';
import type { AuthenticatedKey } from '../../shared/base/actor.ts';
import { callerContext } from '../../shared/http/caller.ts';
import { createEndpoint, type Endpoint, type EndpointRequest } from '../../shared/http/endpoint.ts';
import type { Remember } from '../../shared/http/idempotency.ts';
import type { LambdaHandler } from '../../shared/http/pipeline.ts';
import type { EndpointResult } from '../../shared/http/respond.ts';
import { defineRoute, type Route, type RouteDeclaration } from '../../shared/http/route.ts';
import type { MetricValue } from '../../shared/lambda/metrics.ts';
import type { Runtime, RuntimeSource } from '../../shared/lambda/runtime.ts';
import type { SentCommand } from './fake-table.ts';
import { type LoggedLine, makeRuntime, type RuntimeParts } from './make-runtime.ts';

export const TENANT_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff154';
export const USER_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff155';

/** A time in the middle of a minute. */
export const NOW = new Date('2026-11-20T12:00:30.000Z');

/** A request of a route with any schemas. */
type AnyRequest = Omit<EndpointRequest<Route>, 'path' | 'query' | 'body' | 'remember'> &
  // biome-ignore lint/suspicious/noExplicitAny: inputs of many endpoints
  Readonly<Record<'path' | 'query' | 'body', any>> & { readonly remember: Remember };

interface EndpointCall extends Omit<RuntimeParts, 'clock'> {
  /** Declarations of the route. The default is `GET /things` without authorization. */
  readonly route?: Partial<RouteDeclaration>;
  /** The default returns an empty result. */
  readonly endpoint?: (request: AnyRequest, runtime: Runtime) => EndpointResult;
  readonly event?: Partial<APIGatewayProxyEvent>;
  /** The role of the authorized user. Absent where the route needs no authorization. */
  readonly role?: Role;
  /** The authorized key, instead of a user. */
  readonly key?: AuthenticatedKey;
  /** Duration of the request by the clock. */
  readonly milliseconds?: number;
}

interface EndpointReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many endpoints
  readonly body: any;
  readonly metrics: readonly MetricValue[];
  readonly logged: readonly LoggedLine[];
  readonly sent: readonly SentCommand[];
}

/** Runs an endpoint through the whole pipeline in memory, with simple defaults. */
export async function callEndpoint(call: EndpointCall = {}): Promise<EndpointReply> {
  const route: Route = defineRoute('things/get-thing', {
    method: 'GET',
    path: '/things',
    summary: 'A thing',
    access: 'anyone',
    response: { description: 'The thing.' },
    ...call.route,
  });
  const endpoint = (call.endpoint ?? (() => ({}))) as Endpoint<Route>;
  return callHandler(createEndpoint(route, endpoint), route, call);
}

/** Calls the handler of a route in memory. */
export async function callHandler(
  createHandler: (source: RuntimeSource) => LambdaHandler,
  route: Route,
  call: Omit<EndpointCall, 'route' | 'endpoint'> = {},
): Promise<EndpointReply> {
  const instants = [NOW, new Date(NOW.getTime() + (call.milliseconds ?? 0))];
  const { runtime, metrics, logged, sent } = makeRuntime({ ...call, clock: () => instants.shift() ?? NOW });
  const result = await createHandler(() => runtime)(eventOf(route, call), {
    functionName: 'guard-test-function',
    functionVersion: '7',
  } as Context);
  const body = result.body.startsWith('{') ? JSON.parse(result.body) : undefined;
  return {
    status: result.statusCode,
    headers: result.headers ?? {},
    text: result.body,
    body,
    metrics,
    logged,
    sent,
  };
}

function eventOf(route: Route, { event, role, key }: EndpointCall): APIGatewayProxyEvent {
  const user = role && {
    userId: USER_ID,
    tenantId: TENANT_ID,
    role,
    name: 'Uma',
    tokenId: 1,
    sessionVersion: 1,
  };
  const caller = key ?? user;
  const authorizer = caller && callerContext(caller);
  return {
    httpMethod: route.method,
    resource: route.path,
    path: route.path,
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    ...event,
    requestContext: {
      requestId: 'request-1',
      path: route.path,
      domainName: 'guard.test',
      identity: { sourceIp: '203.0.113.7' },
      authorizer,
    },
  } as unknown as APIGatewayProxyEvent;
}
