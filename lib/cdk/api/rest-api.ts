import { RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { BINARY_MEDIA_TYPES } from '../../../shared/http/body-charset.ts';
import { MINIMUM_COMPRESSION_BYTES } from '../../../shared/http/gateway-responses.ts';
import type { Route } from '../../../shared/http/route.ts';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { createLogGroup } from '../log-group.ts';
import type { StageSettings } from '../stage-settings.ts';
import { methodThrottles, otherThrottle } from './throttling.ts';
import { TRANSPORT_SECURITY } from './transport-security.ts';

/**
 * The format of a line of the access log. It leaves out the Authorization header, the query string and the path, because
 * these may contain secrets by mistake; `$context.resourcePath` is the pattern of the route. All values are strings, because
 * missing variables are written as `-` (AWS, "Variables for access logging for API Gateway"). It contains no text from
 * clients, because AWS does not promise to escape it. Therefore the functions log the user agent, and
 * `$context.error.message` is not logged, because at an unknown path it repeats the Authorization header. Its type is logged
 * instead.
 */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  /** for AWS support, which asks for it */
  extendedRequestId: '$context.extendedRequestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  principal: '$context.authorizer.principalId',
  denial: '$context.authorizer.code',
  gatewayResponse: '$context.error.responseType',
  /** The decision of the firewall, `WAF_ALLOW` or `WAF_BLOCK`, and the status of its own answer. */
  firewall: '$context.wafResponseCode',
  firewallStatus: '$context.waf.status',
  authorizerStatus: '$context.authorizer.status',
  authorizerError: '$context.authorizer.error',
  /**
   * The status that the function returned, and that of Lambda. If a function fails, it has no status, but that of Lambda is
   * 200.
   */
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

/** Creates the REST API of a stage with its throttles and access log, but without methods. */
export function createRestApi(scope: Construct, settings: StageSettings, routes: Iterable<Route>): RestApi {
  const accessLog = createLogGroup(scope, 'AccessLog', settings);
  const other = otherThrottle(settings);
  const restApi = new RestApi(scope, 'RestApi', {
    restApiName: restApiName(settings.stage),
    endpointTypes: [EndpointType.REGIONAL],
    disableExecuteApiEndpoint: settings.domainName !== undefined,
    binaryMediaTypes: [...BINARY_MEDIA_TYPES],
    minCompressionSize: Size.bytes(MINIMUM_COMPRESSION_BYTES),
    // The role for logs outlives the stack, because it belongs to the account and other APIs may need it.
    cloudWatchRole: settings.configuresGatewayLogging,
    ...(settings.configuresGatewayLogging ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
    deployOptions: {
      stageName: settings.stage,
      // X-Ray would keep the URLs of requests, and those of inbound addresses have a secret. The functions are traced.
      tracingEnabled: false,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      // The throttle of methods that have none of their own.
      throttlingRateLimit: other.requestsPerSecond,
      throttlingBurstLimit: other.burst,
      methodOptions: methodThrottles([...routes], settings),
    },
  });
  restApi.node.tryRemoveChild('Endpoint'); // removes an output that the CDK adds, because the stack has BaseUrl
  secureTransport(restApi);
  acknowledgeFindings(restApi, settings);
  return restApi;
}

/** Sets properties that the CDK's RestApi lacks, but its resource has. */
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
