import { ApiError } from '../errors.ts';
import { countLogin } from '../rate-limits/count-login.ts';
import { auditedRuntime } from './audited-endpoint.ts';
import { type Endpoint, endpointRequest } from './endpoint.ts';
import { peekField } from './json-body.ts';
import { parseInput } from './parse-input.ts';
import { createPipeline } from './pipeline.ts';
import type { Route } from './route.ts';

/**
 * Creates the handler of a route for people who are not signed in. Its requests count as logins: by a field of the body and
 * the address, then by the address alone. Requests without a readable field share a counter.
 */
export function createSignedOutEndpoint<const R extends Route>(
  route: R,
  field: string,
  endpoint: Endpoint<R>,
) {
  return createPipeline(route, async (event) => {
    const { state } = event;
    const given = peekField(event, field);
    const email = typeof given === 'string' ? given : '';
    const address = event.requestContext.identity.sourceIp;
    state.rate = await countLogin(state.runtime, { email, address, now: state.now }).all;
    if (!state.rate.allowed) throw new ApiError('too_many_requests');
    parseInput(route, event);
    return endpoint(endpointRequest(route, event), route.isAudited ? auditedRuntime(event) : state.runtime);
  });
}
