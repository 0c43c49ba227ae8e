import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { ERRORS } from '../../../shared/errors.ts';
import { corsHeaders } from '../../../shared/http/cors.ts';
import { SECURITY_HEADERS } from '../../../shared/http/security-headers.ts';
import type { StageSettings } from '../stage-settings.ts';

const CODE = 'too_many_requests';

/** AWS WAF knows no request id, and puts nothing into a body (AWS, "Sending custom responses for Block actions"). */
const REQUEST_ID = 'unknown';

/** What the firewall answers an address that asks too often, as the rules refer to it. */
export const BLOCKED_BODIES: Readonly<Record<string, CfnWebACL.CustomResponseBodyProperty>> = {
  [CODE]: {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({ message: ERRORS[CODE].message, code: CODE, request_id: REQUEST_ID }),
  },
};

/**
 * Blocks with Guard's own 429: the answer of a rule goes before the gateway's response, which is 403 for all that the
 * firewall blocks (AWS, "Sending custom responses for Block actions"). An address that is silent for so many seconds is
 * let in again for certain.
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
