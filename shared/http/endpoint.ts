import type * as z from 'zod/mini';
import type { Sender } from '../accounts/session.ts';
import { type AuditContext, withAudit } from '../audit/audit-log.ts';
import type { Scope } from '../base/access.ts';
import { type AuthenticatedUser, type Caller, GUARD_ITSELF, recordCaller } from '../base/actor.ts';
import type { MetricValue } from '../lambda/metrics.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Entity, Kind } from '../table/kind.ts';
import { admitRequest } from './admit.ts';
import { apiErrorOf, type FailedResult, failedResult } from './errors.ts';
import { answerOnce, type Remember } from './idempotency.ts';
import { userAgentOf } from './log-request.ts';
import { parseInput } from './parse-input.ts';
import { createPipeline } from './pipeline.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import { fillPath, publicBaseUrl } from './public-url.ts';
import { countSignedOut } from './rate-limit.ts';
import { readDecidingHeader } from './read-header.ts';
import type { EndpointResult } from './respond.ts';
import type { ParameterOf, Route, RouteTarget } from './route.ts';
import { takesIfMatch } from './route-implications.ts';

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;

/** A request that was admitted and parsed, with the types of its route. */
export interface EndpointRequest<R extends Route> {
  readonly path: { readonly [N in ParameterOf<R['path']>]: string };
  readonly query: Parsed<R['request']['query']>;
  /** The parsed body. On a route that repairs, it is the body as it was sent. */
  readonly body: R['repairs'] extends true ? unknown : Parsed<R['request']['body']>;
  /** Whether an invalid body is an error although the route usually repairs it. */
  readonly isStrict: boolean;
  readonly caller: R['access'] extends 'anyone'
    ? undefined
    : R['takesKeys'] extends readonly []
      ? AuthenticatedUser
      : Caller;
  readonly scope: R['access'] extends 'anyone' | 'signed_in' ? undefined : Scope;
  /** The entity that the path names, within the caller's scope. */
  readonly target: R['target'] extends RouteTarget<infer K extends Kind<Entity>>
    ? ReturnType<K['read']>
    : undefined;
  /** Returns the writes that store an answer for repetitions: none if the client sent no `Idempotency-Key`. */
  readonly remember: R['takesIdempotencyKey'] extends true ? Remember : undefined;
  /** Whether a different request already has this `Idempotency-Key`, on a route that repairs. */
  readonly isKeyReused: boolean;
  readonly now: Date;
  /** From where the request was sent, and by which program. */
  readonly sender: Sender & { readonly ip_address: string };
  /** The If-Match header, for `checkIfMatch`. */
  readonly ifMatch: string | undefined;
  /** `{base_url}`, without a slash at the end. */
  readonly baseUrl: string;
  /** The absolute URL of the request, without its query. */
  readonly url: string;
  /** Turns the error of one part of the request into the result of that part. An unexpected error is also logged. */
  readonly failed: (error: unknown) => FailedResult;
  /** Publishes a metric with the metrics of the request. */
  readonly measure: (value: MetricValue) => void;
}

/** What a handler returns, with the type of its route's response schema. */
export type EndpointAnswer<R extends Route> = (R['response']['body'] extends z.ZodMiniType
  ? { readonly body: z.input<R['response']['body']> }
  : { readonly body?: never }) & {
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 if a route that usually creates an entity found an existing one (`existing` of its route). */
  readonly status?: 200 | 201;
  /** Returns the result as CSV, for a route with `alsoCsv`. */
  readonly csv?: () => string;
};

/** An endpoint without a response body may return nothing. */
export type Endpoint<R extends Route> = (
  request: EndpointRequest<R>,
  runtime: Runtime,
) =>
  | Promise<EndpointAnswer<R>>
  | EndpointAnswer<R>
  | (R['response']['body'] extends z.ZodMiniType ? never : Promise<void>);

