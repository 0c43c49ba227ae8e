import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import {
  type InvocationState,
  publishMetrics,
  settleTableCalls,
  withInvocation,
} from '../lambda/invocation.ts';
import type { RuntimeSource } from '../lambda/runtime.ts';
import { readCorrelationId } from './correlation-id.ts';
import { asksForStrict } from './guard-strict.ts';
import { logRequest } from './log-request.ts';
import { measureRequest } from './measure-request.ts';
import { decodePathParameters } from './path-parameters.ts';
import type { PipelineEvent, PipelineRequest, PipelineState, PipelineStep } from './pipeline-state.ts';
import { rememberCreated } from './remember-created.ts';
import { type EndpointResult, respond } from './respond.ts';
import type { Route } from './route.ts';

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Puts the steps that every endpoint needs around `handle`, which resolves to a result or throws the error to answer.
 *
 * The steps run from the outermost to the innermost: first each `before`, then `handle`. Then each `after`, or after an
 * error each `onError`, runs in the opposite order. So `respond` makes the response, and the steps above it log and
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

/** Adds the fields that later parts fill to the state of the invocation. */
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
