import { expect, test } from 'vitest';
import { resultOfError } from '../../../../shared/notify/sender.ts';
import { ADDRESS, awsError, NUMBER } from '../senders/destinations.ts';

test.each([
  ['TooManyRequestsException', 429, { outcome: 'refused', reason: 'throttled', isFinal: false }],
  ['ThrottlingException', 400, { outcome: 'refused', reason: 'throttled', isFinal: false }],
  ['SendingPausedException', 400, { outcome: 'refused', reason: 'refused', isFinal: false }],
  ['AccessDeniedException', 403, { outcome: 'refused', reason: 'refused', isFinal: false }],
  ['ServiceQuotaExceededException', 402, { outcome: 'refused', reason: 'refused', isFinal: false }],
  ['ValidationException', 400, { outcome: 'refused', reason: 'refused', isFinal: true }],
  ['ConflictException', 409, { outcome: 'refused', reason: 'refused', isFinal: true }],
  ['MessageRejected', 400, { outcome: 'refused', reason: 'refused', isFinal: true }],
  ['InternalServerException', 500, { outcome: 'unknown', reason: 'provider_failed' }],
  ['ServiceUnavailable', 503, { outcome: 'unknown', reason: 'provider_failed' }],
])(
  'The error %s of a provider with the status %i determines whether a message was sent and may be repeated',
  (name, status, result) => {
    expect(resultOfError(awsError(name, status))).toEqual(result);
  },
);

test.each([
  ['ECONNREFUSED', { outcome: 'refused', reason: 'not_connected', isFinal: false }],
  ['ENOTFOUND', { outcome: 'refused', reason: 'not_connected', isFinal: false }],
  ['ECONNRESET', { outcome: 'unknown', reason: 'no_answer' }],
  [undefined, { outcome: 'unknown', reason: 'no_answer' }],
])(
  'If a provider does not answer, the error %s determines whether the message may have been sent',
  (code, result) => {
    expect(resultOfError(awsError('Error', undefined, code))).toEqual(result);
  },
);

test('The result of a failed notification contains no address, even if the error’s message does', () => {
  for (const status of [400, 403, 429, 500, undefined]) {
    const text = JSON.stringify(resultOfError(awsError('ValidationException', status)));
    expect(text).not.toContain(ADDRESS);
    expect(text).not.toContain(NUMBER);
  }
});

test('If sending a notification throws a value that is not an error, the outcome is unknown', () => {
  expect(resultOfError('text')).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});
