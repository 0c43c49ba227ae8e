import { ApiError, type FieldErrors } from '../errors.ts';
import { MAXIMUM_FIELD_NAME_LENGTH, validate } from '../validation.ts';
import type { PipelineEvent, PipelineRequest, PipelineStep } from './pipeline-state.ts';
import type { Route } from './route.ts';

/** Parses path, query and body by the route's schemas. */
export function parseInput(route: Route): PipelineStep {
  const { path, query, body, looseBody = body } = route.request;
  return {
    before({ event }: PipelineRequest) {
      const { state } = event;
      if (path) {
        // What is not an id cannot name anything: the answer is 404, as for an id that nothing has.
        const result = path.safeParse(state.pathParameters);
        if (!result.success) throw new ApiError('not_found');
        state.input.path = result.data;
      }
      if (query) {
        checkGivenOnce(event);
        state.input.query = validate(query, event.queryStringParameters ?? {});
      }
      if (looseBody) state.input.body = validate(looseBody, state.input.body);
    },
  };
}

/** A parameter that is given twice means two things, of which the last would win in silence. */
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
