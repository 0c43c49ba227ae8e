import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { ERRORS } from '../../shared/base/errors.ts';
import { BINARY_MEDIA_TYPES } from '../../shared/http/body-charset.ts';
import { METHODS_OF_UNKNOWN_PATHS, preflightHeaders } from '../../shared/http/cors.ts';
import { GATEWAY_RESPONSES, MINIMUM_COMPRESSION_BYTES } from '../../shared/http/gateway-responses.ts';
import { corsHeaders, SECURITY_HEADERS } from '../../shared/http/respond.ts';
import { methodsOf } from '../../shared/http/route.ts';
import { BARE, DEV, FULL } from './stages-with-options.ts';
import { synthesize, synthesizeWhole } from './synthesis.ts';

const ORIGIN = 'https://app.example.com';
const synthesis = synthesizeWhole(FULL);

const gatewayResponses = [
  ...synthesis
    .resources(
      'AWS::ApiGateway::GatewayResponse',
      z.object({
        Properties: z.object({
          ResponseType: z.string(),
          StatusCode: z.string().optional(),
          ResponseParameters: z.record(z.string(), z.string()),
          ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
        }),
      }),
    )
    .values(),
].map(({ Properties }) => Properties);

/** The responses of API Gateway itself: the code, and the status unless it is the gateway's. */
const GATEWAY_ANSWERS = {
  UNAUTHORIZED: '401 unauthenticated',
  ACCESS_DENIED: '401 unauthenticated',
  MISSING_AUTHENTICATION_TOKEN: '404 not_found',
  RESOURCE_NOT_FOUND: '404 not_found',
  INVALID_SIGNATURE: '404 not_found',
  EXPIRED_TOKEN: '404 not_found',
  BAD_REQUEST_BODY: '400 malformed_json',
  BAD_REQUEST_PARAMETERS: '422 validation_failed',
  UNSUPPORTED_MEDIA_TYPE: '415 unsupported_media_type',
  REQUEST_TOO_LARGE: '413 payload_too_large',
  THROTTLED: '429 too_many_requests',
  QUOTA_EXCEEDED: '429 too_many_requests',
  WAF_FILTERED: '403 forbidden',
  DEFAULT_4XX: '404 not_found',
  INTEGRATION_FAILURE: '503 service_unavailable',
  INTEGRATION_TIMEOUT: '504 gateway_timeout',
  AUTHORIZER_FAILURE: '503 service_unavailable',
  AUTHORIZER_CONFIGURATION_ERROR: '500 internal_error',
  API_CONFIGURATION_ERROR: '500 internal_error',
  DEFAULT_5XX: '* internal_error',
};

test('Errors that API Gateway itself returns have the expected status and an error code of Guard', () => {
  const answers = gatewayResponses.map(({ ResponseType, StatusCode = '*', ResponseTemplates }) => {
    const { code } = JSON.parse(ResponseTemplates['application/json']);
    return [ResponseType, `${StatusCode} ${code}`];
  });
  expect(Object.fromEntries(answers)).toEqual(GATEWAY_ANSWERS);
});

test('The stack deploys exactly the declared error responses of API Gateway', () => {
  const deployed = gatewayResponses.map((it) => it.ResponseType).sort();
  expect(deployed).toEqual(GATEWAY_RESPONSES.map((it) => it.type).sort());
});

