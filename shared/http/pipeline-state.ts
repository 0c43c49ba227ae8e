import type { Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Scope } from '../access.ts';
import type { Caller } from '../actor.ts';
import type { ApiError } from '../errors.ts';
import type { Invocation, InvocationState } from '../lambda/invocation.ts';
import type { RateVerdict } from '../rate-limits/rate-counter.ts';

/** What the steps of the pipeline learn about one request and hand to the steps after them. */
export interface PipelineState extends InvocationState {
  /** What the client, or else the request itself, is known by across services. */
  correlationId: string;
  /** Decoded; `undefined` where they are encoded wrongly. */
  pathParameters: Readonly<Record<string, string>> | undefined;
  caller: Caller | undefined;
  scope: Scope | undefined;
  target: unknown;
  rate: RateVerdict | undefined;
  /** What the endpoint began while the request was being admitted. */
  begun: unknown;
  /** Path, query and body, parsed by the route's schemas. */
  input: { path: unknown; query: unknown; body: unknown };
  /** The error that was answered. */
  error: ApiError | undefined;
}

export type PipelineEvent = Invocation<APIGatewayProxyEvent, PipelineState>;

export type PipelineRequest = Request<PipelineEvent, APIGatewayProxyResult, Error, Context>;

/** One concern of the pipeline. */
export interface PipelineStep {
  before?: (request: PipelineRequest) => Promise<void> | void;
  after?: (request: PipelineRequest) => Promise<void> | void;
  onError?: (request: PipelineRequest) => Promise<void> | void;
}
