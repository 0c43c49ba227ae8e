import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { deployedAlarms } from './deployed-alarms.ts';
import { DEV, DOMAIN, FULL, HOSTED, HOSTED_ZONE, STAGES_WITH_OPTIONS } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const DOMAIN_NAME = 'AWS::ApiGateway::DomainName';
const REST_API = 'AWS::ApiGateway::RestApi';

const withDomain = synthesize({ ...DEV, ...DOMAIN }, { triggers: TRIAL_TRIGGERS }).template;
const withZone = synthesize(FULL).template;
const [domainId = ''] = Object.keys(withZone.findResources(DOMAIN_NAME));

const outputOf = (template: typeof withDomain, name: string): unknown =>
  template.findOutputs(name)[name]?.['Value'];

test('The domain of the API maps to the API Gateway stage and has the certificate from the settings', () => {
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

test('If a stage has a domain, its API is not reachable at the URL of API Gateway', () => {
  withDomain.hasResourceProperties(REST_API, { DisableExecuteApiEndpoint: true });
});

test('The URLs in the stack’s outputs contain the API’s domain', () => {
  expect(outputOf(withDomain, 'BaseUrl')).toBe('https://guard.example.com');
  expect(outputOf(withDomain, 'ReferenceUrl')).toBe('https://guard.example.com/docs/api');
});

test('The hosted zone gets the DNS record of the API’s domain', () => {
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

test('Without a hosted zone, an output of the stack names the target of the DNS record for the domain', () => {
  withDomain.resourceCountIs('AWS::Route53::RecordSet', 0);
  expect(outputOf(withDomain, 'DomainTarget')).toEqual({ 'Fn::GetAtt': [domainId, 'RegionalDomainName'] });
});

const CERTIFICATE = 'AWS::CertificateManager::Certificate';

test('With a hosted zone and without a certificate, a stage creates one for its domain names and proves them in the zone', () => {
  const { template } = synthesize(HOSTED);
  const [[certificateId, certificate] = [], ...others] = Object.entries(template.findResources(CERTIFICATE));
  expect(others).toEqual([]);
  const validationOf = (DomainName: string) => ({ DomainName, HostedZoneId: HOSTED_ZONE.hostedZoneId });
  expect(certificate?.['Properties']).toMatchObject({
    DomainName: DOMAIN.domainName,
    SubjectAlternativeNames: [DOMAIN.liveDomainName],
    ValidationMethod: 'DNS',
    DomainValidationOptions: [validationOf(DOMAIN.domainName), validationOf(DOMAIN.liveDomainName)],
  });
  template.hasResourceProperties(DOMAIN_NAME, { RegionalCertificateArn: { Ref: certificateId } });
  template.hasResourceProperties(LIVE_DOMAIN, {
    DomainNameConfigurations: [{ CertificateArn: { Ref: certificateId }, EndpointType: 'REGIONAL' }],
  });
  const expiry = deployedAlarms(synthesize(HOSTED)).find(({ name }) => name.endsWith('certificate-expiry'));
  expect(JSON.stringify(expiry)).toContain(`"CertificateArn":"{${certificateId}}"`);
});

test('A stage creates no certificate if its settings name one, or no domain name', () => {
  withZone.resourceCountIs(CERTIFICATE, 0);
  synthesize(DEV).template.resourceCountIs(CERTIFICATE, 0);
});

const LIVE_DOMAIN = 'AWS::ApiGatewayV2::DomainName';
const [liveId = ''] = Object.keys(withZone.findResources(LIVE_DOMAIN));

test('The live domain maps to the WebSocket stage, and has the certificate of the API’s domain', () => {
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

test('The output LiveUrl, and the function that creates WebSocket tickets, have the URL of the live domain', () => {
  expect(outputOf(withDomain, 'LiveUrl')).toBe('wss://live.guard.example.com');
  const [ticket] = Object.entries(withDomain.findResources('AWS::Lambda::Function')).flatMap(([id, it]) =>
    id.includes('createliveticket') ? [it] : [],
  );
  expect(ticket?.['Properties'].Environment.Variables.GUARD_LIVE_URL).toBe('wss://live.guard.example.com');
});

test('The hosted zone gets the DNS record of the live domain; without a hosted zone, an output shows the record’s target', () => {
  withZone.hasResourceProperties('AWS::Route53::RecordSet', {
    Name: 'live.guard.example.com.',
    AliasTarget: { DNSName: { 'Fn::GetAtt': [liveId, 'RegionalDomainName'] } },
  });
  expect(outputOf(withDomain, 'LiveDomainTarget')).toEqual({
    'Fn::GetAtt': [liveId, 'RegionalDomainName'],
  });
});

test('If a stage has no domain, its API is reachable at the URL of API Gateway', () => {
  const { template } = synthesize({ stage: 'dev' });
  template.resourceCountIs(DOMAIN_NAME, 0);
  template.hasResourceProperties(REST_API, { DisableExecuteApiEndpoint: false });
  expect(outputOf(template, 'DomainTarget')).toBeUndefined();
});

describe.each(STAGES_WITH_OPTIONS)('requests and responses of %s', (_, context) => {
  const { template, properties } = synthesize(context);
  const secured = z.object({ SecurityPolicy: z.string(), EndpointAccessMode: z.string() });

  test('The API and its domain require TLS 1.2 with forward secrecy', () => {
    const endpoints = [REST_API, DOMAIN_NAME].flatMap((type) => [...properties(type, secured).values()]);
    expect(endpoints).toHaveLength('domainName' in context ? 2 : 1);
    for (const endpoint of endpoints) {
      expect(endpoint).toEqual({
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'STRICT',
      });
    }
  });

  test('The template of a stage contains no http: URL', () => {
    expect(JSON.stringify(template.toJSON())).not.toContain('http:');
  });
});
