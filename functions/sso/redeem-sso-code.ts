import { auditedRuntime } from '../../shared/http/audited-endpoint.ts';
import type { EndpointAnswer } from '../../shared/http/endpoint.ts';
import { parseBody } from '../../shared/http/parse-input.ts';
import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { redeemCode } from '../../shared/sso/redeem-code.ts';
import { countSignIn } from './count-sign-in.ts';
import { redeemSsoCodeRoute } from './redeem-sso-code.route.ts';

export const createHandler = createPipeline(redeemSsoCodeRoute, redeemSsoCode);

export const handler = createHandler(lambdaRuntime);

async function redeemSsoCode(event: PipelineEvent): Promise<EndpointAnswer<typeof redeemSsoCodeRoute>> {
  const { now, metrics } = event.state;
  await countSignIn(event, 'code');
  const { code, code_verifier: codeVerifier } = parseBody(redeemSsoCodeRoute, event);
  const signedIn = await redeemCode(auditedRuntime(event), { code, codeVerifier, now });
  metrics.push({ name: 'SsoSignIns', value: 1 });
  return { body: signedIn };
}
