import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { arrivesAsBytes } from '../../shared/http/body-charset.ts';
import { forwardedHeaders, groupValues, headerValue, lastValues, parseQuery } from './request.ts';
import type { RouteMatch } from './route-matching.ts';

/** An HTTP request as it came over the wire. */
export interface GatewayRequest {
  readonly method: string;
  /** The path, percent-encoded, without the stage and the query. */
  readonly path: string;
  /** The query, percent-encoded, without the question mark. */
  readonly query: string;
  /** Names and values of the headers by turns, as in `IncomingMessage.rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | string | null;
  readonly sourceIp: string;
  readonly port: number;
}

export interface GatewayContext {
  readonly requestId: string;
  readonly receivedAt: Date;
  /** The stage in the URL; `undefined` if there is none, as with a custom domain. */
  readonly stage: string | undefined;
  /** What the authorizer returned: its principal and context; `undefined` for a public route. */
  readonly authorizer: Record<string, string | number | null> | undefined;
}

const ACCOUNT_ID = '000000000000';
const API_ID = 'local';
const REGION = 'local';
/** A host name or IP address with an optional port, of at most 255 characters. */
const HOST = /^(?=.{1,255}$)(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?)(:[0-9]{1,5})?$/;

/**
 * Makes the event of a Lambda proxy integration (AWS, "Lambda proxy integrations in API Gateway", "Input format"). Header
 * names keep their case, `path` and path parameters stay percent-encoded, and of several values the last one counts.
 * `domainName` is the whole Host header, so that links can be followed; on AWS, there are no ports.
 */
export function proxyEvent(
  request: GatewayRequest,
  match: RouteMatch,
  context: GatewayContext,
): APIGatewayProxyEvent {
  const headers = groupValues(forwardedHeaders(request.rawHeaders, request));
  const query = groupValues(parseQuery(request.query));
  const body = Buffer.from(request.body ?? '');
  const isEmpty = body.length === 0;
  // API Gateway would unpack a body whose sender says that it is packed. Here the function does, or refuses it.
  const isPacked = headerValue(request.rawHeaders, 'content-encoding') !== undefined;
  const isBinary = isPacked || arrivesAsBytes(headerValue(request.rawHeaders, 'content-type'));
  return {
    resource: match.route.path,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(headers),
    multiValueHeaders: Object.fromEntries(headers),
    queryStringParameters: query.size === 0 ? null : lastValues(query),
    multiValueQueryStringParameters: query.size === 0 ? null : Object.fromEntries(query),
    pathParameters: match.pathParameters,
    stageVariables: null,
    requestContext: requestContext(request, match, context),
    body: isEmpty ? null : body.toString(isBinary ? 'base64' : 'utf8'),
    isBase64Encoded: isBinary && !isEmpty,
  };
}

/** Makes the event of a `TOKEN` authorizer (AWS, "Input to an API Gateway Lambda authorizer"). */
export function tokenAuthorizerEvent(
  request: Pick<GatewayRequest, 'method' | 'path'>,
  authorizationToken: string,
  stage: string | undefined,
): APIGatewayTokenAuthorizerEvent {
  const api = `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${API_ID}`;
  const methodArn = `${api}/${stageName(stage)}/${request.method}${request.path}`;
  return { type: 'TOKEN', methodArn, authorizationToken };
}

function requestContext(
  request: GatewayRequest,
  { route }: RouteMatch,
  { requestId, receivedAt, stage, authorizer }: GatewayContext,
): APIGatewayProxyEvent['requestContext'] {
  const domainName = hostOf(request.rawHeaders);
  return {
    accountId: ACCOUNT_ID,
    apiId: API_ID,
    authorizer,
    domainName,
    domainPrefix: domainName.split(/[.:]/)[0],
    extendedRequestId: requestId,
    httpMethod: request.method,
    identity: identity(request.sourceIp, headerValue(request.rawHeaders, 'user-agent') ?? null),
    path: stage === undefined ? request.path : `/${stage}${request.path}`,
    protocol: 'HTTP/1.1',
    requestId,
    requestTime: formatRequestTime(receivedAt),
    requestTimeEpoch: receivedAt.getTime(),
    resourceId: route.name,
    resourcePath: route.path,
    stage: stageName(stage),
  };
}

/** The host and port that the client called. */
export function hostOf(rawHeaders: readonly string[]): string {
  const host = headerValue(rawHeaders, 'host') ?? '';
  return HOST.test(host) ? host : 'localhost';
}

function identity(
  sourceIp: string,
  userAgent: string | null,
): APIGatewayProxyEvent['requestContext']['identity'] {
  return {
    accessKey: null,
    accountId: null,
    apiKey: null,
    apiKeyId: null,
    caller: null,
    clientCert: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp,
    user: null,
    userAgent,
    userArn: null,
  };
}

/** Writes a time in the common log format, such as `09/Apr/2026:12:34:56 +0000`. */
export function formatRequestTime(date: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}

function stageName(stage: string | undefined): string {
  return stage ?? 'local';
}
