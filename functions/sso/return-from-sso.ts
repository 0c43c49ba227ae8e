import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { publicBaseUrl } from '../../shared/http/public-url.ts';
import { REDIRECT_STATUS } from '../../shared/http/redirect.ts';
import type { EndpointResult } from '../../shared/http/respond.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { finishAtProvider } from '../../shared/sso/finish-at-provider.ts';
import { consoleUri } from '../../shared/sso/redirect-uris.ts';
import { FAILED_SIGN_IN } from './failed-sign-in.ts';
import { returnFromSsoRoute } from './return-from-sso.route.ts';

export const createHandler = createPipeline(returnFromSsoRoute, returnFromSso);

export const handler = createHandler(lambdaRuntime);

async function returnFromSso(event: PipelineEvent): Promise<EndpointResult> {
  const { runtime, now, metrics } = event.state;
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => parameter(event, name));
  const { redirectUri, outcome, reason, provider } = await finishAtProvider(
    runtime,
    { providerId: event.state.pathParameters?.['provider_id'], state: state ?? '', code, iss, error },
    now,
  );
  if (reason) runtime.logger.info('Single sign-on failed', { reason, ...provider });
  // Anybody may send an unknown state, and a person who cancels does not count as a failure.
  if (provider && 'error' in outcome && outcome.error === 'sso_failed') metrics.push(FAILED_SIGN_IN);
  // Guard redirects only to a client that it knows: without a valid state, to the console.
  const target = new URL(redirectUri ?? consoleUri(publicBaseUrl(event, returnFromSsoRoute.path)));
  for (const [name, value] of Object.entries(outcome)) target.searchParams.set(name, value);
  return {
    status: REDIRECT_STATUS,
    headers: { Location: target.href, 'Referrer-Policy': 'no-referrer' },
  };
}

/** `undefined` if it was given more than once. */
function parameter({ multiValueQueryStringParameters }: PipelineEvent, name: string): string | undefined {
  const values = multiValueQueryStringParameters?.[name] ?? [];
  return values.length === 1 ? values[0] : undefined;
}
