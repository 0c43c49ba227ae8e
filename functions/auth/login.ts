import { ApiError } from '../../shared/errors.ts';
import { auditedRuntime } from '../../shared/http/audited-endpoint.ts';
import type { EndpointAnswer } from '../../shared/http/endpoint.ts';
import { peekField } from '../../shared/http/json-body.ts';
import { parseBody } from '../../shared/http/parse-input.ts';
import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { countLogin } from '../../shared/rate-limits/count-login.ts';
import { beginSignIn, signIn } from '../../shared/sessions/sign-in.ts';
import { loginRoute } from './login.route.ts';

/**
 * Counting and reading the account run in parallel (docs/decisions/0012-count-password-attempts-first.md). Errors
 * have this order: the limits, then an invalid body, then the account.
 */
export const createHandler = createPipeline(loginRoute, logIn);

export const handler = createHandler(lambdaRuntime);

async function logIn(event: PipelineEvent): Promise<EndpointAnswer<typeof loginRoute>> {
  const { state } = event;
  const { runtime, now } = state;
  const address = event.requestContext.identity.sourceIp;
  const known = Promise.withResolvers<boolean>();
  const limits = countLogin(runtime, { email: emailIn(event), address, now, isKnown: known.promise });
  const login = Promise.try(() => ({ ...parseBody(loginRoute, event), address, now }));
  const [rate, begun] = await Promise.allSettled([
    limits.all,
    login
      .then((valid) => beginSignIn(runtime, valid, limits, known.resolve))
      .finally(() => known.resolve(false)),
  ]);
  if (rate.status === 'rejected') throw rate.reason;
  state.rate = rate.value;
  if (!rate.value.allowed) throw new ApiError('too_many_requests');
  if (begun.status === 'rejected') throw begun.reason;
  const signedIn = await signIn(auditedRuntime(event), await login, begun.value);
  state.metrics.push({ name: 'SignIns', value: 1 });
  return { body: signedIn };
}

/** The e-mail before the body is validated. Requests without a readable e-mail share a counter. */
function emailIn(event: PipelineEvent): string {
  const email = peekField(event, 'email');
  return typeof email === 'string' ? email : '';
}
