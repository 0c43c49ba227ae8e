import { refusedForGood, refusedForNow, unknown, withoutAnswer } from './send-result.ts';
import type { SendResult } from './sender.ts';

/** The errors of SES v2 and of AWS End User Messaging SMS after which a repetition is refused, too. */
const FINAL: readonly string[] = [
  'BadRequestException',
  'MessageRejected',
  'ValidationException',
  // For example, a phone number has opted out.
  'ConflictException',
];

const THROTTLED = /Throttl|TooManyRequests/;

/**
 * The result of sending that an error of an AWS client means. The error's own message is not read, because it may contain
 * the address.
 */
export function resultOfError(error: unknown): SendResult {
  if (!(error instanceof Error)) return unknown('no_answer');
  const status = statusOf(error);
  if (status === undefined) return withoutAnswer('code' in error ? error.code : undefined);
  if (status >= 500) return unknown('provider_failed');
  if (status === 429 || THROTTLED.test(error.name)) return refusedForNow('throttled');
  return FINAL.includes(error.name) ? refusedForGood('refused') : refusedForNow('refused');
}

/** The status of the answer; `undefined` if there was none. */
function statusOf(error: Error): number | undefined {
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
