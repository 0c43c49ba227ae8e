import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent, Context } from 'aws-lambda';
import { authenticate } from '../../shared/accounts/authenticate.ts';
import type { SpreadTenants } from '../../shared/accounts/status-copies.ts';
import { type Caller, callerId } from '../../shared/base/actor.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { type Credential, callerContext, parseAuthorization } from '../../shared/http/caller.ts';
import { authenticateKey } from '../../shared/keys/authenticate-key.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { Runtime, RuntimeSource } from '../../shared/lambda/runtime.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';

/**
 * Reads in one call a token with its user and their tenant, or an API key with its tenant and the site or device to which it
 * is bound. Records the use of a key at most once an hour.
 */
export const authorizerTrigger = defineTrigger('jobs/authorizer/authorizer', {
  description: 'Validates tokens and keys',
  trigger: { kind: 'authorizer' },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});

export type AuthorizerHandler = (
  event: APIGatewayTokenAuthorizerEvent,
  context: Context,
) => Promise<APIGatewayAuthorizerResult>;

type AuthorizerEvent = Invocation<APIGatewayTokenAuthorizerEvent>;

/**
 * Makes the handler of the TOKEN authorizer. It authenticates the caller, but does not decide what the caller may do: its
 * Allow policy covers the whole API, and each endpoint decides. For an invalid token or key it returns a Deny, to which the
 * gateway answers 401. It throws only unexpected errors.
 */
export function authorizerHandler(source: RuntimeSource): AuthorizerHandler {
  const spread: SpreadTenants = new Set();
  return createTriggeredHandler<APIGatewayTokenAuthorizerEvent, APIGatewayAuthorizerResult>(
    source,
    authorizerTrigger,
    (event) => authorize(event, spread),
  );
}

async function authorize({ authorizationToken, methodArn, state }: AuthorizerEvent, spread: SpreadTenants) {
  const { runtime, now, metrics } = state;
  try {
    const credential = parseAuthorization(authorizationToken);
    if (!credential) throw new ApiError('unauthenticated', { reason: 'token_malformed' });
    return allow(methodArn, await findCaller(runtime, credential, now, spread));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    runtime.logger.info('Token refused', { reason: error.reason });
    metrics.push({ name: 'AuthenticationFailures', value: 1, dimensions: { credential: 'token' } });
    return deny(methodArn, error);
  }
}

function findCaller(
  runtime: Runtime,
  credential: Credential,
  now: Date,
  spread: SpreadTenants,
): Promise<Caller> {
  return credential.kind === 'token'
    ? authenticate(runtime.table, credential.token, now, spread)
    : authenticateKey(runtime, credential.key, now, spread);
}

function allow(methodArn: string, caller: Caller): APIGatewayAuthorizerResult {
  return {
    principalId: callerId(caller),
    policyDocument: policy('Allow', wholeApi(methodArn)),
    context: callerContext(caller),
  };
}

function deny(methodArn: string, { code }: ApiError): APIGatewayAuthorizerResult {
  return { principalId: 'anonymous', policyDocument: policy('Deny', wholeApi(methodArn)), context: { code } };
}

function policy(effect: 'Allow' | 'Deny', resource: string): APIGatewayAuthorizerResult['policyDocument'] {
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
  };
}

/** The resource pattern of the whole API, `arn:…:api-id/stage/*`. */
function wholeApi(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}
