import { refusedForGood, refusedForNow, unknown, withoutAnswer } from './send-result.ts';
import type { SendResult } from './sender.ts';

/** The errors of SES v2 and of AWS End User Messaging SMS after which a repetition is refused, too. */
const FINAL: readonly string[] = [
  'BadRequestException',
  'MessageRejected',
  'ValidationException',
  // Such as a phone number that opted out.
  'ConflictException',
];

const THROTTLED = /Throttl|TooManyRequests/;

/** What an error of a client of AWS says about the message. Its own message may contain the address: it is not read. */
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
