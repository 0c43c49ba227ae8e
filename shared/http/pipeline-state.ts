import type { Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Scope } from '../base/access.ts';
import type { Caller } from '../base/actor.ts';
import type { ApiError } from '../base/errors.ts';
import type { Invocation, InvocationState } from '../lambda/invocation.ts';
import type { RateVerdict } from '../limits/rate-counter.ts';

/**
 * The JSON value of a body (`undefined` without a body), or why the body is invalid. `flaw` is why a route that does not
 * repair refuses it nevertheless.
 */
export type JsonBody =
  | { readonly value: unknown; readonly flaw?: ApiError | undefined }
  | { readonly error: ApiError };

/** The state of one request. Each step of the pipeline fills in its part. */
export interface PipelineState extends InvocationState {
  /** The client's id of its work across services. */
  correlationId: string;
  /** The decoded parameters; `undefined` if their encoding is invalid. */
  pathParameters: Readonly<Record<string, string>> | undefined;
  caller: Caller | undefined;
  scope: Scope | undefined;
  target: unknown;
  rate: RateVerdict | undefined;
  /** Whether invalid parts of this request are repaired instead of rejected. */
  repairs: boolean;
  /** The parsed body; `undefined` until it is read. */
  json: JsonBody | undefined;
  /** The path, query and body, parsed by the schemas of the route. */
  input: { path: unknown; query: unknown; body: unknown };
  error: ApiError | undefined;
}

export type PipelineEvent = Invocation<APIGatewayProxyEvent, PipelineState>;

export type PipelineRequest = Request<PipelineEvent, APIGatewayProxyResult, Error, Context>;

export interface PipelineStep {
  before?: (request: PipelineRequest) => Promise<void> | void;
  after?: (request: PipelineRequest) => Promise<void> | void;
  onError?: (request: PipelineRequest) => Promise<void> | void;
}
