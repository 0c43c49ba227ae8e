import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import type { Clock } from '../../shared/base/time.ts';
import { REDIRECT_STATUS, type Redirect, redirectHeaders } from '../../shared/http/redirect.ts';
import type { Route } from '../../shared/http/route.ts';
import { preflightHeaders } from '../cdk/api/cors.ts';
import { type Authorization, isAuthorizationHeader, readAuthorization } from './authorize.ts';
import { compressReply } from './compress-reply.ts';
import { connectionOf } from './connection-ends.ts';
import type { DemoSso } from './demo-sso/demo-sso.ts';
import { badGatewayReply, type GatewayReply, gatewayReply, type ReplyContext } from './gateway-reply.ts';
import type { LambdaHandler } from './invoke.ts';
import { limitRuns } from './limit-runs.ts';
import type { Outbox } from './outbox.ts';
import { type GatewayRequest, proxyEvent, tokenAuthorizerEvent } from './proxy-event.ts';
import { parseProxyResult } from './proxy-result.ts';
import { readBody } from './request-body.ts';
import { parseTarget } from './request-target.ts';
import { headerValue } from './request-values.ts';
import { createRouteMatcher, isSamePath, type RouteMatch } from './route-matching.ts';
import { createFunctionRunner } from './run-function.ts';

/** Serves WebSocket connections. */
export interface SocketServer {
  takes(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly routes: readonly Route[];
  /** Paths that redirect without a function. */
  readonly redirects?: readonly Redirect[];
  /** Finds the function for each request, so that a rebuilt function is used at once. */
  readonly functions: (name: string) => Promise<LambdaHandler<APIGatewayProxyEvent>>;
  readonly authorizer: () => Promise<LambdaHandler<APIGatewayTokenAuthorizerEvent>>;
  /** The stage at the end of the base URL; absent with a custom domain. */
  readonly stage?: string;
  /** Whether the table is available; otherwise every response is 503. Default: always. */
  readonly isAvailable?: () => boolean;
  /** The WebSocket API, if there is one. */
  readonly sockets?: SocketServer | undefined;
  /** The messages to people, which two pages show. */
  readonly outbox?: Outbox | undefined;
  /** The OpenID provider of the demo. */
  readonly demoSso?: DemoSso | undefined;
  readonly corsOrigin: string;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  readonly log?: (line: string) => void;
  readonly integrationTimeoutMilliseconds?: number;
  /** The maximum of concurrent runs, beyond which requests wait. Default: unlimited. */
  readonly runsAtOnce?: number;
}

/** The integration timeout (AWS, "Quotas for configuring and running a REST API in API Gateway"). */
const INTEGRATION_TIMEOUT_MILLISECONDS = 29_000;

type Answer = (message: IncomingMessage, target: string, requestId: string) => Promise<GatewayReply>;

/** The response of API Gateway, without the headers that all its responses have. */
export function createAnswer(options: GatewayOptions): Answer {
  const { stage, redirects = [], corsOrigin, clock, newRequestId } = options;
  const { isAvailable = () => true, log = () => {}, runsAtOnce = Number.POSITIVE_INFINITY } = options;
  const timeoutMilliseconds = options.integrationTimeoutMilliseconds ?? INTEGRATION_TIMEOUT_MILLISECONDS;
  const matcher = createRouteMatcher(options.routes);
  const run = limitRuns(createFunctionRunner({ clock, newRequestId, log }), runsAtOnce);

  async function authorize(route: Route, request: GatewayRequest): Promise<Authorization | undefined> {
    if (route.access === 'anyone') return undefined;
    const token = headerValue(request.rawHeaders, 'authorization');
    if (!isAuthorizationHeader(token)) return { allowed: false, response: 'UNAUTHORIZED' };
    const event = tokenAuthorizerEvent(request, token, stage);
    return readAuthorization(event, await run('authorizer', options.authorizer, event, timeoutMilliseconds));
  }

  async function integrate(match: RouteMatch, event: APIGatewayProxyEvent, context: ReplyContext) {
    const { name } = match.route;
    const invocation = await run(name, () => options.functions(name), event, timeoutMilliseconds);
    if (invocation.outcome === 'timed_out') return gatewayReply('INTEGRATION_TIMEOUT', context);
    if (invocation.outcome === 'failed') return badGatewayReply(context);
    const reply = parseProxyResult(invocation.result);
    if (!('malformed' in reply)) return compressReply(reply, acceptEncodingOf(event));
    log(`${name} returned a malformed proxy result: ${reply.malformed}`);
    return badGatewayReply(context);
  }

  return async (message, target, requestId) => {
    const receivedAt = clock();
    const context = { requestId, corsOrigin };
    const method = message.method ?? '';
    const url = parseTarget(target, stage);
    const methods = url ? matcher.methodsOf(url.path) : [];
    if (method === 'OPTIONS' && methods.length > 0) {
      return { status: 204, headers: preflightHeaders(corsOrigin, methods), body: '' };
    }
    const redirect = url && method === 'GET' && redirects.find(({ path }) => isSamePath(path, url.path));
    if (redirect) {
      const basePath = stage === undefined ? '' : `/${stage}`;
      return { status: REDIRECT_STATUS, headers: redirectHeaders(basePath + redirect.to), body: '' };
    }
    const match = url && matcher.match(method, url.path);
    if (!match) return gatewayReply('MISSING_AUTHENTICATION_TOKEN', context);
    if (!isAvailable()) return gatewayReply('INTEGRATION_FAILURE', context);

    const request = { ...url, method, rawHeaders: message.rawHeaders, ...connectionOf(message) };
    const authorization = await authorize(match.route, { ...request, body: null });
    if (authorization?.allowed === false) return gatewayReply(authorization.response, context);
    const body = await readBody(message);
    if (body === undefined) return gatewayReply('REQUEST_TOO_LARGE', context);

    const event = proxyEvent({ ...request, body }, match, {
      requestId,
      receivedAt,
      stage,
      authorizer: authorization?.context,
    });
    return integrate(match, event, context);
  };
}

function acceptEncodingOf({ headers }: APIGatewayProxyEvent): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1];
}
