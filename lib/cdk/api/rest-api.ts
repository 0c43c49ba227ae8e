import { RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Route } from '../../../shared/http/route.ts';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { createLogGroup } from '../log-group.ts';
import type { StageSettings } from '../stage-settings.ts';
import { MINIMUM_COMPRESSION_BYTES } from './compression.ts';
import { domainOf } from './domain.ts';
import { methodThrottles, otherThrottle } from './throttling.ts';
import { TRANSPORT_SECURITY } from './transport-security.ts';

/**
 * What a request leaves in the access log: no Authorization header, no query string and no path, which may hold
 * what a client put there by mistake; `$context.resourcePath` is the route's own pattern. A variable that a
 * request does not have is written as `-`, hence all values are strings (AWS, "Variables for access logging for
 * API Gateway").
 *
 * Nothing here is a client's own text, which could end a value and begin another: AWS promises nowhere to escape it. So the
 * user agent stands in the functions' log, and `$context.error.message` nowhere, since at an unknown path it repeats the
 * Authorization header (docs/decisions/0054-logs-hold-no-client-text.md); its type says what has happened.
 */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  /** What AWS's support asks for. */
  extendedRequestId: '$context.extendedRequestId',
  traceId: '$context.xrayTraceId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  principal: '$context.authorizer.principalId',
  denial: '$context.authorizer.code',
  gatewayResponse: '$context.error.responseType',
  /** `WAF_ALLOW` or `WAF_BLOCK`, and how the firewall itself fared. */
  firewall: '$context.wafResponseCode',
  firewallStatus: '$context.waf.status',
  authorizerStatus: '$context.authorizer.status',
  authorizerError: '$context.authorizer.error',
  /** What the function answered, and what Lambda did: 200 there and no answer here is a function that failed. */
  functionStatus: '$context.integration.status',
  lambdaStatus: '$context.integration.integrationStatus',
  functionError: '$context.integration.error',
  latencyMs: '$context.responseLatency',
  authorizerLatencyMs: '$context.authorizer.latency',
  functionLatencyMs: '$context.integration.latency',
  responseBytes: '$context.responseLength',
} as const;

/** What API Gateway calls the API, and its metrics too. */
export const restApiName = serviceName;

/** The empty REST API of a stage, with its stage, throttles and access log. */
export function createRestApi(scope: Construct, settings: StageSettings, routes: Iterable<Route>): RestApi {
  const accessLog = createLogGroup(scope, 'AccessLog', settings);
  const all = [...routes];
  const other = otherThrottle(settings, all);
  const restApi = new RestApi(scope, 'RestApi', {
    restApiName: restApiName(settings.stage),
    endpointTypes: [EndpointType.REGIONAL],
    disableExecuteApiEndpoint: domainOf(settings) !== undefined,
    minCompressionSize: Size.bytes(MINIMUM_COMPRESSION_BYTES),
    // The role is the account's, and other APIs may have come to need it: it outlives the stack.
    cloudWatchRole: settings.configuresGatewayLogging,
    ...(settings.configuresGatewayLogging ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
    deployOptions: {
      stageName: settings.stage,
      tracingEnabled: true,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      // Of each method that has none of its own.
      throttlingRateLimit: other.requestsPerSecond,
      throttlingBurstLimit: other.burst,
      methodOptions: methodThrottles(all, settings),
    },
  });
  restApi.node.tryRemoveChild('Endpoint'); // an output that CDK adds; the stack's own is BaseUrl
  secureTransport(restApi);
  acknowledgeFindings(restApi, settings);
  return restApi;
}

/** CDK's RestApi does not have these properties, the resource beneath it does. */
function secureTransport(restApi: RestApi): void {
  const resource = restApi.node.defaultChild;
  if (!(resource instanceof CfnRestApi)) throw new Error('RestApi is not built on AWS::ApiGateway::RestApi.');
  resource.securityPolicy = TRANSPORT_SECURITY.securityPolicy;
  resource.endpointAccessMode = TRANSPORT_SECURITY.endpointAccessMode;
}

function acknowledgeFindings(restApi: RestApi, settings: StageSettings): void {
  Validations.of(restApi).acknowledge({
    id: 'AwsSolutions-APIG2',
    reason:
      'Each function validates path, query and body by its route’s schemas and answers in Guard’s one error shape.',
  });
  Validations.of(restApi.deploymentStage).acknowledge({
    id: 'AwsSolutions-APIG6',
    reason:
      'The access log has every request; execution logs are kept for ever and may hold what clients sent.',
  });
  if (!settings.firewall) {
    Validations.of(restApi.deploymentStage).acknowledge({
      id: 'AwsSolutions-APIG3',
      reason: 'The stage’s settings turn the firewall off, which is charged by the month.',
    });
  }
  if (settings.configuresGatewayLogging) {
    Validations.of(restApi.node.findChild('CloudWatchRole')).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'AWS names this policy for the role, which serves every API of the account (AWS, "Set up CloudWatch logging for REST APIs in API Gateway").',
    });
  }
}
