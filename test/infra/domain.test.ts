import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { DOMAIN, FULL, HOSTED_ZONE, STAGES_WITH_OPTIONS } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const DOMAIN_NAME = 'AWS::ApiGateway::DomainName';
const REST_API = 'AWS::ApiGateway::RestApi';

const withDomain = synthesize({ stage: 'prod', ...DOMAIN }).template;
const withZone = synthesize(FULL).template;
const [domainId = ''] = Object.keys(withZone.findResources(DOMAIN_NAME));

const outputOf = (template: typeof withDomain, name: string): unknown =>
  template.findOutputs(name)[name]?.['Value'];

describe('a domain of the operator’s own', () => {
  test('leads to the root of the stage, with its certificate', () => {
    withDomain.hasResourceProperties(DOMAIN_NAME, {
      DomainName: DOMAIN.domainName,
      RegionalCertificateArn: DOMAIN.certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    const [stageId = ''] = Object.keys(withDomain.findResources('AWS::ApiGateway::Stage'));
    withDomain.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
      DomainName: { Ref: domainId },
      Stage: { Ref: stageId },
      BasePath: Match.absent(),
    });
  });

  test('is the only way to the API', () => {
    withDomain.hasResourceProperties(REST_API, { DisableExecuteApiEndpoint: true });
  });

  test('is what the outputs tell clients', () => {
    expect(outputOf(withDomain, 'BaseUrl')).toBe('https://guard.example.com');
    expect(outputOf(withDomain, 'ReferenceUrl')).toBe('https://guard.example.com/docs/api');
  });

  test('gets its record in the hosted zone', () => {
    withZone.hasResourceProperties('AWS::Route53::RecordSet', {
      HostedZoneId: HOSTED_ZONE.hostedZoneId,
      Name: 'guard.example.com.',
      Type: 'A',
      AliasTarget: {
        DNSName: { 'Fn::GetAtt': [domainId, 'RegionalDomainName'] },
        HostedZoneId: { 'Fn::GetAtt': [domainId, 'RegionalHostedZoneId'] },
      },
    });
    expect(outputOf(withZone, 'DomainTarget')).toBeUndefined();
  });

  test('tells what its record must point to if there is no hosted zone', () => {
    withDomain.resourceCountIs('AWS::Route53::RecordSet', 0);
    expect(outputOf(withDomain, 'DomainTarget')).toEqual({ 'Fn::GetAtt': [domainId, 'RegionalDomainName'] });
  });
});

describe('a domain of the operator’s own for the WebSocket API', () => {
  const LIVE_DOMAIN = 'AWS::ApiGatewayV2::DomainName';
  const [liveId = ''] = Object.keys(withZone.findResources(LIVE_DOMAIN));

  test('leads to the root of its stage, with the certificate that names both', () => {
    withDomain.hasResourceProperties(LIVE_DOMAIN, {
      DomainName: DOMAIN.liveDomainName,
      DomainNameConfigurations: [
        {
          CertificateArn: DOMAIN.certificateArn,
          EndpointType: 'REGIONAL',
          SecurityPolicy: 'TLS_1_2',
        },
      ],
    });
    withDomain.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
      DomainName: { Ref: liveId },
      ApiMappingKey: Match.absent(),
    });
  });

  test('is what the output and the tickets tell clients', () => {
    expect(outputOf(withDomain, 'LiveUrl')).toBe('wss://live.guard.example.com');
    const { template } = synthesize({ stage: 'prod', ...DOMAIN });
    const [ticket] = Object.entries(template.findResources('AWS::Lambda::Function')).flatMap(([id, it]) =>
      id.includes('createliveticket') ? [it] : [],
    );
    expect(ticket?.['Properties'].Environment.Variables.GUARD_LIVE_URL).toBe('wss://live.guard.example.com');
  });

  test('gets its record in the hosted zone, or tells what that must point to', () => {
    withZone.hasResourceProperties('AWS::Route53::RecordSet', {
      Name: 'live.guard.example.com.',
      AliasTarget: { DNSName: { 'Fn::GetAtt': [liveId, 'RegionalDomainName'] } },
    });
    expect(outputOf(withDomain, 'LiveDomainTarget')).toEqual({
      'Fn::GetAtt': [liveId, 'RegionalDomainName'],
    });
  });
});

test('without a domain the API answers at its own URL', () => {
  const { template } = synthesize({ stage: 'dev' });
  template.resourceCountIs(DOMAIN_NAME, 0);
  template.hasResourceProperties(REST_API, { DisableExecuteApiEndpoint: false });
  expect(outputOf(template, 'DomainTarget')).toBeUndefined();
});

describe.each(STAGES_WITH_OPTIONS)('what goes in and out of %s', (_, context) => {
  const { template, properties } = synthesize(context);
  const secured = z.object({ SecurityPolicy: z.string(), EndpointAccessMode: z.string() });

  test('is encrypted by TLS 1.2 with forward secrecy or better, at the API and at its domain alike', () => {
    const endpoints = [REST_API, DOMAIN_NAME].flatMap((type) => [...properties(type, secured).values()]);
    expect(endpoints).toHaveLength('domainName' in context ? 2 : 1);
    for (const endpoint of endpoints) {
      expect(endpoint).toEqual({
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'STRICT',
      });
    }
  });

  test('is never plain HTTP', () => {
    expect(JSON.stringify(template.toJSON())).not.toContain('http:');
  });
});
