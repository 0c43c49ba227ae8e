import { Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  type IAuthorizer,
  LambdaIntegration,
  LogGroupLogDestination,
  ResponseType,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Route } from '../shared/route.ts';
import { AUTHORIZATION_PATTERN } from '../shared/tokens/token.ts';
import { MINIMUM_COMPRESSION_BYTES } from './compression.ts';
import { ALLOWED_HEADERS, EXPOSED_HEADERS, PREFLIGHT_MAX_AGE_SECONDS } from './cors.ts';
import { GATEWAY_RESPONSES, headersOf, statusOf, templateOf } from './gateway-responses.ts';
import type { StageSettings } from './stage-settings.ts';

export interface GuardApiProps {
  readonly settings: StageSettings;
  readonly endpoints: ReadonlyMap<Route, LambdaFunction>;
  readonly authorizer: LambdaFunction;
}

/**
 * What a request leaves in the access log: no Authorization header, no query string and no path, which may hold
 * what a client put there by mistake; `$context.resourcePath` is the route's own pattern. A variable that a
 * request does not have is written as `-`, hence all values are strings (AWS, "Variables for access logging for
 * API Gateway").
 */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  principal: '$context.authorizer.principalId',
  denial: '$context.authorizer.code',
  gatewayResponse: '$context.error.responseType',
  latencyMs: '$context.responseLatency',
  authorizerLatencyMs: '$context.authorizer.latency',
  functionLatencyMs: '$context.integration.latency',
  responseBytes: '$context.responseLength',
} as const;

/** The REST API: a method for every route, the token authorizer, CORS, Guard's own error bodies, an access log. */
export class GuardApi extends Construct {
  readonly restApi: RestApi;
  /** `{base_url}` of the specification: the stage's URL, without a slash at its end. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, { settings, endpoints, authorizer }: GuardApiProps) {
    super(scope, id);
    this.restApi = this.createRestApi(settings);
    this.addGatewayResponses(settings.corsOrigin);
    this.addMethods(endpoints, createAuthorizer(this, authorizer));
    this.addPreflights([...endpoints.keys()], settings.corsOrigin);

    const { region, urlSuffix } = Stack.of(this);
    this.baseUrl = `https://${this.restApi.restApiId}.execute-api.${region}.${urlSuffix}/${settings.stage}`;
  }

  private createRestApi(settings: StageSettings): RestApi {
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetentionDays,
      removalPolicy: settings.retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const restApi = new RestApi(this, 'RestApi', {
      restApiName: `guard-${settings.stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      minCompressionSize: Size.bytes(MINIMUM_COMPRESSION_BYTES),
      // The role is the account's, and other APIs may have come to need it: it outlives the stack.
      cloudWatchRole: settings.configuresGatewayLogging,
      ...(settings.configuresGatewayLogging ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
      deployOptions: {
        stageName: settings.stage,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
        throttlingRateLimit: settings.gatewayRequestsPerSecond,
        throttlingBurstLimit: settings.gatewayBurst,
      },
    });
    restApi.node.tryRemoveChild('Endpoint'); // an output that CDK adds; the stack's own is BaseUrl
    return restApi;
  }

  private addMethods(endpoints: ReadonlyMap<Route, LambdaFunction>, authorizer: IAuthorizer): void {
    for (const [route, handler] of endpoints) {
      this.restApi.root.resourceForPath(route.path).addMethod(
        route.method,
        // The console's test button would need a second permission on every function.
        new LambdaIntegration(handler, { allowTestInvoke: false }),
        route.access === 'anyone'
          ? { authorizationType: AuthorizationType.NONE }
          : { authorizationType: AuthorizationType.CUSTOM, authorizer },
      );
    }
  }

  private addPreflights(routes: readonly Route[], corsOrigin: string): void {
    for (const [path, routesOfPath] of Map.groupBy(routes, (route) => route.path)) {
      this.restApi.root.resourceForPath(path).addCorsPreflight({
        allowOrigins: [corsOrigin],
        allowMethods: routesOfPath.map((route) => route.method),
        allowHeaders: [...ALLOWED_HEADERS],
        exposeHeaders: [...EXPOSED_HEADERS],
        maxAge: Duration.seconds(PREFLIGHT_MAX_AGE_SECONDS),
      });
    }
  }

  private addGatewayResponses(corsOrigin: string): void {
    for (const response of GATEWAY_RESPONSES) {
      this.restApi.addGatewayResponse(response.type, {
        type: ResponseType.of(response.type),
        ...(response.keepsStatus ? {} : { statusCode: String(statusOf(response)) }),
        responseHeaders: quoteValues(headersOf(response, corsOrigin)),
        templates: { 'application/json': templateOf(response) },
      });
    }
  }
}

/** Nothing is cached: a revoked token must stop working at once. */
function createAuthorizer(scope: Construct, handler: LambdaFunction): TokenAuthorizer {
  return new TokenAuthorizer(scope, 'Authorizer', {
    handler,
    validationRegex: AUTHORIZATION_PATTERN,
    resultsCacheTtl: Duration.seconds(0),
  });
}

/** A static value stands in single quotes (AWS, "Set up gateway responses to customize error responses"). */
function quoteValues(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}
