import type * as z from 'zod/mini';
import { ApiError, type FieldErrors } from '../base/errors.ts';
import { MAXIMUM_FIELD_NAME_LENGTH, validate } from '../base/validation.ts';
import { requireJson } from './json-body.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import type { Route } from './route.ts';

export function parseInput(route: Route, event: PipelineEvent): void {
  const { path, query, body } = route.request;
  const { state } = event;
  const json = requireJson(route, event);
  if (path) {
    // A value that is not an id cannot name an entity, so the answer is 404, as for an unknown id.
    const result = path.safeParse(state.pathParameters);
    if (!result.success) throw new ApiError('not_found');
    state.input.path = result.data;
  }
  if (query) {
    if (!state.repairs) checkGivenOnce(event);
    state.input.query = validate(query, state.repairs ? knownOnly(query, event) : givenQuery(event));
  }
  if (body) state.input.body = route.repairs ? json : validate(body, json);
}

export function parseBody<S extends z.ZodMiniType>(
  route: Route & { readonly request: { readonly body: S } },
  event: PipelineEvent,
): z.infer<S> {
  return validate(route.request.body, requireJson(route, event));
}

const givenQuery = ({ queryStringParameters }: PipelineEvent) => queryStringParameters ?? {};

function knownOnly(query: z.ZodMiniObject, event: PipelineEvent) {
  const known = Object.entries(givenQuery(event)).filter(([name]) => Object.hasOwn(query.shape, name));
  return Object.fromEntries(known);
}

/** Rejects a repeated parameter, because API Gateway would silently use its last value. */
function checkGivenOnce({ multiValueQueryStringParameters }: PipelineEvent): void {
  const repeated = Object.entries(multiValueQueryStringParameters ?? {}).filter(
    ([, values]) => (values?.length ?? 0) > 1,
  );
  if (repeated.length === 0) return;
  const fields: FieldErrors = Object.create(null);
  for (const [name] of repeated) {
    const field = name.slice(0, MAXIMUM_FIELD_NAME_LENGTH);
    fields[field] = [`The ${field} field must be given once.`];
  }
  throw new ApiError('validation_failed', { fields });
}
