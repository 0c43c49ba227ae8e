import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { ApiError, errorBody } from '../errors.ts';
import type { Route } from '../route.ts';
import { isTransient } from '../table/transient-errors.ts';
import { corsHeaders } from './cors.ts';
import { etagOf } from './etag.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** What a handler returns; the status is its route's. */
export interface EndpointResult {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Turns a handler's result, or any error, into the response of the API. A body passes through the route's schema:
 * what is not declared is left out. An error that is not of the registry is logged and answered 500
 * without detail, or 503 where the same request may well succeed a moment later.
 */
export function respond(route: Route): PipelineStep {
  return {
    after(request: PipelineRequest) {
      const result: EndpointResult = request.response as unknown as EndpointResult;
      const { status, body: schema, etag } = route.response;
      const body = schema && z.parse(schema, result.body);
      request.response = {
        statusCode: status,
        headers: {
          ...commonHeaders(request),
          ...(etag ? { ETag: etagOf(body) } : {}),
          ...result.headers,
        },
        body: body === undefined ? '' : JSON.stringify(body),
      };
    },
    onError(request: PipelineRequest) {
      const error = toApiError(request);
      request.event.state.errorCode = error.code;
      request.response = errorResponse(error, request);
    },
  };
}

function toApiError({ error, event: { state } }: PipelineRequest): ApiError {
  if (error instanceof ApiError) return error;
  state.runtime.logger.error('Unexpected error', error ?? 'unknown');
  return new ApiError(isTransient(error) ? 'service_unavailable' : 'internal_error', { cause: error });
}

function errorResponse(error: ApiError, request: PipelineRequest): APIGatewayProxyResult {
  return {
    statusCode: error.status,
    headers: {
      ...commonHeaders(request),
      // RFC 6750, section 3. API Gateway renames this one on its way out of a function; the body says the same.
      ...(error.code === 'service_unavailable' ? { 'Retry-After': '1' } : {}),
      ...(error.code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : {}),
    },
    body: JSON.stringify(errorBody(error, request.event.requestContext.requestId)),
  };
}

function commonHeaders({ event }: PipelineRequest): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Request-Id': event.requestContext.requestId,
    ...SECURITY_HEADERS,
    ...corsHeaders(event.state.runtime.settings.corsOrigin),
    ...rateLimitHeaders(event.state.rate),
  };
}
