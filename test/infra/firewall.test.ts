import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { corsHeaders, SECURITY_HEADERS } from '../../shared/http/respond.ts';
import { checkResponse } from '../support/contract/check-response.ts';
import { firewallRulesOf, INVENTED, matches, WEB_ACL } from './deployed-firewall.ts';
import { BARE, FULL, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const prod = synthesize(PROD);
const { template } = prod;
const rules = firewallRulesOf(prod);

const ORIGIN = 'https://app.example.com';

const blockSchema = z.object({
  Block: z.object({
    CustomResponse: z.object({
      ResponseCode: z.number(),
      CustomResponseBodyKey: z.string(),
      ResponseHeaders: z.array(z.object({ Name: z.string(), Value: z.string() })).max(10),
    }),
  }),
});
const headersOf = ({ ResponseHeaders }: { ResponseHeaders: readonly { Name: string; Value: string }[] }) =>
  Object.fromEntries(ResponseHeaders.map(({ Name, Value }) => [Name, Value]));

const bodySchema = z.object({ ContentType: z.string(), Content: z.string() });
const [bodies = {}] = [
  ...prod.properties(WEB_ACL, z.object({ CustomResponseBodies: z.record(z.string(), bodySchema) })).values(),
].map(({ CustomResponseBodies }) => CustomResponseBodies);

describe('the firewall', () => {
  test('The firewall is associated with the API Gateway stage of the API', () => {
    template.hasResourceProperties(WEB_ACL, { Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const [webAclId = ''] = Object.keys(template.findResources(WEB_ACL));
    const [stageId = ''] = Object.keys(template.findResources('AWS::ApiGateway::Stage'));
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: { 'Fn::GetAtt': [webAclId, 'Arn'] },
      ResourceArn: { 'Fn::Join': ['', Match.arrayWith(['/stages/', { Ref: stageId }])] },
    });
  });

  test.each([
    ['the probe’s health check', { method: 'GET', path: '/prod/health' }, false],
    [
      'a report with a credential',
      { method: 'POST', path: '/prod/api/v1/reports', authorization: INVENTED },
      false,
    ],
    ['a login', { method: 'POST', path: '/prod/api/v1/auth/login' }, true],
    ['a made-up credential', { method: 'GET', path: '/api/v1/alerts', authorization: 'Bearer x' }, true],
  ])(
    'The firewall checks logins and made-up credentials against the list of attackers’ addresses, but not health checks or reports: %s',
    (_, request, applies) => {
      const scopes = rules.flatMap(({ Statement: { ManagedRuleGroupStatement: group } }) =>
        group?.ScopeDownStatement ? [[group.Name, matches(group.ScopeDownStatement, request)]] : [],
      );
      expect(scopes).toContainEqual(['AWSManagedRulesAmazonIpReputationList', applies]);
    },
  );

  test('The firewall blocks no message of another system for what it contains, whose sender would give up', () => {
    const scopes = rules.flatMap(({ Statement: { ManagedRuleGroupStatement: group } }) =>
      group ? [group.ScopeDownStatement] : [],
    );
    expect(scopes).toHaveLength(3);
    for (const method of ['GET', 'POST', 'PUT']) {
      const message = { method, path: '/prod/api/v1/inbound/guard_i_EXAMPLE' };
      expect(scopes.map((it) => it && matches(it, message))).toEqual([false, false, false]);
    }
    const report = { method: 'POST', path: '/prod/api/v1/reports' };
    expect(scopes.map((it) => it && matches(it, report))).toEqual([true, true, true]);
  });

  test('The firewall keeps no path, because that of an inbound address has a secret', () => {
    template.hasResourceProperties('AWS::WAFv2::LoggingConfiguration', { RedactedFields: [{ UriPath: {} }] });
    for (const [name, { Properties }] of Object.entries(template.findResources(WEB_ACL))) {
      const sampled = JSON.stringify(Properties).match(/"SampledRequestsEnabled":true/g);
      expect(sampled, name).toBeNull();
    }
  });

  test('The managed rules of the firewall block requests, except rules that valid requests can violate, which only count', () => {
    const groups = rules.flatMap(({ OverrideAction, Statement: { ManagedRuleGroupStatement: group } }) => {
      if (!group) return [];
      expect(OverrideAction).toEqual({ None: {} });
      for (const { ActionToUse } of group.RuleActionOverrides) expect(ActionToUse).toEqual({ Count: {} });
      return [[group.Name, group.RuleActionOverrides.map(({ Name }) => Name).sort()] as const];
    });
    expect(Object.fromEntries(groups)).toEqual({
      AWSManagedRulesAmazonIpReputationList: [],
      AWSManagedRulesKnownBadInputsRuleSet: [
        'JavaDeserializationRCE_BODY',
        'Log4JRCE_BODY',
        'ReactJSRCE_BODY',
      ],
      AWSManagedRulesCommonRuleSet: [
        'CrossSiteScripting_BODY',
        'EC2MetaDataSSRF_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'NoUserAgent_HEADER',
        'SizeRestrictions_BODY',
      ],
    });
  });

  test('The firewall answers too many requests of one address with Guard’s 429, with body and Retry-After', () => {
    const own = firewallRulesOf(synthesize(FULL)).filter(({ Statement }) => Statement.RateBasedStatement);
    expect(own).toHaveLength(4);
    for (const { Action } of own) {
      const { CustomResponse } = blockSchema.parse(Action).Block;
      expect(CustomResponse.ResponseCode).toBe(429);
      expect(headersOf(CustomResponse)).toEqual({
        ...SECURITY_HEADERS,
        ...corsHeaders(ORIGIN),
        'Retry-After': '300',
      });
      expect(bodies[CustomResponse.CustomResponseBodyKey]?.ContentType).toBe('APPLICATION_JSON');
      // As the OpenAPI document describes it.
      checkResponse('GET', '/api/v1/alerts', {
        status: CustomResponse.ResponseCode,
        headers: new Headers({ 'Content-Type': 'application/json', ...headersOf(CustomResponse) }),
        text: bodies[CustomResponse.CustomResponseBodyKey]?.Content ?? '',
      });
    }
  });

  test('The firewall inspects bodies up to 64 KiB', () => {
    template.hasResourceProperties(WEB_ACL, {
      AssociationConfig: { RequestBody: { API_GATEWAY: { DefaultSizeInspectionLimit: 'KB_64' } } },
    });
  });

  test('The firewall logs only blocked requests and counted attacks, and no request whose only finding is a missing user agent', () => {
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
            Conditions: [
              { ActionCondition: { Action: 'BLOCK' } },
              // AWS, "Baseline rule groups".
              ...[
                'known-bad-inputs:JavaDeserializationRCE_Body',
                'known-bad-inputs:Log4JRCE_Body',
                'known-bad-inputs:ReactJSRCE_Body',
                'core-rule-set:EC2MetaDataSSRF_Body',
                'core-rule-set:GenericRFI_Body',
                'core-rule-set:GenericLFI_Body',
                'core-rule-set:CrossSiteScripting_Body',
              ].map((label) => ({ LabelNameCondition: { LabelName: `awswaf:managed:aws:${label}` } })),
            ],
          },
        ],
      },
    });
  });

  test('The firewall’s log and request samples contain no tokens, bodies or queries', () => {
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

  describe('a stage without a firewall', () => {
    const { template: off } = synthesize(BARE);

    test('A stage that turns the firewall off has no firewall resources', () => {
      off.resourceCountIs(WEB_ACL, 0);
      off.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
      off.resourceCountIs('AWS::WAFv2::LoggingConfiguration', 0);
    });

    test('If a stage turns the firewall off, the stack keeps the firewall’s log group', () => {
      expect(JSON.stringify(template.findResources('AWS::Logs::LogGroup'))).toContain(
        '"aws-waf-logs-guard-prod-"',
      );
      expect(JSON.stringify(off.findResources('AWS::Logs::LogGroup'))).toContain(
        '"aws-waf-logs-guard-test-"',
      );
    });
  });
});
