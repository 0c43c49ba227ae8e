import { type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Clock } from '../../shared/base/time.ts';
import { METHODS_OF_UNKNOWN_PATHS, preflightHeaders } from '../../shared/http/cors.ts';
import { MINIMUM_COMPRESSION_BYTES } from '../../shared/http/gateway-responses.ts';
import { REDIRECT_STATUS, type Redirect, redirectHeaders } from '../../shared/http/redirect.ts';
import type { Route } from '../../shared/http/route.ts';
import { type Authorization, isAuthorizationHeader, readAuthorization } from './authorize.ts';
import type { DemoSso } from './demo-sso/demo-sso.ts';
import { badGatewayReply, type GatewayReply, gatewayReply, type ReplyContext } from './gateway-reply.ts';
import { createFunctionRunner, type LambdaHandler, limitRuns } from './invoke.ts';
import type { LocalPictures } from './local-pictures.ts';
import { reasonOf } from './local-server-error.ts';
import type { Outbox } from './outbox.ts';
import { type GatewayRequest, proxyEvent, tokenAuthorizerEvent } from './proxy-event.ts';
import { type HeaderEntry, remapResponseHeaders } from './remapped-headers.ts';
import { connectionOf, fixedOrigin, headerValue, parseTarget, readBody } from './request.ts';
import { createRouteMatcher, isSamePath, type RouteMatch } from './route-matching.ts';

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
  /** Finds the handler of a function by its name. */
  readonly functions: (name: string) => Promise<LambdaHandler<APIGatewayProxyEvent>>;
  readonly authorizer: () => Promise<LambdaHandler<APIGatewayTokenAuthorizerEvent>>;
  /** The stage with which the base URL ends; absent with a custom domain. */
  readonly stage?: string;
  /** Whether the table is available. If not, every response is 503. By default it always is. */
  readonly isAvailable?: () => boolean;
  /** The WebSocket API, if there is one. */
  readonly sockets?: SocketServer | undefined;
  /** The messages to people that would have left this machine. Two pages show them. */
  readonly outbox?: Outbox | undefined;
  /** Reads and takes pictures. */
  readonly pictures?: LocalPictures | undefined;
  /** The OpenID provider of the demo data. */
  readonly demoSso?: DemoSso | undefined;
  readonly corsOrigin: string;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  readonly log?: (line: string) => void;
  readonly integrationTimeoutMilliseconds?: number;
  /** How many functions run at the same time; further requests wait. By default there is no limit. */
  readonly runsAtOnce?: number;
}

/** How long a function may take to answer (AWS, "Quotas for configuring and running a REST API in API Gateway"). */
const INTEGRATION_TIMEOUT_MILLISECONDS = 29_000;

type Answer = (message: IncomingMessage, target: string, requestId: string) => Promise<GatewayReply>;

/** Makes a function that answers as API Gateway does, but without the headers that all responses have. */
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
    const context = { requestId, corsOrigin: fixedOrigin(corsOrigin) };
    const method = message.method ?? '';
    const url = parseTarget(target, stage);
    const methods = url ? matcher.methodsOf(url.path) : [];
    if (url && method === 'OPTIONS' && (methods.length > 0 || corsOrigin !== 'none')) {
      const allowed = methods.length > 0 ? methods : METHODS_OF_UNKNOWN_PATHS;
      return { status: 204, headers: preflightHeaders(context.corsOrigin, allowed), body: '' };
    }
    const isReading = method === 'GET' || method === 'HEAD';
    const redirect = url && isReading && redirects.find(({ path }) => isSamePath(path, url.path));
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

const CODINGS = { gzip: promisify(gzip), deflate: promisify(deflate) } as const;

type Coding = keyof typeof CODINGS;

/**
 * Compresses a response as API Gateway does (AWS, "Receive an API response with a compressed payload"): if Accept-Encoding
 * allows it, and the function itself has not encoded it.
 */
export async function compressReply(
  reply: GatewayReply,
  acceptEncoding: string | undefined,
): Promise<GatewayReply> {
  const coding = chooseCoding(acceptEncoding);
  const isEncoded = Object.keys(reply.headers).some((name) => name.toLowerCase() === 'content-encoding');
  if (!coding || isEncoded || Buffer.byteLength(reply.body) < MINIMUM_COMPRESSION_BYTES) return reply;
  return {
    status: reply.status,
    headers: { ...reply.headers, 'Content-Encoding': coding },
    body: await CODINGS[coding](reply.body),
  };
}

/** Chooses among the codings that the client prefers most. If API Gateway supports none of these, it does not compress. */
function chooseCoding(acceptEncoding = ''): Coding | undefined {
  const wanted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [, name = '', weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q=([\d.]+))?\s*$/.exec(part) ?? [];
      return { name, weight: Number(weight) };
    })
    .filter(({ name, weight }) => name !== '' && weight > 0);
  const highest = Math.max(...wanted.map(({ weight }) => weight));
  const preferred = wanted.filter(({ weight }) => weight === highest).map(({ name }) => name);
  return (Object.keys(CODINGS) as Coding[]).find((coding) => preferred.includes(coding));
}

const headerText = z.union([z.string(), z.boolean()]).transform(String);

/** The schema is strict, because any other member makes a result malformed. */
const proxyResultSchema = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), headerText).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerText)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

type ProxyResult = z.infer<typeof proxyResultSchema>;

/**
 * Converts the result of a function into a response (AWS, "Lambda proxy integrations in API Gateway", "Output format"). If
 * the result is malformed, for example because of invalid HTTP headers, it returns the reason without any values.
 */
export function parseProxyResult(result: unknown): GatewayReply | { readonly malformed: string } {
  const parsed = proxyResultSchema.safeParse(result);
  if (!parsed.success) return { malformed: reasonOf(z.prettifyError(parsed.error)) };
  const headers = mergeHeaders(parsed.data);
  const unsendable = headers.find((header) => !isSendable(header));
  if (unsendable) return { malformed: `HTTP cannot carry the header ${JSON.stringify(unsendable[0])}` };
  return {
    status: parsed.data.statusCode,
    headers: Object.fromEntries(remapResponseHeaders(headers).map(([name, values]) => [name, [...values]])),
    body: parsed.data.body ?? '',
  };
}

/** Merges both maps. A value that is in both is sent once. Without a content type, it is JSON. */
function mergeHeaders({ headers, multiValueHeaders }: ProxyResult): HeaderEntry[] {
  const merged = new Map<string, string[]>(Object.entries(multiValueHeaders ?? {}));
  for (const [name, value] of Object.entries(headers ?? {})) {
    const values = merged.get(name) ?? [];
    merged.set(name, values.includes(value) ? values : [...values, value]);
  }
  const hasType = [...merged.keys()].some((name) => name.toLowerCase() === 'content-type');
  return hasType ? [...merged] : [['Content-Type', ['application/json']], ...merged];
}

function isSendable([name, values]: HeaderEntry): boolean {
  try {
    validateHeaderName(name);
    for (const value of values) validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
