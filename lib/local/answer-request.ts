import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { REDIRECT_STATUS, type Redirect, redirectHeaders } from '../../functions/docs/redirects.ts';
import type { Route } from '../../shared/http/route.ts';
import type { Clock } from '../../shared/time.ts';
import { preflightHeaders } from '../cdk/api/cors.ts';
import { type Authorization, isAuthorizationHeader, readAuthorization } from './authorize.ts';
import { compressReply } from './compress-reply.ts';
import { connectionOf } from './connection-ends.ts';
import { badGatewayReply, type GatewayReply, gatewayReply, type ReplyContext } from './gateway-reply.ts';
import type { LambdaHandler } from './invoke.ts';
import { limitRuns } from './limit-runs.ts';
import { type GatewayRequest, proxyEvent, tokenAuthorizerEvent } from './proxy-event.ts';
import { parseProxyResult } from './proxy-result.ts';
import { readBody } from './request-body.ts';
import { parseTarget } from './request-target.ts';
import { headerValue } from './request-values.ts';
import { createRouteMatcher, isSamePath, type RouteMatch } from './route-matching.ts';
import { createFunctionRunner } from './run-function.ts';

/** Serves connections that begin as requests. */
export interface SocketServer {
  takes(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly routes: readonly Route[];
  /** Paths that lead to others without a function; none, if not given. */
  readonly redirects?: readonly Redirect[];
  /** Looked up anew for each request, so that a rebuilt function takes over at once. */
  readonly functions: (name: string) => Promise<LambdaHandler<APIGatewayProxyEvent>>;
  readonly authorizer: () => Promise<LambdaHandler<APIGatewayTokenAuthorizerEvent>>;
  /** The stage that the base URL ends in; without one, as with a custom domain, it has none. */
  readonly stage?: string;
  /** Whether the functions have what they need. Else every request is answered 503. Always, if not given. */
  readonly isAvailable?: () => boolean;
  /** The WebSocket API that is served beside the REST API; none, if not given. */
  readonly sockets?: SocketServer | undefined;
  readonly corsOrigin: string;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  readonly log?: (line: string) => void;
  readonly integrationTimeoutMilliseconds?: number;
  /** How many functions run at the same time, while further requests wait; any number, if not given. */
  readonly runsAtOnce?: number;
}

/** AWS, "Quotas for configuring and running a REST API in API Gateway", "Integration timeout". */
const INTEGRATION_TIMEOUT_MILLISECONDS = 29_000;

type Answer = (message: IncomingMessage, target: string, requestId: string) => Promise<GatewayReply>;

/** What API Gateway answers to a request, up to the headers that all its responses have. */
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
