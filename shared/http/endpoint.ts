import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Reach } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import {
  type InvocationState,
  publishMetrics,
  settleTableCalls,
  withInvocation,
} from '../lambda/invocation.ts';
import type { MetricValue } from '../lambda/publish-metrics.ts';
import type { Runtime, RuntimeSource } from '../lambda/runtime.ts';
import { admitRequest } from './admit.ts';
import { readCorrelationId } from './correlation-id.ts';
import { parseJsonBody } from './json-body.ts';
import { logRequest } from './log-request.ts';
import { measureRequest } from './measure-request.ts';
import { parseInput } from './parse-input.ts';
import { decodePathParameters } from './path-parameters.ts';
import type { PipelineEvent, PipelineRequest, PipelineState, PipelineStep } from './pipeline-state.ts';
import { fillPath, publicBaseUrl } from './public-url.ts';
import { readHeader } from './read-header.ts';
import { rememberCreated } from './remember-created.ts';
import { respond } from './respond.ts';
import type { ParameterOf, Route } from './route.ts';
import type { Targets } from './target-kinds.ts';

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;

/** A request that was let in and parsed, typed by its route. */
export interface EndpointRequest<R extends Route> {
  readonly path: { readonly [N in ParameterOf<R['path']>]: string };
  readonly query: Parsed<R['request']['query']>;
  readonly body: Parsed<R['request']['body']>;
  readonly caller: R['access'] extends 'anyone' ? undefined : AuthenticatedUser;
  readonly reach: R['access'] extends 'anyone' | 'signed_in' ? undefined : Reach;
  /** What the path names, in the caller's reach. */
  readonly target: R['target'] extends keyof Targets ? Targets[R['target']] : undefined;
  readonly now: Date;
  /** The IP address that the request came from. */
  readonly address: string;
  /** The If-Match header, for `checkIfMatch`. */
  readonly ifMatch: string | undefined;
  /** `{base_url}`, without a slash at the end. */
  readonly baseUrl: string;
  /** The absolute URL that was called, without its query. */
  readonly url: string;
  /** Has a metric published with the request's own. */
  readonly measure: (value: MetricValue) => void;
}

/** A handler's answer, typed by its route's response schema. */
export type EndpointAnswer<R extends Route> = (R['response']['body'] extends z.ZodMiniType
  ? { readonly body: z.input<R['response']['body']> }
  : { readonly body?: never }) & { readonly headers?: Readonly<Record<string, string>> };

export type Endpoint<R extends Route> = (
  request: EndpointRequest<R>,
  runtime: Runtime,
) => Promise<EndpointAnswer<R>> | EndpointAnswer<R>;

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The Lambda handler of a route: its endpoint inside the pipeline that all endpoints share.
 *
 * The pipeline is an onion, and its steps are listed from the outermost to the innermost. A request goes inward through
 * their `before`, to the handler; the answer goes outward through their `after`, or an error through their `onError`, in
 * the opposite order. So `respond` turns what the steps below it threw into an answer, and the steps above it log and
 * measure that answer. Access is decided before the body is looked at.
 */
export function createEndpoint<const R extends Route>(route: R, endpoint: Endpoint<R>) {
  return (source: RuntimeSource): LambdaHandler =>
    withInvocation(
      source,
      middy({ timeoutEarlyInMillis: 0 })
        .use(startRequest())
        .use(publishMetrics())
        .use(measureRequest(route))
        .use(logRequest(route))
        .use(settleTableCalls())
        .use(respond(route))
        .use(rememberCreated(route))
        .use(admitRequest(route))
        .use(parseJsonBody(route))
        .use(parseInput(route))
        .handler((event: PipelineEvent) => endpoint(endpointRequest(route, event), event.state.runtime)),
    );
}

/** Adds to the invocation's state what the later steps fill. */
function startRequest(): PipelineStep {
  return {
    before({ event }: PipelineRequest) {
      Object.assign(event.state, {
        correlationId: readCorrelationId(event),
        pathParameters: decodePathParameters(event),
        caller: undefined,
        reach: undefined,
        target: undefined,
        rate: undefined,
        input: { path: undefined, query: undefined, body: undefined },
        error: undefined,
      } satisfies Omit<PipelineState, keyof InvocationState>);
    },
  };
}

/**
 * The one place where the pipeline's state takes the types of the route's declaration: the steps before filled it
 * from that same declaration.
 */
function endpointRequest<R extends Route>(route: R, event: PipelineEvent): EndpointRequest<R> {
  const { caller, reach, target, now, input, metrics } = event.state;
  const baseUrl = publicBaseUrl(event, route.path);
  const url = baseUrl + fillPath(route.path, (input.path ?? {}) as Record<string, string>);
  const ifMatch = readHeader(event, 'if-match');
  const measure = (value: MetricValue) => metrics.push(value);
  return {
    ...input,
    caller,
    reach,
    target,
    now,
    get address() {
      return event.requestContext.identity.sourceIp;
    },
    ifMatch,
    baseUrl,
    url,
    measure,
  } as unknown as EndpointRequest<R>;
}