describe.each(GATEWAY_RESPONSES)(
  'the gateway response $type',
  ({ type, code, keepsStatus, headers = {} }) => {
    const deployed = gatewayResponses.find((it) => it.ResponseType === type);

    test('Each error response of API Gateway has the status and body of the Guard error with the same code', () => {
      // A failed function is a 502. A fixed status would make it a 500.
      expect(deployed?.StatusCode).toBe(keepsStatus ? undefined : String(ERRORS[code].status));
      expect(JSON.parse(deployed?.ResponseTemplates['application/json'] ?? '')).toEqual({
        message: ERRORS[code].message,
        code,
        request_id: '$context.requestId',
      });
    });

    test('Each error response of API Gateway has the security headers, the CORS headers and its own headers', () => {
      const expected = Object.entries({ ...SECURITY_HEADERS, ...corsHeaders(ORIGIN), ...headers });
      expect(deployed?.ResponseParameters).toEqual(
        Object.fromEntries(expected.map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`])),
      );
    });
  },
);

test('With corsOrigin none, the API answers no CORS preflight and allows no origin', () => {
  const closed = synthesize(BARE);
  const [methods, responses] = ['AWS::ApiGateway::Method', 'AWS::ApiGateway::GatewayResponse'].map((type) =>
    JSON.stringify([...closed.resources(type, z.json()).values()]),
  );
  expect(methods).toContain('"GET"');
  expect(methods).not.toContain('"OPTIONS"');
  expect(responses).toContain('no-store');
  expect(responses).not.toContain('Access-Control');
});

const preflights = [
  ...synthesis
    .resources(
      'AWS::ApiGateway::Method',
      z.object({
        Properties: z.object({
          HttpMethod: z.string(),
          AuthorizationType: z.string(),
          Integration: z.object({
            Type: z.string(),
            IntegrationResponses: z
              .array(z.object({ ResponseParameters: z.record(z.string(), z.string()) }))
              .default([]),
          }),
        }),
      }),
    )
    .values(),
]
  .map(({ Properties }) => Properties)
  .filter(({ HttpMethod }) => HttpMethod === 'OPTIONS');

test('Every path of the API answers CORS preflights without a token and without a function', () => {
  expect(preflights).toHaveLength(new Set(routes.map(({ path }) => path)).size + 1); // unknown paths
  for (const it of preflights) {
    expect(it.AuthorizationType).toBe('NONE');
    expect(it.Integration.Type).toBe('MOCK');
  }
});

test('CORS preflights of the deployed API allow the same methods and headers as on the local server', () => {
  const methodsByPath = Map.groupBy(routes, ({ path }) => path).values();
  const expected = [
    ...[...methodsByPath].map((some) => some.flatMap(methodsOf)),
    METHODS_OF_UNKNOWN_PATHS,
  ].map((methods) => preflightHeaders(ORIGIN, methods));
  const deployed = preflights.map(({ Integration }) =>
    Object.fromEntries(
      Object.entries(Integration.IntegrationResponses[0]?.ResponseParameters ?? {}).map(([name, value]) => [
        name.replace('method.response.header.', ''),
        value.slice(1, -1),
      ]),
    ),
  );
  expect(deployed.map(comparable).sort()).toEqual(expected.map(comparable).sort());
});

/** Headers in one order, without spaces in lists. */
function comparable(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(', ', ',')}`);
  return lines.sort().join('\n');
}

const stageSchema = z.object({
  Properties: z.object({
    StageName: z.string(),
    AccessLogSetting: z.object({ Format: z.string() }),
    MethodSettings: z.array(z.object({ DataTraceEnabled: z.boolean() })),
  }),
});
const [stage] = [...synthesis.resources('AWS::ApiGateway::Stage', stageSchema).values()];

test('The access log of the API is JSON and contains the request id', () => {
  const format = z
    .record(z.string(), z.string())
    .parse(JSON.parse(stage?.Properties.AccessLogSetting.Format ?? ''));
  expect(format).toMatchObject({ requestId: '$context.requestId' });
  for (const value of Object.values(format)) expect(value).toMatch(/^\$context(\.[a-zA-Z]+)+$/);
});

test('The access log of the API has no Authorization header, query string, requested path or user agent', () => {
  const format = stage?.Properties.AccessLogSetting.Format ?? '';
  const variables = format.match(/\$context\.[\w.]+/g) ?? [];
  expect(variables.length).toBeGreaterThan(0);
  expect(variables).not.toContain('$context.path');
  expect(format).not.toMatch(/\$input|authorization|querystring|userAgent/i);
  // At an unknown path it repeats the Authorization header.
  expect(format).not.toContain('error.message');
});

test('API Gateway writes no execution log, which would contain the bodies of requests', () => {
  const traced = stage?.Properties.MethodSettings.map((it) => it.DataTraceEnabled);
  expect(new Set(traced)).toEqual(new Set([false]));
});

test('The name of the API Gateway stage is the stage name in the URLs of the stack’s outputs', () => {
  expect(stage?.Properties.StageName).toBe('prod');
  const { template } = synthesize(DEV);
  expect(JSON.stringify(template.findOutputs('BaseUrl'))).toMatch(/\.execute-api\..*\/dev"/);
  expect(JSON.stringify(template.findOutputs('ReferenceUrl'))).toMatch(/\/dev\/docs\/api"/);
});

test('API Gateway compresses responses from the same minimum size as the local server, and passes bytes of the same content types', () => {
  synthesis.template.hasResourceProperties('AWS::ApiGateway::RestApi', {
    MinimumCompressionSize: MINIMUM_COMPRESSION_BYTES,
    BinaryMediaTypes: Match.arrayEquals([...BINARY_MEDIA_TYPES]),
  });
});
