import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { ERRORS } from '../../../shared/base/errors.ts';
import { corsHeaders, SECURITY_HEADERS } from '../../../shared/http/respond.ts';
import type { StageSettings } from '../stage-settings.ts';

const CODE = 'too_many_requests';

/**
 * Stands for the request id, because AWS WAF has none and allows no variables in bodies (AWS, "Sending custom responses for
 * Block actions").
 */
const REQUEST_ID = 'unknown';

/** The body of the firewall's 429, by the key that rules refer to. */
export const BLOCKED_BODIES: Readonly<Record<string, CfnWebACL.CustomResponseBodyProperty>> = {
  [CODE]: {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({ message: ERRORS[CODE].message, code: CODE, request_id: REQUEST_ID }),
  },
};

/**
 * Makes the action that blocks a request with Guard's 429. Such a response of a rule replaces the gateway's 403 (AWS,
 * "Sending custom responses for Block actions"). After `seconds` without requests, an address is certainly no longer blocked.
 */
export function blockForAWhile(
  { corsOrigin }: Pick<StageSettings, 'corsOrigin'>,
  seconds: number,
): CfnWebACL.RuleActionProperty {
  const headers = { ...SECURITY_HEADERS, ...corsHeaders(corsOrigin), 'Retry-After': String(seconds) };
  return {
    block: {
      customResponse: {
        responseCode: ERRORS[CODE].status,
        customResponseBodyKey: CODE,
        responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      },
    },
  };
}
