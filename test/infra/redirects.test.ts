import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../shared/http/respond.ts';
import { FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const QUOTED_SECURITY_HEADERS = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, value]) => [`method.response.header.${name}`, `'${value}'`]),
);

/** The redirects of a template: preflights are mocks with another method. */
const redirectsOf = (template: Template) =>
  Object.assign(
    {},
    ...['GET', 'HEAD'].map((HttpMethod) =>
      template.findResources('AWS::ApiGateway::Method', {
        Properties: { HttpMethod, Integration: { Type: 'MOCK' } },
      }),
    ),
  ) as ReturnType<Template['findResources']>;

describe.each([
  ['a stage', {}, '/dev'],
  ['a stage with a domain of its own', FULL, ''],
])('The redirects of %s', (_, context, base) => {
  const { template } = synthesize(context);

  test('Without a function or a token, the API’s base URL redirects to the console, and /docs to the reference', () => {
    const redirects = Object.values(redirectsOf(template));
    expect(redirects).toHaveLength(4); // for GET and HEAD
    for (const { Properties } of redirects) {
      const isOfDocs = 'Ref' in Properties.ResourceId;
      const location = `${base}${isOfDocs ? '/docs/api' : '/console'}`;
      expect(Properties).toMatchObject({
        AuthorizationType: 'NONE',
        Integration: {
          RequestTemplates: { 'application/json': '{"statusCode": 302}' },
          IntegrationResponses: [
            {
              StatusCode: '302',
              ResponseParameters: {
                ...QUOTED_SECURITY_HEADERS,
                'method.response.header.Location': `'${location}'`,
              },
            },
          ],
        },
        MethodResponses: [
          {
            StatusCode: '302',
            ResponseParameters: { 'method.response.header.Location': true },
          },
        ],
      });
    }
  });

  test('The API Gateway deployment is created after the redirects of / and /docs', () => {
    for (const id of Object.keys(redirectsOf(template))) {
      template.hasResource('AWS::ApiGateway::Deployment', { DependsOn: Match.arrayWith([id]) });
    }
  });
});
