import { ApiError } from '../errors.ts';
import { isTransient } from '../table/transient-errors.ts';
import type { PipelineEvent } from './pipeline-state.ts';

/**
 * The error that a client is told of. One that is not of the registry is logged, and is 500 without detail, or 503 where
 * the same request may well succeed a moment later.
 */
export function apiErrorOf(error: unknown, { state, requestContext }: PipelineEvent): ApiError {
  if (error instanceof ApiError) return error;
  state.runtime.logger.error('Unexpected error', {
    request_id: requestContext.requestId,
    correlation_id: state.correlationId,
    error: state.runtime.nameSources(error),
  });
  return new ApiError(isTransient(error) ? 'service_unavailable' : 'internal_error', { cause: error });
}
