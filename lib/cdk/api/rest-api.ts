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
 * A line of the access log. It has no Authorization header, no query string and no path, which may contain secrets by
 * mistake; `$context.resourcePath` is the route's pattern. Missing variables are written as `-`, hence all values are strings
 * (AWS, "Variables for access logging for API Gateway").
 *
 * It contains no text of clients, which AWS does not promise to escape. So the functions log the user agent, and nothing logs
 * `$context.error.message`, which repeats the Authorization header at an unknown path. Its type is logged instead.
 */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  /** AWS support asks for it. */
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
  /** `WAF_ALLOW` or `WAF_BLOCK`, and the status of the firewall itself. */
  firewall: '$context.wafResponseCode',
  firewallStatus: '$context.waf.status',
  authorizerStatus: '$context.authorizer.status',
  authorizerError: '$context.authorizer.error',
  /** The function's status and Lambda's status: a failed function has no status, but Lambda's is 200. */
  functionStatus: '$context.integration.status',
  lambdaStatus: '$context.integration.integrationStatus',
  functionError: '$context.integration.error',
  latencyMs: '$context.responseLatency',
  authorizerLatencyMs: '$context.authorizer.latency',
  functionLatencyMs: '$context.integration.latency',
  responseBytes: '$context.responseLength',
} as const;

/** The name of the API, also in API Gateway's metrics. */
export const restApiName = serviceName;

/** The REST API of a stage without methods, but with throttles and access log. */
export function createRestApi(scope: Construct, settings: StageSettings, routes: Iterable<Route>): RestApi {
  const accessLog = createLogGroup(scope, 'AccessLog', settings);
  const all = [...routes];
  const other = otherThrottle(settings, all);
  const restApi = new RestApi(scope, 'RestApi', {
    restApiName: restApiName(settings.stage),
    endpointTypes: [EndpointType.REGIONAL],
    disableExecuteApiEndpoint: domainOf(settings) !== undefined,
    minCompressionSize: Size.bytes(MINIMUM_COMPRESSION_BYTES),
    // The role belongs to the account, and other APIs may need it: it outlives the stack.
    cloudWatchRole: settings.configuresGatewayLogging,
    ...(settings.configuresGatewayLogging ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
    deployOptions: {
      stageName: settings.stage,
      tracingEnabled: true,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      // This throttle is for methods without their own.
      throttlingRateLimit: other.requestsPerSecond,
      throttlingBurstLimit: other.burst,
      methodOptions: methodThrottles(all, settings),
    },
  });
  restApi.node.tryRemoveChild('Endpoint'); // an output that CDK adds; the stack has BaseUrl
  secureTransport(restApi);
  acknowledgeFindings(restApi, settings);
  return restApi;
}

/** CDK's RestApi does not have these properties, but its resource does. */
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