/** Makes the Lambda handler of a route. Access is decided before the body is parsed. */
export function createEndpoint<const R extends Route>(
  route: R,
  endpoint: Endpoint<R>,
  runtimeOf: (event: PipelineEvent) => Runtime = ({ state }) => state.runtime,
) {
  return createPipeline(route, async (event) => {
    await admitRequest(route, event);
    parseInput(route, event);
    return answerOnce(route, event, async (remember, isKeyReused = false) => {
      const located = (answer: EndpointResult) => withLocation(route, event, answer);
      const request = endpointRequest(
        route,
        event,
        (answer) => remember?.(located(answer)) ?? [],
        isKeyReused,
      );
      return located((await endpoint(request, runtimeOf(event))) ?? {});
    });
  });
}

/** Adds the `Location` that a route which creates declares, unless the endpoint has set another one. */
function withLocation(route: Route, event: PipelineEvent, answer: EndpointResult): EndpointResult {
  const { location } = route.response;
  if (location === undefined) return answer;
  const values = Object.assign({}, event.state.input.path, answer.body);
  const url = publicBaseUrl(event, route.path) + fillPath(location, values);
  return { ...answer, headers: { Location: url, ...answer.headers } };
}

/**
 * Gives the state of the pipeline the types of its route. This is the only place that does so: the steps have filled the
 * state by the same declaration.
 */
export function endpointRequest<R extends Route>(
  route: R,
  event: PipelineEvent,
  remember?: Remember,
  isKeyReused = false,
): EndpointRequest<R> {
  const { caller, scope, target, now, input, metrics, repairs } = event.state;
  const baseUrl = () => publicBaseUrl(event, route.path);
  return {
    ...input,
    caller,
    scope,
    target,
    remember,
    isKeyReused,
    now,
    isStrict: !repairs,
    ifMatch: takesIfMatch(route) ? readDecidingHeader(event, 'if-match') : undefined,
    get sender() {
      return senderOf(event);
    },
    // The URLs are only made if they are used, because few endpoints need them.
    get baseUrl() {
      return baseUrl();
    },
    get url() {
      return baseUrl() + fillPath(route.path, (input.path ?? {}) as Record<string, string>);
    },
    measure: (value: MetricValue) => metrics.push(value),
    failed: (error: unknown) => failedResult(apiErrorOf(error, event)),
  } as unknown as EndpointRequest<R>;
}

/** Makes the Lambda handler of a route with `isAudited`. Its table records changes of configuration in the audit log. */
export function createAuditedEndpoint<const R extends Route>(route: R, endpoint: Endpoint<R>) {
  return createEndpoint(route, endpoint, auditedRuntime);
}

/** The runtime of a request, with a table that records changes of configuration in the audit log. */
export function auditedRuntime(event: PipelineEvent): Runtime {
  const { runtime } = event.state;
  const table = withAudit(runtime.table, auditContext(event));
  return Object.create(runtime, { table: { value: table } });
}

/** The address and the program that sent a request. */
export function senderOf(event: PipelineEvent): Sender & { readonly ip_address: string } {
  return { ip_address: event.requestContext.identity.sourceIp, user_agent: userAgentOf(event) ?? null };
}

/** Who sent a request, and from which address. */
function auditContext(event: PipelineEvent): AuditContext {
  const { state, requestContext } = event;
  const { caller, runtime, now } = state;
  return {
    actor: caller ? recordCaller(caller) : GUARD_ITSELF,
    ...senderOf(event),
    request_id: requestContext.requestId,
    now,
    randomBytes: runtime.randomBytes,
    retentionDays: runtime.settings.auditRetentionDays,
  };
}

/**
 * Makes the Lambda handler of a route for people who are not signed in. Its requests count as logins: first by a field of the
 * body together with the address, then by the address alone. Requests in which this field is unreadable share a counter.
 */
export function createSignedOutEndpoint<const R extends Route>(
  route: R,
  field: string,
  endpoint: Endpoint<R>,
) {
  return createPipeline(route, async (event) => {
    await countSignedOut(event, field);
    parseInput(route, event);
    const runtime = route.isAudited ? auditedRuntime(event) : event.state.runtime;
    return (await endpoint(endpointRequest(route, event), runtime)) ?? {};
  });
}
