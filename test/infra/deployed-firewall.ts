import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { issueToken } from '../../shared/accounts/token.ts';
import { EXAMPLE_IDS } from '../../shared/base/ids.ts';
import type { Synthesis } from './synthesis.ts';

export const WEB_ACL = 'AWS::WAFv2::WebACL';

const matched = {
  FieldToMatch: z.union([
    z.strictObject({ UriPath: z.object({}) }),
    z.strictObject({ Method: z.object({}) }),
    z.strictObject({ SingleHeader: z.object({ Name: z.literal('authorization') }) }),
  ]),
  TextTransformations: z.tuple([z.object({ Type: z.literal('NONE') })]),
};

const statementSchema = z.object({
  RegexMatchStatement: z
    .object({ ...matched, RegexString: z.string().transform((source) => new RegExp(source)) })
    .optional(),
  ByteMatchStatement: z
    .object({ ...matched, SearchString: z.string(), PositionalConstraint: z.literal('EXACTLY') })
    .optional(),
  get NotStatement() {
    return z.object({ Statement: statementSchema }).optional();
  },
  get AndStatement() {
    return z.object({ Statements: z.array(statementSchema) }).optional();
  },
  get OrStatement() {
    return z.object({ Statements: z.array(statementSchema) }).optional();
  },
});
type Statement = z.infer<typeof statementSchema>;

export interface WebRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization?: string;
}

/** Whether AWS WAF would find that the statement matches. */
export function matches(statement: Statement, request: WebRequest): boolean {
  const { NotStatement, AndStatement, OrStatement, RegexMatchStatement, ByteMatchStatement } = statement;
  if (NotStatement) return !matches(NotStatement.Statement, request);
  if (AndStatement) return AndStatement.Statements.every((it) => matches(it, request));
  if (OrStatement) return OrStatement.Statements.some((it) => matches(it, request));
  const { FieldToMatch } = (RegexMatchStatement ?? ByteMatchStatement) as z.infer<
    z.ZodObject<typeof matched>
  >;
  const value =
    'UriPath' in FieldToMatch
      ? request.path
      : 'Method' in FieldToMatch
        ? request.method
        : (request.authorization ?? '');
  return RegexMatchStatement
    ? RegexMatchStatement.RegexString.test(value)
    : value === ByteMatchStatement?.SearchString;
}

const rulesSchema = z.object({
  Rules: z.array(
    z.object({
      Name: z.string(),
      Action: z.unknown().optional(),
      OverrideAction: z.unknown().optional(),
      Statement: z.object({
        RateBasedStatement: z
          .object({
            AggregateKeyType: z.enum(['IP', 'CUSTOM_KEYS']),
            Limit: z.number(),
            EvaluationWindowSec: z.literal(300),
            CustomKeys: z
              .array(
                z.strictObject({
                  Header: z.object({ Name: z.string() }).optional(),
                  IP: z.strictObject({}).optional(),
                  HTTPMethod: z.strictObject({}).optional(),
                }),
              )
              .optional(),
            ScopeDownStatement: statementSchema.optional(),
          })
          .optional(),
        ManagedRuleGroupStatement: z
          .object({
            VendorName: z.literal('AWS'),
            Name: z.string(),
            RuleActionOverrides: z.array(z.object({ Name: z.string(), ActionToUse: z.unknown() })),
            ScopeDownStatement: statementSchema.optional(),
          })
          .optional(),
      }),
    }),
  ),
});

/** The rules of a stage's firewall, in the order of their priorities. */
export const firewallRulesOf = ({ properties }: Synthesis) =>
  [...properties(WEB_ACL, rulesSchema).values()].flatMap(({ Rules }) => Rules);

/** The rules that limit rates, by name. */
export function rateRulesOf(synthesis: Synthesis) {
  const own = firewallRulesOf(synthesis).flatMap(({ Name, Action, Statement }) =>
    Statement.RateBasedStatement ? [{ Name, Action, ...Statement.RateBasedStatement }] : [],
  );
  return new Map(own.map((rule) => [rule.Name, rule]));
}

/** The names of the rules that count a request. */
export const countedBy = (rules: ReturnType<typeof rateRulesOf>, request: WebRequest): string[] =>
  [...rules.values()]
    .filter(
      ({ ScopeDownStatement: scope, CustomKeys = [] }) =>
        (!scope || matches(scope, request)) &&
        (request.authorization !== undefined || !CustomKeys.some(({ Header }) => Header)),
    )
    .map(({ Name }) => Name);

/** A header with a token that looks as if Guard had issued it. */
export const INVENTED = `Bearer ${issueToken({ tenantId: EXAMPLE_IDS.tenant, userId: EXAMPLE_IDS.user }, randomBytes).plainText}`;
