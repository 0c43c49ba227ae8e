import { Tracer } from '@aws-lambda-powertools/tracer';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Role } from '../../shared/access.ts';
import { callerContext } from '../../shared/http/caller.ts';
import { createEndpoint, type Endpoint, type EndpointRequest } from '../../shared/http/endpoint.ts';
import type { EndpointResult } from '../../shared/http/respond.ts';
import { defineRoute, type Route, type RouteDeclaration } from '../../shared/http/route.ts';
import type { MetricValue } from '../../shared/lambda/publish-metrics.ts';
import type { Runtime } from '../../shared/lambda/runtime.ts';
import { fakeTable, type SentCommand, type TableAnswers } from './fake-table.ts';

export const TENANT_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff154';
export const USER_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff155';

/** In the middle of a minute. */
export const NOW = new Date('2026-11-20T12:00:30.000Z');

/** A request of a route whose schemas are any. */
type AnyRequest = Omit<EndpointRequest<Route>, 'path' | 'query' | 'body'> &
  // biome-ignore lint/suspicious/noExplicitAny: inputs of many endpoints
  Readonly<Record<'path' | 'query' | 'body', any>>;

interface EndpointCall {
  /** What the route declares beyond the least: `GET /things`, for anyone. */
  readonly route?: Partial<RouteDeclaration>;
  /** Answers nothing, unless it is given. */
  readonly endpoint?: (request: AnyRequest, runtime: Runtime) => EndpointResult;
  readonly event?: Partial<APIGatewayProxyEvent>;
  /** Whom the authorizer let in; nobody where the route takes anyone. */
  readonly role?: Role;
  readonly answers?: TableAnswers;
  readonly settings?: Partial<Runtime['settings']>;
  readonly tracer?: Tracer;
  readonly isColdStart?: boolean;
  /** How long a request takes by the clock. */
  readonly milliseconds?: number;
  readonly logLevel?: 'INFO' | 'DEBUG';
}

export interface LoggedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: fields of many lines
  readonly fields: any;
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

/** Runs an endpoint through the whole pipeline, in memory: what is not given is as plain as can be. */
export async function callEndpoint(call: EndpointCall = {}): Promise<EndpointReply> {
  const { table, sent } = fakeTable(call.answers ?? []);
  const metrics: MetricValue[] = [];
  const logged: LoggedLine[] = [];
  const write = (level: LoggedLine['level']) => (message: string, fields: unknown) =>
    logged.push({ level, message, fields });
  const instants = [NOW, new Date(NOW.getTime() + (call.milliseconds ?? 0))];
  const runtime: Runtime = {
    clock: () => instants.shift() ?? NOW,
    randomBytes: (size) => new Uint8Array(size).fill(7),
    table,
    settings: {
      tableName: table.name,
      stage: 'test',
      release: 'test',
      dynamodbEndpoint: undefined,
      tokenExpirationMinutes: 60,
      rateLimits: {
        authPerMinute: 5,
        apiPerMinute: 60,
        loginPerAddressPerMinute: 30,
        failedLoginsPerHour: 50,
      },
      corsOrigin: '*',
      ...call.settings,
    },
    logger: {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      getLevelName: () => call.logLevel ?? 'INFO',
    } as unknown as Runtime['logger'],
    tracer: call.tracer ?? new Tracer({ enabled: false }),
    publishMetrics: (values) => metrics.push(...values),
    takeColdStart: () => call.isColdStart ?? false,
  };
  const route: Route = defineRoute('things/get-thing', {
    method: 'GET',
    path: '/things',
    summary: 'A thing',
    access: 'anyone',
    response: { description: 'The thing.' },
    ...call.route,
  });
  const handler = createEndpoint(route, (call.endpoint ?? (() => ({}))) as Endpoint<Route>)(() => runtime);
  const result = await handler(eventOf(route, call), { functionName: 'guard-test-function' } as Context);
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

function eventOf(route: Route, { event, role }: EndpointCall): APIGatewayProxyEvent {
  const authorizer = role && {
    ...callerContext({ userId: USER_ID, tenantId: TENANT_ID, role, tokenId: 1, sessionVersion: 1 }),
  };
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
