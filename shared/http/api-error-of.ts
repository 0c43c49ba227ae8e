import { ApiError } from '../errors.ts';
import { isTransient } from '../table/transient-errors.ts';
import type { PipelineEvent } from './pipeline-state.ts';

/**
 * The error that the client receives. An unexpected error is logged. It becomes 500 without details, or 503 if the same
 * request may succeed a moment later.
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
