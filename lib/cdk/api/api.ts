import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  AuthorizationType,
  AwsIntegration,
  type IAuthorizer,
  type IResource,
  type Method,
  ResponseType,
  type RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { AUTHORIZATION_PATTERN } from '../../../shared/http/caller.ts';
import {
  ALLOWED_HEADERS,
  METHODS_OF_UNKNOWN_PATHS,
  PREFLIGHT_MAX_AGE_SECONDS,
} from '../../../shared/http/cors.ts';
import {
  GATEWAY_RESPONSES,
  headersOf,
  statusOf,
  templateOf,
} from '../../../shared/http/gateway-responses.ts';
import { EXPOSED_HEADERS } from '../../../shared/http/respond.ts';
import { methodsOf, type Route } from '../../../shared/http/route.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { Callable } from './callables.ts';
import { type Domain, GuardDomain } from './domain.ts';
import { ANY_OTHER_PATH, PathStacks } from './path-stacks.ts';
import { addRedirects } from './redirects.ts';
import { createRestApi } from './rest-api.ts';

export interface GuardApiProps {
  readonly settings: StageSettings;
  readonly endpoints: ReadonlyMap<Route, Callable>;
  readonly authorizer: Callable;
  /** The stage's own domain name of the API, if it has one. */
  readonly domain: Domain | undefined;
}

/** The REST API: a method for every route, the token authorizer, CORS, Guard's error bodies, and the domain if there is one. */
export class GuardApi extends Construct {
  readonly restApi: RestApi;
  /**
   * `{base_url}` of docs/api-contract.md, without a slash at its end: the URL of the domain; without a domain, that of the
   * stage.
   */
  readonly baseUrl: string;
  readonly domain: GuardDomain | undefined;
  readonly #paths: PathStacks;

  constructor(scope: Construct, id: string, { settings, endpoints, authorizer, domain }: GuardApiProps) {
    super(scope, id);
    this.restApi = createRestApi(this, settings, endpoints.keys());
    this.#paths = new PathStacks(this, { stage: settings.stage, restApi: this.restApi });
    this.addGatewayResponses(settings.corsOrigin);
    this.addMethods(endpoints, createAuthorizer(this, authorizer));
    this.addPreflights([...endpoints.keys()], settings.corsOrigin);
    addRedirects(this.#paths, domain ? '' : `/${settings.stage}`);

    this.domain = domain && new GuardDomain(this, 'Domain', { domain, restApi: this.restApi });
    const { region, urlSuffix } = Stack.of(this);
    this.baseUrl = domain
      ? `https://${domain.domainName}`
      : `https://${this.restApi.restApiId}.execute-api.${region}.${urlSuffix}/${settings.stage}`;
  }

  private addMethods(endpoints: ReadonlyMap<Route, Callable>, authorizer: IAuthorizer): void {
    for (const [route, { handler, role: credentialsRole }] of endpoints) {
      // The CDK's LambdaIntegration is not used, because it would add permissions to the function even if a role invokes it.
      const integration = new AwsIntegration({
        service: 'lambda',
        path: `2015-03-31/functions/${handler.functionArn}/invocations`,
        proxy: true,
        options: { credentialsRole },
      });
      const resource = this.#paths.resourceOf(route.path);
      for (const name of methodsOf(route)) {
        const method = resource.addMethod(
          name,
          integration,
          route.access === 'anyone'
            ? { authorizationType: AuthorizationType.NONE }
            : { authorizationType: AuthorizationType.CUSTOM, authorizer },
        );
        acknowledgeFindings(method, route);
      }
    }
  }

  private addPreflights(routes: readonly Route[], corsOrigin: string): void {
    if (corsOrigin === 'none') return;
    const answer = (resource: IResource, allowMethods: string[]) =>
      resource.addCorsPreflight({
        allowOrigins: [corsOrigin],
        allowMethods,
        allowHeaders: [...ALLOWED_HEADERS],
        exposeHeaders: [...EXPOSED_HEADERS],
        maxAge: Duration.seconds(PREFLIGHT_MAX_AGE_SECONDS),
      });
    for (const [path, routesOfPath] of Map.groupBy(routes, (route) => route.path)) {
      answer(this.#paths.resourceOf(path), routesOfPath.flatMap(methodsOf));
    }
    answer(this.#paths.resourceOf(ANY_OTHER_PATH), [...METHODS_OF_UNKNOWN_PATHS]);
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

/** Creates the authorizer. It caches nothing, so that a revoked token stops working immediately. */
function createAuthorizer(scope: Construct, { handler, role }: Callable): TokenAuthorizer {
  return new TokenAuthorizer(scope, 'Authorizer', {
    handler,
    assumeRole: role,
    validationRegex: AUTHORIZATION_PATTERN,
    resultsCacheTtl: Duration.seconds(0),
  });
}

function acknowledgeFindings(method: Method, route: Route): void {
  Validations.of(method).acknowledge({
    id: 'AwsSolutions-COG4',
    reason: 'Guard has its own users and tokens, which its own authorizer checks.',
  });
  if (route.access === 'anyone') {
    Validations.of(method).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Declared open to anyone: it comes before a token, or holds nothing of a tenant.',
    });
  }
}

/**
 * Puts header values into single quotes, as static values need (AWS, "Set up gateway responses to customize error
 * responses").
 */
function quoteValues(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}
