import {
  GATEWAY_RESPONSES,
  type GatewayResponse,
  headersOf,
  statusOf,
  templateOf,
} from '../../shared/http/gateway-responses.ts';
import { corsHeaders } from '../../shared/http/respond.ts';

export interface GatewayReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The body; if it is compressed, as bytes. */
  readonly body: string | Buffer;
}

/** The types of gateway responses that the local gateway can cause. */
export type RaisedType =
  | 'ACCESS_DENIED'
  | 'AUTHORIZER_CONFIGURATION_ERROR'
  | 'AUTHORIZER_FAILURE'
  | 'BAD_REQUEST_PARAMETERS'
  | 'DEFAULT_5XX'
  | 'INTEGRATION_FAILURE'
  | 'INTEGRATION_TIMEOUT'
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE'
  | 'UNAUTHORIZED';

/** The variables of gateway responses. `status` is used instead of the declared one. */
export interface ReplyContext {
  readonly requestId: string;
  readonly corsOrigin: string;
  readonly status?: number;
}

/** Makes an error response of the gateway itself, from the responses that the CDK deploys. */
export function gatewayReply(type: RaisedType, context: ReplyContext): GatewayReply {
  const response = GATEWAY_RESPONSES.find((candidate) => candidate.type === type);
  if (!response) throw new Error(`The gateway response ${type} is not declared.`);
  return render(response, context);
}

/** Makes the response that rejects a web page which must not use a server on this machine. AWS has no such response. */
export function foreignPageReply(context: ReplyContext): GatewayReply {
  return render({ type: 'FOREIGN_PAGE', code: 'origin_not_allowed' }, context);
}

/** Lets the page of a request read its response, whichever page that is. Without a page, only caches need to know. */
export function allowPage(reply: GatewayReply, origin: string | undefined): GatewayReply {
  const vary = [reply.headers['Vary'] ?? [], 'Origin'].flat().join(', ');
  return { ...reply, headers: { ...reply.headers, ...(origin ? corsHeaders(origin) : {}), Vary: vary } };
}

function render(response: GatewayResponse, context: ReplyContext): GatewayReply {
  return {
    status: context.status ?? statusOf(response),
    headers: { 'Content-Type': 'application/json', ...headersOf(response, context.corsOrigin) },
    body: templateOf(response).replaceAll('$context.requestId', () => context.requestId),
  };
}

/**
 * Makes the response for a function that failed or returned a malformed result: 502 (AWS, "Handle Lambda errors in API
 * Gateway") with the body of DEFAULT_5XX.
 */
export function badGatewayReply(context: ReplyContext): GatewayReply {
  return gatewayReply('DEFAULT_5XX', { ...context, status: 502 });
}
