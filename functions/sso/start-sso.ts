import { ApiError, invalidField } from '../../shared/errors.ts';
import type { EndpointAnswer } from '../../shared/http/endpoint.ts';
import { parseBody } from '../../shared/http/parse-input.ts';
import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { publicBaseUrl } from '../../shared/http/public-url.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { isAllowedRedirect } from '../../shared/sso/redirect-uris.ts';
import { PROVIDER_FAILED, startSignIn } from '../../shared/sso/start-sign-in.ts';
import { countSignIn } from './count-sign-in.ts';
import { FAILED_SIGN_IN } from './failed-sign-in.ts';
import { startSsoRoute } from './start-sso.route.ts';

export const createHandler = createPipeline(startSsoRoute, startSso);

export const handler = createHandler(lambdaRuntime);

async function startSso(event: PipelineEvent): Promise<EndpointAnswer<typeof startSsoRoute>> {
  const { runtime, now, metrics } = event.state;
  await countSignIn(event, 'email');
  const { email, redirect_uri: redirectUri, code_challenge } = parseBody(startSsoRoute, event);
  const baseUrl = publicBaseUrl(event, startSsoRoute.path);
  if (!isAllowedRedirect(redirectUri, { baseUrl, ssoRedirectUris: runtime.settings.ssoRedirectUris })) {
    throw invalidField(
      'redirect_uri',
      'The redirect_uri field must be the URL of the console, or one that the service allows.',
    );
  }
  const start = { email, redirectUri, codeChallenge: code_challenge, baseUrl, now };
  const body = await startSignIn(runtime, start).catch((error: unknown) => {
    // An address without a provider does not count, because it is a mistake of the person.
    if (error instanceof ApiError && error.reason === PROVIDER_FAILED) metrics.push(FAILED_SIGN_IN);
    throw error;
  });
  return { body };
}
