import type { APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod';
import { AUTHORIZATION_PATTERN } from '../../shared/http/caller.ts';
import type { RaisedType } from './gateway-reply.ts';
import type { Invocation } from './invoke.ts';

export type Authorization =
  | { readonly allowed: true; readonly context: Record<string, string | null> }
  | { readonly allowed: false; readonly response: RaisedType };

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/**
 * What an authorizer returns (AWS, "Output from an API Gateway Lambda authorizer"). A context value is never an object or
 * array.
 */
const resultSchema = z.object({
  principalId: z.string().min(1),
  policyDocument: z.object({
    Version: z.string().optional(),
    Statement: z
      .array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore }))
      .min(1),
  }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullish(),
});

type Statement = z.infer<typeof resultSchema>['policyDocument']['Statement'][number];

const validation = new RegExp(AUTHORIZATION_PATTERN);

/** Whether a header reaches the authorizer. Its `validationRegex` rejects malformed tokens before. */
export function isAuthorizationHeader(value: string | undefined): value is string {
  return value !== undefined && validation.test(value);
}

/** Runs the TOKEN authorizer and reads its decision (AWS, "Lambda authorizer authorization workflow"). */
export function readAuthorization(event: APIGatewayTokenAuthorizerEvent, run: Invocation): Authorization {
  if (run.outcome !== 'returned') {
    const isRefusal =
      run.outcome === 'failed' && run.error instanceof Error && run.error.message === 'Unauthorized';
    return refuse(isRefusal ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
  }
  const parsed = resultSchema.safeParse(run.result);
  if (!parsed.success) return refuse('AUTHORIZER_CONFIGURATION_ERROR');
  const { principalId, policyDocument, context } = parsed.data;
  if (!permits(policyDocument.Statement, event.methodArn)) return refuse('ACCESS_DENIED');
  const values = Object.entries(context ?? {}).map(([name, value]): [string, string | null] => [
    name,
    value === null ? null : String(value),
  ]);
  return { allowed: true, context: { ...Object.fromEntries(values), principalId } };
}

function refuse(response: RaisedType): Authorization {
  return { allowed: false, response };
}

/** Whether a policy permits a call. As in IAM, a call is denied by default, and a Deny overrides every Allow. */
function permits(statements: readonly Statement[], methodArn: string): boolean {
  const applying = statements.filter(
    ({ Action, Resource }) =>
      Action.some((action) => fits(action.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((resource) => fits(resource, methodArn)),
  );
  return (
    applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny')
  );
}

/** Whether a text matches a pattern, in which `*` stands for any characters and `?` for one. */
function fits(pattern: string, text: string): boolean {
  const literal = pattern.replace(/[\\^$.+()|[\]{}]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
}
