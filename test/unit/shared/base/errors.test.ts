import { expect, test } from 'vitest';
import { ApiError, errorBody, invalidField } from '../../../../shared/base/errors.ts';

test('An error body has a message, an error code and the request id', () => {
  expect(errorBody(new ApiError('not_found'), 'request-1')).toEqual({
    message: 'Not Found.',
    code: 'not_found',
    request_id: 'request-1',
  });
});

test('The message of a validation error is the first message and the number of further messages', () => {
  const fields = { name: ['The name field is required.'], limit: ['a', 'b'] };
  const error = new ApiError('validation_failed', { fields });
  expect(error.message).toBe('The name field is required. (and 2 more errors)');
  expect(errorBody(error, 'request-1').errors).toEqual(fields);
  const two = new ApiError('validation_failed', { fields: { a: ['First.'], b: ['Second.'] } });
  expect(two.message).toBe('First. (and 1 more error)');
  expect(invalidField('limit', 'Wrong.').message).toBe('Wrong.');
});

test('An error body does not contain the internal reason of the error', () => {
  const error = new ApiError('unauthenticated', { reason: 'token_expired', cause: new Error('secret') });
  expect(JSON.stringify(errorBody(error, 'request-1'))).not.toMatch(/token_expired|secret/);
});

test('An ApiError has the property cause only if a cause was given', () => {
  const cause = new Error('no table');
  expect(new ApiError('internal_error', { cause }).cause).toBe(cause);
  expect(Object.hasOwn(new ApiError('internal_error'), 'cause')).toBe(false);
});

test('An ApiError has its name and the HTTP status of its code', () => {
  const error = new ApiError('email_taken');
  expect([error.name, error.status, error.headers]).toEqual(['ApiError', 409, {}]);
});
