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
        const result = path.safeParse(state.pathParameters);
        if (!result.success) throw new ApiError('not_found');
        state.input.path = result.data;
      }
      if (query) state.input.query = validate(query, event.queryStringParameters ?? {});
      if (body) state.input.body = validate(body, state.input.body);
    },
  };
}
