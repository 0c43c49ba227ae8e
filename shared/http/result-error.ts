import * as z from 'zod/mini';
import type { ApiError, ErrorCode, FieldErrors } from '../errors.ts';
import { withMeta } from '../with-meta.ts';

/** The error of one part of a request: like an error response, without the id of the request. */
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
