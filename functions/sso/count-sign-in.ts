import { ApiError } from '../../shared/errors.ts';
import { peekField } from '../../shared/http/json-body.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { countLogin } from '../../shared/rate-limits/count-login.ts';

/**
 * Counts a request of single sign-on as logins are: by address, and by a field of its body. It guesses no password, so an
 * address has as many as known people have logins.
 */
export async function countSignIn(event: PipelineEvent, field: string): Promise<void> {
  const { state } = event;
  const value = peekField(event, field);
  const email = typeof value === 'string' ? value : '';
  const address = event.requestContext.identity.sourceIp;
  state.rate = await countLogin(state.runtime, { email, address, now: state.now, isKnown: true }).all;
  if (!state.rate.allowed) throw new ApiError('too_many_requests');
}
