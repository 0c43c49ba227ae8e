import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Scope } from '../access.ts';
import type { AuthenticatedUser, Caller } from '../actor.ts';
import {
  type InvocationState,
  publishMetrics,
  settleTableCalls,
  withInvocation,
} from '../lambda/invocation.ts';
import type { MetricValue } from '../lambda/publish-metrics.ts';
import type { Runtime, RuntimeSource } from '../lambda/runtime.ts';
import type { Admission } from '../rate-limits/admission.ts';
import { admitRequest } from './admit.ts';
import { apiErrorOf } from './api-error-of.ts';
import { readCorrelationId } from './correlation-id.ts';
import { answerOnce, type Remember } from './idempotency.ts';
import { parseJsonBody } from './json-body.ts';
import { logRequest } from './log-request.ts';
import { measureRequest } from './measure-request.ts';
import { parseInput } from './parse-input.ts';
import { decodePathParameters } from './path-parameters.ts';
import type { PipelineEvent, PipelineRequest, PipelineState, PipelineStep } from './pipeline-state.ts';
import { fillPath, publicBaseUrl } from './public-url.ts';
import { readDecidingHeader } from './read-header.ts';
import { rememberCreated } from './remember-created.ts';
import { respond } from './respond.ts';
import { type FailedResult, failedResult } from './result-error.ts';
import type { ParameterOf, Route } from './route.ts';
import { takesIfMatch } from './route-implications.ts';
import type { Targets } from './target-kinds.ts';

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;

/** A key calls only where the route says that it takes keys. */
type CallerOf<R extends Route> = [true] extends [R['takesKeys']] ? Caller : AuthenticatedUser;

/** A request that was let in and parsed, typed by its route and by what its endpoint began early. */
export interface EndpointRequest<R extends Route, Begun = undefined> {
  readonly path: { readonly [N in ParameterOf<R['path']>]: string };
  readonly query: Parsed<R['request']['query']>;
  readonly body: Parsed<
    R['request']['looseBody'] extends z.ZodMiniType ? R['request']['looseBody'] : R['request']['body']
  >;
  readonly caller: R['access'] extends 'anyone' ? undefined : CallerOf<R>;
  readonly scope: R['access'] extends 'anyone' | 'signed_in' ? undefined : Scope;
  /** What the path names, in the caller's reach. */
  readonly target: R['target'] extends keyof Targets ? Targets[R['target']] : undefined;
  /** What the endpoint began while the request was being admitted. */
  readonly begun: Begun;
  /** Where the client has sent an `Idempotency-Key`: gives the writes that remember an answer. */
  readonly remember: R['takesIdempotencyKey'] extends true ? Remember | undefined : undefined;
  readonly now: Date;
  /** The IP address that the request came from. */
  readonly address: string;
  /** The If-Match header, for `checkIfMatch`. */
  readonly ifMatch: string | undefined;
  /** `{base_url}`, without a slash at the end. */
  readonly baseUrl: string;
  /** The absolute URL that was called, without its query. */
  readonly url: string;
  /** What is answered of a part of the request that failed; a fault is logged. */
  readonly failed: (error: unknown) => FailedResult;
  /** Has a metric published with the request's own. */
  readonly measure: (value: MetricValue) => void;
}

/** A handler's answer, typed by its route's response schema. */
export type EndpointAnswer<R extends Route> = (R['response']['body'] extends z.ZodMiniType
  ? { readonly body: z.input<R['response']['body']> }
  : { readonly body?: never }) & {
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 where a route that creates has found what is there already; its route says what that means (`existing`). */
  readonly status?: R['response'] extends { readonly existing: string } ? 200 | 201 : never;
};

export type Endpoint<R extends Route, Begun = undefined> = (
  request: EndpointRequest<R, Begun>,
  runtime: Runtime,
) => Promise<EndpointAnswer<R>> | EndpointAnswer<R>;

/** A request whose input is valid, and of which it is not known yet whether it is let in. */
export type EarlyRequest<R extends Route> = Pick<
  EndpointRequest<R>,
  'path' | 'query' | 'body' | 'caller' | 'now' | 'address'
> & { readonly admission: Admission };

/**
 * A part of an endpoint that does not wait until its request is let in. It runs to its end in any case, and its error is
 * answered where nothing else refuses the request.
 */
export type EarlyPart<R extends Route, Begun> = (
  request: EarlyRequest<R>,
  runtime: Runtime,
) => Promise<Begun>;

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The Lambda handler of a route: its endpoint inside the pipeline that all endpoints share.
 *
 * The pipeline is an onion, and its steps are listed from the outermost to the innermost. A request goes inward through
 * their `before`, to the handler; the answer goes outward through their `after`, or an error through their `onError`, in
 * the opposite order. So `respond` turns what the steps below it threw into an answer, and the steps above it log and
 * measure that answer. Access is decided before the body is looked at.
 *
 * What an endpoint hands over as `begin` is begun beside counting, and what it makes is the handler's `begun`.
 */
export function createEndpoint<const R extends Route, Begun = undefined>(
  route: R,
  endpoint: Endpoint<R, Begun>,
  { begin }: { readonly begin?: EarlyPart<R, Begun> } = {},
) {
  const beginEarly =
    begin &&
    ((event: PipelineEvent, admission: Admission) =>
      begin({ ...endpointRequest<R, undefined>(route, event), admission }, event.state.runtime));
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
        .use(admitRequest(route, beginEarly))
        .use(parseJsonBody(route))
        .use(parseInput(route))
        .handler((event: PipelineEvent) =>
          answerOnce(route, event, (remember) =>
            endpoint(endpointRequest<R, Begun>(route, event, remember), event.state.runtime),
          ),
        ),
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
        scope: undefined,
        target: undefined,
        rate: undefined,
        begun: undefined,
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
function endpointRequest<R extends Route, Begun>(
  route: R,
  event: PipelineEvent,
  remember?: Remember,
): EndpointRequest<R, Begun> {
  const { caller, scope, target, begun, now, input, metrics } = event.state;
  const baseUrl = publicBaseUrl(event, route.path);
  const url = baseUrl + fillPath(route.path, (input.path ?? {}) as Record<string, string>);
  const ifMatch = takesIfMatch(route) ? readDecidingHeader(event, 'if-match') : undefined;
  const measure = (value: MetricValue) => metrics.push(value);
  return {
    ...input,
    caller,
    scope,
    target,
    begun,
    remember,
    now,
    get address() {
      return event.requestContext.identity.sourceIp;
    },
    ifMatch,
    baseUrl,
    url,
    measure,
    failed: (error: unknown) => failedResult(apiErrorOf(error, event)),
  } as unknown as EndpointRequest<R, Begun>;
}
