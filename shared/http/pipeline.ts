import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { SCOPE } from '../base/access.ts';
import { isKey } from '../base/actor.ts';
import { ERRORS, type ErrorCode } from '../base/errors.ts';
import { toEpochSeconds } from '../base/time.ts';
import { functionGroup, type PlacedFunction } from '../lambda/function-group.ts';
import {
  type InvocationState,
  publishMetrics,
  settleTableCalls,
  withInvocation,
} from '../lambda/invocation.ts';
import type { MetricValue } from '../lambda/metrics.ts';
import type { Runtime, RuntimeSource } from '../lambda/runtime.ts';
import { createdKey } from '../table/keys.ts';
import { putItem } from '../table/writes.ts';
import { asksForStrict } from './guard-strict.ts';
import { logRequest, readCorrelationId } from './log-request.ts';
import type { PipelineEvent, PipelineRequest, PipelineState, PipelineStep } from './pipeline-state.ts';
import { type EndpointResult, respond } from './respond.ts';
import type { Route } from './route.ts';

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Puts the steps that every endpoint needs around `handle`, which resolves to a result or throws the error to answer. First
 * each step's `before` runs, from the outermost to the innermost, and then `handle`. Then each `after`, or after an error
 * each `onError`, runs in the opposite order. So `respond` makes the response, and the steps above it in the list log and
 * measure that response.
 */
export function createPipeline(
  route: Route,
  handle: (event: PipelineEvent) => Promise<EndpointResult>,
): (source: RuntimeSource) => LambdaHandler {
  return (source) =>
    withInvocation(
      source,
      middy({ timeoutEarlyInMillis: 0 })
        .use(startRequest(route))
        .use(publishMetrics())
        .use(measureRequest(route))
        .use(logRequest(route))
        .use(settleTableCalls())
        .use(respond(route))
        .use(rememberCreated(route))
        .handler(handle),
    );
}

/** Adds the fields of the request to the state of the invocation. Later steps fill them. */
function startRequest({ repairs }: Route): PipelineStep {
  return {
    before({ event }: PipelineRequest) {
      Object.assign(event.state, {
        correlationId: readCorrelationId(event),
        pathParameters: decodePathParameters(event),
        caller: undefined,
        scope: undefined,
        target: undefined,
        rate: undefined,
        repairs: repairs && !asksForStrict(event),
        json: undefined,
        input: { path: undefined, query: undefined, body: undefined },
        error: undefined,
      } satisfies Omit<PipelineState, keyof InvocationState>);
    },
  };
}

/** The type of the credential that is rejected with an error. */
const REFUSED_CREDENTIALS: { readonly [C in ErrorCode]?: string } = {
  invalid_credentials: 'password',
  sso_account_unknown: 'sso',
  sso_code_not_valid: 'sso',
  sso_login_disabled: 'sso',
  sso_role_missing: 'sso',
  sso_role_unknown: 'sso',
  unauthenticated: 'token',
};

function measureRequest(route: PlacedFunction): PipelineStep {
  const dimensions = { group: functionGroup(route) };
  const measure = ({ event: { state } }: PipelineRequest) => {
    const code = state.error?.code;
    state.metrics.push({ name: 'Runs', value: 1, dimensions }, ...failureMetrics(code, state.runtime));
    // A sender that is over its limit gets a 503, because many give up at 429. It is no failure of Guard.
    if (code && code !== 'inbound_limit_reached' && ERRORS[code].status >= 500) {
      state.metrics.push(
        { name: 'ServerErrors', value: 1, dimensions },
        { name: 'Failures', value: 1, dimensions: { code } },
      );
    }
  };
  return { after: measure, onError: measure };
}

function failureMetrics(code: ErrorCode | undefined, { release }: Pick<Runtime, 'release'>): MetricValue[] {
  if (code === undefined) return [];
  const credential = REFUSED_CREDENTIALS[code];
  return [
    ...(credential
      ? [{ name: 'AuthenticationFailures', value: 1, dimensions: { credential } } as const]
      : []),
    ...(code === 'too_many_requests' || code === 'inbound_limit_reached'
      ? [{ name: 'RateLimited', value: 1 } as const]
      : []),
    // This metric names the commit, because only errors of the new release may roll it back.
    ...(code === 'internal_error'
      ? [{ name: 'InternalErrors', value: 1, dimensions: { release } } as const]
      : []),
  ];
}

/** Decodes the path parameters, because API Gateway passes them percent-encoded. `undefined` if the encoding is invalid. */
function decodePathParameters({
  pathParameters,
}: Pick<APIGatewayProxyEvent, 'pathParameters'>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(pathParameters ?? {}).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    );
  } catch {
    return undefined;
  }
}

/** How long the tenant is remembered: far longer than an index is delayed. */
const KEPT_SECONDS = 600;

const createdSchema = z.object({ id: z.string(), tenant_id: z.string() });

/**
 * Makes the step that remembers the tenant of an entity that a platform admin creates. Platform admins find the tenant of an
 * id in an index, which follows the table with a delay. By this note, they can read a new entity immediately. If writing the
 * note fails, the entity stays created.
 */
function rememberCreated(route: Route): PipelineStep {
  return {
    async after({ event: { state }, response }: PipelineRequest) {
      const { caller, runtime, now } = state;
      if (route.response.status !== 201 || !caller) return;
      if (isKey(caller) || SCOPE[caller.role] !== 'platform') return;
      const result: EndpointResult = response as unknown as EndpointResult;
      const created = createdSchema.safeParse(result.body);
      if (!created.success) return; // a tenant needs no note, because its own id is the tenant's
      const { id, tenant_id } = created.data;
      const item = { ...createdKey(id), tenant_id, ttl: toEpochSeconds(now) + KEPT_SECONDS };
      await putItem(runtime.table, item).catch((error: unknown) =>
        runtime.logger.warn('The tenant of a new entity could not be remembered', { error }),
      );
    },
  };
}
