import * as z from 'zod/mini';
import { ApiError, type ErrorCode, type FieldErrors } from '../base/errors.ts';
import { withMeta } from '../base/schema.ts';
import { isTransient } from '../table/retry.ts';
import type { PipelineEvent } from './pipeline-state.ts';

/**
 * Returns the error that the client receives. An unexpected error is logged. The client gets 500 without details for it, or
 * 503 if the same request may succeed a moment later.
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

/** The error of one part of a request. It is like an error response, but without the id of the request. */
export const resultErrorSchema = withMeta(
  z.object({
    message: z.string(),
    code: withMeta(z.string(), { description: 'An error code.', examples: ['not_found'] }),
    errors: withMeta(z.optional(z.record(z.string(), z.array(z.string()))), {
      description: 'For status 422: the messages by field.',
    }),
  }),
  { id: 'ResultError', description: 'The error of one part of a request.' },
);

export interface FailedResult {
  readonly status: number;
  readonly error: { readonly message: string; readonly code: ErrorCode; readonly errors?: FieldErrors };
}

export function failedResult({ status, message, code, fields }: ApiError): FailedResult {
  return { status, error: { message, code, ...(fields ? { errors: fields } : {}) } };
}
