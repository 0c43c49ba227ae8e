import { Names, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  type CfnApi,
  type CfnStage,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  SecurityPolicy,
  WebSocketApi,
  type WebSocketRoute,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import type { SocketTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { createRecord, type Domain } from '../api/domain.ts';
import { stageBurst } from '../api/throttling.ts';
import { createLogGroup } from '../log-group.ts';
import type { StageSettings } from '../stage-settings.ts';

/**
 * The format of a line of the access log. It leaves out the query string, because that may contain a ticket (AWS, "Logging
 * variables for WebSocket APIs").
 */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  event: '$context.eventType',
  route: '$context.routeKey',
  connection: '$context.connectionId',
  status: '$context.status',
  gatewayResponse: '$context.error.responseType',
  functionLatencyMs: '$context.integrationLatency',
} as const;

const CONNECT = '$connect';

/**
 * Which share of the stage's throttle is for new connections. It is half of the 500 a second that an account may open in a
 * region (AWS, "Quotas for configuring and running a WebSocket API in API Gateway"). Anybody may try to connect, because AWS
 * WAF does not protect WebSocket APIs.
 */
const SHARE_OF_CONNECTIONS = 0.12;

interface SocketsProps {
  readonly settings: StageSettings;
  /** The stage's own domain name of the WebSocket API, if it has one. It differs from that of the REST API. */
  readonly domain: Domain | undefined;
}

/** The WebSocket API of a stage: clients connect to it, and functions send messages to their connections. */
export class Sockets extends Construct {
  /** The URL for clients. */
  readonly url: string;
  /** The endpoint for messages to connections. */
  readonly endpoint: string;
  readonly stage: WebSocketStage;
  readonly domain: LiveDomain | undefined;
  readonly #api: WebSocketApi;
  readonly #settings: StageSettings;
  /** The resource that stands for all connections of the stage in policies (AWS, "Control access to your WebSocket APIs"). */
  readonly #connections: string;

  constructor(scope: Construct, id: string, { settings, domain }: SocketsProps) {
    super(scope, id);
    this.#settings = settings;
    this.#connections = `${settings.stage}/*/@connections/*`;
    this.#api = new WebSocketApi(this, 'Api', { apiName: `${serviceName(settings.stage)}-live` });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.#api,
      stageName: settings.stage,
      autoDeploy: true,
      // The throttle for messages from clients, and for the ends of connections.
      throttle: {
        rateLimit: settings.gatewayRequestsPerSecond,
        burstLimit: Math.floor(stageBurst(settings)),
      },
      accessLogSettings: {
        destination: new LogGroupLogDestination(createLogGroup(this, 'AccessLog', settings)),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      },
    });
    this.domain = domain && new LiveDomain(this, 'Domain', { domain, api: this.#api, stage: this.stage });
    this.url = domain ? `wss://${domain.domainName}` : this.stage.url;
    this.endpoint = this.stage.callbackUrl;
  }

  /** Makes the API invoke a function for one of its routes. */
  addRoute({ name, trigger }: TriggeredFunction<SocketTrigger>, handler: IFunction): void {
    const route = this.#api.addRoute(trigger.route, {
      integration: new WebSocketLambdaIntegration(name, handler),
    });
    if (trigger.route === CONNECT) this.throttleConnections(route);
    Validations.of(route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The function of $connect authenticates clients; later messages belong to an authenticated connection.',
    });
  }

  /** Sets the throttle after the route exists, because API Gateway rejects settings of a route that does not. */
  private throttleConnections(route: WebSocketRoute): void {
    const { gatewayRequestsPerSecond } = this.#settings;
    const stage = this.stage.node.defaultChild as CfnStage;
    stage.routeSettings = {
      [CONNECT]: {
        ThrottlingRateLimit: Math.ceil(SHARE_OF_CONNECTIONS * gatewayRequestsPerSecond),
        ThrottlingBurstLimit: Math.ceil(SHARE_OF_CONNECTIONS * stageBurst(this.#settings)),
      },
    };
    stage.node.addDependency(route);
  }

  /** Makes the statement that allows sending messages to every connection of the stage, and closing connections. */
  postingStatement(): PolicyStatement {
    return new PolicyStatement({
      actions: ['execute-api:ManageConnections'],
      resources: [
        Stack.of(this).formatArn({
          service: 'execute-api',
          resource: this.#api.apiId,
          resourceName: this.#connections,
        }),
      ],
    });
  }

  /** Suppresses cdk-nag's finding IAM5: the role of a sending function covers all connections of the API. */
  acknowledgePosting({ node }: IFunction): void {
    // The CDK passes the API to a nested stack by this parameter.
    const apiId = `referenceto${Names.nodeUniqueId((this.#api.node.defaultChild as CfnApi).node)}Ref`;
    const apiArn = `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<${apiId}>`;
    Validations.of(node.scope ?? this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${apiArn}/${this.#connections}]`,
      reason: 'Connections come and go: they cannot be named.',
    });
  }
}

interface LiveDomainProps {
  readonly domain: Domain;
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;
}

/** Maps a domain to the WebSocket API. With a hosted zone it also creates the DNS record. */
class LiveDomain extends Construct {
  /** The host to which the domain's DNS record must point. */
  readonly target: string;

  constructor(scope: Construct, id: string, { domain, api, stage }: LiveDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'DomainName', {
      domainName: domain.domainName,
      certificate: domain.certificate,
      endpointType: EndpointType.REGIONAL,
      // The strictest policy that WebSocket APIs have.
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'Mapping', { api, stage, domainName });
    this.target = domainName.regionalDomainName;
    createRecord(
      this,
      domain,
      new ApiGatewayv2DomainProperties(domainName.regionalDomainName, domainName.regionalHostedZoneId),
    );
  }
}
