import { ApiError } from '../../shared/errors.ts';
import { auditedRuntime } from '../../shared/http/audited-endpoint.ts';
import { parseInput } from '../../shared/http/parse-input.ts';
import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { logOut } from '../../shared/sso/log-out.ts';
import { endSsoSessionsRoute } from './end-sso-sessions.route.ts';

export const createHandler = createPipeline(endSsoSessionsRoute, endSsoSessions);

export const handler = createHandler(lambdaRuntime);

async function endSsoSessions(event: PipelineEvent): Promise<Record<string, never>> {
  const { now, input } = event.state;
  parseInput(endSsoSessionsRoute, event);
  const { provider_id: providerId } = input.path as { provider_id: string };
  const form = new URLSearchParams(
    Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
  );
  const tokens = form.getAll('logout_token');
  const [token] = tokens;
  if (token === undefined || tokens.length > 1)
    throw new ApiError('logout_token_not_valid', { reason: 'no_token' });
  const address = event.requestContext.identity.sourceIp;
  await logOut(auditedRuntime(event), { providerId, token, address, now });
  return {};
}
