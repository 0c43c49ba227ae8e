import * as z from 'zod/mini';
import type { ApiError, ErrorCode, FieldErrors } from '../errors.ts';
import { withMeta } from '../with-meta.ts';

/** Why a part of a request was refused: as an error is answered, without the id of the request. */
export const resultErrorSchema = withMeta(
  z.object({
    message: z.string(),
    code: withMeta(z.string(), { description: 'One of the codes of errors.', examples: ['not_found'] }),
    errors: withMeta(z.optional(z.record(z.string(), z.array(z.string()))), {
      description: 'Of a 422: what is wrong, by field.',
    }),
  }),
  { id: 'ResultError', description: 'Why a part of a request was refused.' },
);

/** A part of a request that failed, as its place among the results says it. */
export interface FailedResult {
  readonly status: number;
  readonly error: { readonly message: string; readonly code: ErrorCode; readonly errors?: FieldErrors };
}

export function failedResult({ status, message, code, fields }: ApiError): FailedResult {
  return { status, error: { message, code, ...(fields ? { errors: fields } : {}) } };
}
