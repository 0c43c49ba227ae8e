import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { ApiError } from '../../shared/errors.ts';
import { callerContext } from '../../shared/http/caller.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/runtime.ts';
import { parseAuthorization } from '../../shared/tokens/token.ts';
import { type AuthenticatedUser, authenticate } from '../../shared/tokens/token-store.ts';

export type AuthorizerHandler = (
  event: APIGatewayTokenAuthorizerEvent,
) => Promise<APIGatewayAuthorizerResult>;

/**
 * The TOKEN authorizer. It says who calls, not what they may: the Allow policy covers the whole API and each
 * endpoint decides. A bad token is a Deny, which the gateway answers 401; only a real fault is thrown.
 */
export function createHandler(source: RuntimeSource): AuthorizerHandler {
  return async (event) => {
    const runtime = source();
    try {
      const token = parseAuthorization(event.authorizationToken);
      if (!token) throw new ApiError('unauthenticated', { reason: 'token_malformed' });
      const caller = await authenticate(runtime.table, token, runtime.clock());
      return allow(event.methodArn, caller);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      runtime.logger.info('Token refused', { reason: error.reason });
      return deny(event.methodArn, error);
    }
  };
}

export const handler = createHandler(lambdaRuntime);

function allow(methodArn: string, caller: AuthenticatedUser): APIGatewayAuthorizerResult {
  return {
    principalId: caller.userId,
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

/** `arn:…:api-id/stage/GET/path` with everything after the stage allowed. */
function wholeApi(methodArn: string): string {
  const [api, stage] = methodArn.split('/');
  return `${api}/${stage}/*`;
}
