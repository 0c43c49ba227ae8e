import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { corsHeaders } from '../../../shared/http/cors.ts';
import { SECURITY_HEADERS } from '../../../shared/http/security-headers.ts';

/** An error that API Gateway itself raises, and the answer that Guard gives it instead of the gateway's own. */
export interface GatewayResponse {
  /** A gateway response type (AWS, "Gateway response types for API Gateway"). */
  readonly type: string;
  readonly code: ErrorCode;
  /** Whether it keeps the status that the gateway chose; its code's status otherwise. */
  readonly keepsStatus?: true;
  /** Static header values. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Deployed by CDK and played by the local server. A bad token is a Deny of the authorizer, hence
 * ACCESS_DENIED is a 401; a missing or malformed one never runs the authorizer (UNAUTHORIZED). RFC 6750,
 * section 3: `error` is given only when a token was presented.
 */
export const GATEWAY_RESPONSES: readonly GatewayResponse[] = [
  { type: 'UNAUTHORIZED', code: 'unauthenticated', headers: { 'WWW-Authenticate': 'Bearer' } },
  {
    type: 'ACCESS_DENIED',
    code: 'unauthenticated',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  },
  { type: 'MISSING_AUTHENTICATION_TOKEN', code: 'not_found' },
  { type: 'RESOURCE_NOT_FOUND', code: 'not_found' },
  // An unknown path called with an Authorization header: API Gateway takes it for an AWS signature.
  { type: 'INVALID_SIGNATURE', code: 'not_found' },
  { type: 'EXPIRED_TOKEN', code: 'not_found' },
  { type: 'BAD_REQUEST_BODY', code: 'malformed_json' },
  { type: 'BAD_REQUEST_PARAMETERS', code: 'validation_failed' },
  { type: 'UNSUPPORTED_MEDIA_TYPE', code: 'unsupported_media_type' },
  { type: 'REQUEST_TOO_LARGE', code: 'payload_too_large' },
  // API Gateway's own throttle refills within a second.
  { type: 'THROTTLED', code: 'too_many_requests', headers: { 'Retry-After': '1' } },
  { type: 'QUOTA_EXCEEDED', code: 'too_many_requests', headers: { 'Retry-After': '60' } },
  // Attacks. Where an address asks too often, the firewall's rule has its own answer (lib/cdk/firewall/blocked-response.ts).
  { type: 'WAF_FILTERED', code: 'forbidden' },
  // What is left of 4xx is about AWS signatures and API keys, which no path of Guard has.
  { type: 'DEFAULT_4XX', code: 'not_found' },
  { type: 'INTEGRATION_FAILURE', code: 'service_unavailable', headers: { 'Retry-After': '1' } },
  { type: 'INTEGRATION_TIMEOUT', code: 'gateway_timeout' },
  // It fails where the table or Lambda has no capacity at the moment; a response cannot tell that from a fault.
  { type: 'AUTHORIZER_FAILURE', code: 'service_unavailable', headers: { 'Retry-After': '1' } },
  { type: 'AUTHORIZER_CONFIGURATION_ERROR', code: 'internal_error' },
  { type: 'API_CONFIGURATION_ERROR', code: 'internal_error' },
  // 502 for a function that failed or answered nonsense, 500 and others for the gateway's own faults.
  { type: 'DEFAULT_5XX', code: 'internal_error', keepsStatus: true },
];

export function statusOf(response: GatewayResponse): number {
  return ERRORS[response.code].status;
}

/** The static headers of a gateway response: those of every response of the API, and its own. */
export function headersOf(response: GatewayResponse, corsOrigin: string): Record<string, string> {
  return { ...SECURITY_HEADERS, ...corsHeaders(corsOrigin), ...response.headers };
}

/** The body as a gateway response template; `$context.requestId` is the only variable, and holds no user input. */
export function templateOf(response: GatewayResponse): string {
  return JSON.stringify({
    message: ERRORS[response.code].message,
    code: response.code,
    request_id: '$context.requestId',
  });
}
