import { ERRORS, type ErrorCode } from '../../../shared/base/errors.ts';
import { corsHeaders, SECURITY_HEADERS } from '../../../shared/http/respond.ts';

/** Guard's response to an error that API Gateway itself raises. */
export interface GatewayResponse {
  /** A gateway response type (AWS, "Gateway response types for API Gateway"). */
  readonly type: string;
  readonly code: ErrorCode;
  /** Whether it keeps the gateway's status, instead of the status of its code. */
  readonly keepsStatus?: true;
  /** Static header values. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The responses on AWS and on the local server. ACCESS_DENIED is a 401, since the authorizer denies a request with a bad
 * token. A missing or malformed token does not reach the authorizer (UNAUTHORIZED). Only a presented token gets an `error`
 * (RFC 6750, section 3).
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
  // The firewall blocks attacks. An address with too many requests gets its own response
  // (lib/cdk/firewall/blocked-response.ts).
  { type: 'WAF_FILTERED', code: 'forbidden' },
  // The other 4xx errors concern AWS signatures and API keys of the gateway, which Guard does not use.
  { type: 'DEFAULT_4XX', code: 'not_found' },
  { type: 'INTEGRATION_FAILURE', code: 'service_unavailable', headers: { 'Retry-After': '1' } },
  { type: 'INTEGRATION_TIMEOUT', code: 'gateway_timeout' },
  // The usual cause is a lack of capacity of the table or Lambda. A response cannot distinguish that from a fault.
  { type: 'AUTHORIZER_FAILURE', code: 'service_unavailable', headers: { 'Retry-After': '1' } },
  { type: 'AUTHORIZER_CONFIGURATION_ERROR', code: 'internal_error' },
  { type: 'API_CONFIGURATION_ERROR', code: 'internal_error' },
  // 502 for a failed function or an invalid result, 500 and others for faults of the gateway.
  { type: 'DEFAULT_5XX', code: 'internal_error', keepsStatus: true },
];

export function statusOf(response: GatewayResponse): number {
  return ERRORS[response.code].status;
}

/** The static headers of a gateway response: those of every response, and its own. */
export function headersOf(response: GatewayResponse, corsOrigin: string): Record<string, string> {
  return { ...SECURITY_HEADERS, ...corsHeaders(corsOrigin), ...response.headers };
}

/** The template of the body. Its only variable is `$context.requestId`, which contains no user input. */
export function templateOf(response: GatewayResponse): string {
  return JSON.stringify({
    message: ERRORS[response.code].message,
    code: response.code,
    request_id: '$context.requestId',
  });
}
