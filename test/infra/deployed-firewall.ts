import * as z from 'zod';
import type { Synthesis } from './synthesis.ts';

export const WEB_ACL = 'AWS::WAFv2::WebACL';

const pathMatchSchema = z.object({
  FieldToMatch: z.object({ UriPath: z.object({}) }),
  RegexString: z.string().transform((source) => new RegExp(source)),
  TextTransformations: z.array(
    z.object({ Priority: z.number(), Type: z.enum(['URL_DECODE', 'NORMALIZE_PATH']) }),
  ),
});

const rulesSchema = z.object({
  Rules: z.array(
    z.object({
      Name: z.string(),
      Action: z.unknown().optional(),
      OverrideAction: z.unknown().optional(),
      Statement: z.object({
        RateBasedStatement: z
          .object({
            AggregateKeyType: z.string(),
            Limit: z.number(),
            ScopeDownStatement: z.object({ RegexMatchStatement: pathMatchSchema }).optional(),
          })
          .optional(),
        ManagedRuleGroupStatement: z
          .object({
            VendorName: z.literal('AWS'),
            Name: z.string(),
            RuleActionOverrides: z.array(z.object({ Name: z.string(), ActionToUse: z.unknown() })),
          })
          .optional(),
      }),
    }),
  ),
});

/** The rules of a stage's firewall, in the order of their priorities. */
export const firewallRulesOf = ({ properties }: Synthesis) =>
  [...properties(WEB_ACL, rulesSchema).values()].flatMap(({ Rules }) => Rules);
