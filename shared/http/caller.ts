import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { AuthenticatedUser } from '../actor.ts';
import { roleField } from '../users/user.ts';

/**
 * The authorizer's context. API Gateway passes its values as strings, whatever they were (AWS, "Output from an
 * API Gateway Lambda authorizer"). The names are the authorizer's and the access log's.
 */
export function callerContext(caller: AuthenticatedUser): Record<string, string> {
  return {
    user_id: caller.userId,
    tenant_id: caller.tenantId,
    role: caller.role,
    user_name: caller.name,
    token_id: String(caller.tokenId),
    session_version: String(caller.sessionVersion),
  };
}

const callerSchema = z.object({
  user_id: z.string(),
  tenant_id: z.string(),
  role: roleField,
  // Missing while the authorizer of 0.6.0 still answers.
  user_name: z.optional(z.string()),
  token_id: z.coerce.number().check(z.int(), z.positive()),
  session_version: z.coerce.number().check(z.int()),
});

/** The caller that the authorizer let in. Throws where there is none: the endpoint is then deployed wrongly. */
export function readCaller(event: APIGatewayProxyEvent): AuthenticatedUser {
  const context = callerSchema.parse(event.requestContext.authorizer);
  return {
    userId: context.user_id,
    tenantId: context.tenant_id,
    role: context.role,
    name: context.user_name ?? context.user_id,
    tokenId: context.token_id,
    sessionVersion: context.session_version,
  };
}
