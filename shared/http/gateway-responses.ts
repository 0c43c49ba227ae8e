import { ERRORS, type ErrorCode } from '../base/errors.ts';
import { corsHeaders, SECURITY_HEADERS } from './respond.ts';

/** How Guard words an error that API Gateway itself raises. */
export interface GatewayResponse {
  /** A gateway response type (AWS, "Gateway response types for API Gateway"). */
  readonly type: string;
  readonly code: ErrorCode;
  /** Whether the response keeps the gateway's status. Otherwise it has the status of its code. */
  readonly keepsStatus?: true;
  /** Static header values. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The responses on AWS and on the local server. ACCESS_DENIED is a 401, because the authorizer denies a request with an
 * invalid token. A request with a missing or malformed token does not reach the authorizer (UNAUTHORIZED). Only the answer to
 * a presented token has an `error` (RFC 6750, section 3).
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
  // A request for an unknown path with an Authorization header, which API Gateway takes for an AWS signature.
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
  // All other 4xx errors are about AWS signatures and API keys of API Gateway, which Guard does not use.
  { type: 'DEFAULT_4XX', code: 'not_found' },
  { type: 'INTEGRATION_FAILURE', code: 'service_unavailable', headers: { 'Retry-After': '1' } },
  { type: 'INTEGRATION_TIMEOUT', code: 'gateway_timeout' },
  // The usual cause is that the table or Lambda lacks capacity. This response cannot distinguish that from a defect.
  { type: 'AUTHORIZER_FAILURE', code: 'service_unavailable', headers: { 'Retry-After': '1' } },
  { type: 'AUTHORIZER_CONFIGURATION_ERROR', code: 'internal_error' },
  { type: 'API_CONFIGURATION_ERROR', code: 'internal_error' },
  // API Gateway's status is 502 if a function fails or returns an invalid result, and 500 or another one for its own faults.
  { type: 'DEFAULT_5XX', code: 'internal_error', keepsStatus: true },
];

/**
 * From this size on, API Gateway compresses a response if the client accepts that. A smaller response is a single packet
 * anyway. Functions return uncompressed text.
 */
export const MINIMUM_COMPRESSION_BYTES = 1_024;

export function statusOf(response: GatewayResponse): number {
  return ERRORS[response.code].status;
}

/** The static headers of a gateway response: those of all responses, and those of this one. */
export function headersOf(response: GatewayResponse, corsOrigin: string): Record<string, string> {
  return { ...SECURITY_HEADERS, ...corsHeaders(corsOrigin), ...response.headers };
}

/** The template of the response's body. Its only variable is `$context.requestId`, which contains nothing from the client. */
export function templateOf(response: GatewayResponse): string {
  return JSON.stringify({
    message: ERRORS[response.code].message,
    code: response.code,
    request_id: '$context.requestId',
  });
}
