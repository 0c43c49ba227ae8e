import { Validations } from 'aws-cdk-lib';
import {
  AuthorizationType,
  type Method,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { redirects } from '../../../functions/redirects.ts';
import { REDIRECT_STATUS, redirectHeaders } from '../../../shared/http/redirect.ts';
import type { PathStacks } from './path-stacks.ts';

/**
 * Adds the redirects of functions/docs, which API Gateway itself answers. `basePath` is the prefix of every path: `/` and the
 * stage, or nothing if the stage has its own domain.
 */
export function addRedirects(paths: PathStacks, basePath: string): void {
  const status = String(REDIRECT_STATUS);
  for (const { path, to } of redirects) {
    const headers = Object.entries(redirectHeaders(basePath + to));
    const integration = new MockIntegration({
      requestTemplates: { 'application/json': `{"statusCode": ${status}}` },
      passthroughBehavior: PassthroughBehavior.NEVER,
      integrationResponses: [
        {
          statusCode: status,
          responseParameters: Object.fromEntries(
            headers.map(([name, value]) => [responseHeader(name), `'${value}'`]),
          ),
        },
      ],
    });
    for (const name of ['GET', 'HEAD']) {
      const method = paths.resourceOf(path).addMethod(name, integration, {
        authorizationType: AuthorizationType.NONE,
        methodResponses: [
          {
            statusCode: status,
            responseParameters: Object.fromEntries(headers.map(([header]) => [responseHeader(header), true])),
          },
        ],
      });
      acknowledgeFindings(method);
    }
  }
}

function responseHeader(name: string): string {
  return `method.response.header.${name}`;
}

function acknowledgeFindings(method: Method): void {
  for (const id of ['AwsSolutions-APIG4', 'AwsSolutions-COG4']) {
    Validations.of(method).acknowledge({ id, reason: 'Leads to a page that is open to anyone.' });
  }
}
