import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { loginRoute } from '../../functions/auth/login.route.ts';
import { readStageSettings } from '../../lib/stage-settings.ts';
import { throttleOf } from '../../lib/throttling.ts';
import { type Synthesis, synthesize } from './synthesis.ts';

const WEB_ACL = 'AWS::WAFv2::WebACL';
const WINDOW_SECONDS = 300;
const PROD = { stage: 'prod' };

const prod = synthesize(PROD);
const { template } = prod;
const settings = readStageSettings((name) => (name === 'stage' ? PROD.stage : undefined));

const rulesSchema = z.object({
  Rules: z.array(
    z.object({
      Name: z.string(),
      Action: z.unknown().optional(),
      OverrideAction: z.unknown().optional(),
      Statement: z.object({
        RateBasedStatement: z.object({ AggregateKeyType: z.string(), Limit: z.number() }).optional(),
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
const rulesOf = ({ properties }: Synthesis) =>
  [...properties(WEB_ACL, rulesSchema).values()].flatMap(({ Rules }) => Rules);
const rules = rulesOf(prod);

describe('the firewall', () => {
  test('stands before the stage of the API, in its region', () => {
    template.hasResourceProperties(WEB_ACL, { Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const [webAclId = ''] = Object.keys(template.findResources(WEB_ACL));
    const [stageId = ''] = Object.keys(template.findResources('AWS::ApiGateway::Stage'));
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: { 'Fn::GetAtt': [webAclId, 'Arn'] },
      ResourceArn: { 'Fn::Join': ['', Match.arrayWith(['/stages/', { Ref: stageId }])] },
    });
  });

  test('blocks by the managed rules, apart from those that clients of Guard may break', () => {
    const groups = rules.flatMap(({ OverrideAction, Statement: { ManagedRuleGroupStatement: group } }) => {
      if (!group) return [];
      expect(OverrideAction).toEqual({ None: {} });
      for (const { ActionToUse } of group.RuleActionOverrides) expect(ActionToUse).toEqual({ Count: {} });
      return [[group.Name, group.RuleActionOverrides.map(({ Name }) => Name).sort()] as const];
    });
    expect(Object.fromEntries(groups)).toEqual({
      AWSManagedRulesAmazonIpReputationList: [],
      AWSManagedRulesKnownBadInputsRuleSet: [],
      AWSManagedRulesCommonRuleSet: [
        'CrossSiteScripting_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'NoUserAgent_HEADER',
        'SizeRestrictions_BODY',
      ],
    });
  });

  test('inspects bodies as large as Guard takes', () => {
    template.hasResourceProperties(WEB_ACL, {
      AssociationConfig: { RequestBody: { API_GATEWAY: { DefaultSizeInspectionLimit: 'KB_64' } } },
    });
  });

  test('writes its log where AWS WAF may, only of what a rule matched', () => {
    const [webAclId = ''] = Object.keys(template.findResources(WEB_ACL));
    const [logId = ''] = Object.keys(
      template.findResources('AWS::Logs::LogGroup', {
        Properties: {
          LogGroupName: {
            'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('^aws-waf-logs-guard-prod-')])],
          },
        },
      }),
    );
    template.hasResourceProperties('AWS::WAFv2::LoggingConfiguration', {
      ResourceArn: { 'Fn::GetAtt': [webAclId, 'Arn'] },
      LogDestinationConfigs: [{ 'Fn::Join': ['', Match.arrayWith([':log-group:', { Ref: logId }])] }],
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
          },
        ],
      },
    });
  });

  test('keeps tokens, passwords and queries out of its log and its samples', () => {
    const substituted = (field: object) => ({ Field: field, Action: 'SUBSTITUTION' });
    template.hasResourceProperties(WEB_ACL, {
      DataProtectionConfig: {
        DataProtections: [
          substituted({ FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization'] }),
          substituted({ FieldType: 'QUERY_STRING' }),
          substituted({ FieldType: 'BODY' }),
        ],
      },
    });
  });

  describe('where the stage turns it off', () => {
    const { template: off } = synthesize({ ...PROD, firewall: 'false' });

    test('is not there', () => {
      off.resourceCountIs(WEB_ACL, 0);
      off.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
      off.resourceCountIs('AWS::WAFv2::LoggingConfiguration', 0);
    });

    test('leaves its log in the stack, whose name it needs when it is turned on again', () => {
      const logs = template.findResources('AWS::Logs::LogGroup');
      expect(JSON.stringify(logs)).toContain('"aws-waf-logs-guard-prod-"');
      expect(off.findResources('AWS::Logs::LogGroup')).toEqual(logs);
    });
  });
});

describe('the firewall blocks an address', () => {
  const limitOf = (name: string) => {
    const rule = rules.find(({ Name }) => Name === name);
    expect(rule?.Action).toEqual({ Block: {} });
    expect(rule?.Statement.RateBasedStatement?.AggregateKeyType).toBe('IP');
    return rule?.Statement.RateBasedStatement?.Limit ?? 0;
  };

  test('long after its hundred users have met their own limits', () => {
    const minutes = WINDOW_SECONDS / 60;
    expect(limitOf('RequestsPerAddress')).toBe(settings.firewallRequestsPerAddress);
    expect(limitOf('RequestsPerAddress')).toBeGreaterThanOrEqual(
      100 * settings.apiRequestsPerMinute * minutes,
    );
    expect(limitOf('LoginsPerAddress')).toBeGreaterThanOrEqual(
      10 * settings.loginRequestsPerAddressPerMinute * minutes,
    );
  });

  test('never before Guard does, however many logins the stage lets it do', () => {
    const generous = synthesize({ ...PROD, loginRequestsPerAddressPerMinute: '1000' });
    const rule = rulesOf(generous).find(({ Name }) => Name === 'LoginsPerAddress');
    expect(rule?.Statement.RateBasedStatement?.Limit).toBe((2 * 1000 * WINDOW_SECONDS) / 60);
  });

  test('long before it uses up what all callers share', () => {
    const shared = { all: settings.gatewayRequestsPerSecond, login: throttleOf(loginRoute, settings) };
    expect(limitOf('RequestsPerAddress')).toBeLessThanOrEqual((shared.all * WINDOW_SECONDS) / 5);
    expect(limitOf('LoginsPerAddress')).toBeLessThanOrEqual(
      (shared.login.requestsPerSecond * WINDOW_SECONDS) / 10,
    );
  });

  test('for logins by their path, however it is written and whatever leads to the stage', () => {
    template.hasResourceProperties(WEB_ACL, {
      Rules: Match.arrayWith([
        Match.objectLike({
          Name: 'LoginsPerAddress',
          Statement: {
            RateBasedStatement: Match.objectLike({
              ScopeDownStatement: {
                ByteMatchStatement: {
                  FieldToMatch: { UriPath: {} },
                  PositionalConstraint: 'ENDS_WITH',
                  SearchString: loginRoute.path,
                  TextTransformations: [{ Priority: 0, Type: 'URL_DECODE' }],
                },
              },
            }),
          },
        }),
      ]),
    });
  });
});
