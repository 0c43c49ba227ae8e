import { ApiError } from '../errors.ts';
import type { Route } from '../route.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { validate } from './validation.ts';

/** Parses path, query and body by the route's schemas. */
export function parseInput(route: Route): PipelineStep {
  const { path, query, body } = route.request;
  return {
    before({ event }: PipelineRequest) {
      const { state } = event;
      if (path) {
        // A path parameter that is no id names nothing, rather than being a wrong value of something.
        const result = path.safeParse(decodeParameters(event.pathParameters ?? {}));
        if (!result.success) throw new ApiError('not_found');
        state.input.path = result.data;
      }
      if (query) state.input.query = validate(query, event.queryStringParameters ?? {});
      if (body) state.input.body = validate(body, state.input.body);
    },
  };
}

/** API Gateway hands path parameters over percent-encoded. */
function decodeParameters(parameters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    );
  } catch {
    throw new ApiError('not_found');
  }
}
