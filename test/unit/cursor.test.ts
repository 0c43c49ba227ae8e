import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/errors.ts';
import { MAXIMUM_CURSOR_LENGTH } from '../../shared/lists/contract.ts';
import { decodeCursor, encodeCursor, type Position } from '../../shared/lists/cursor.ts';

const list = ['user-1', '/api/v1/alerts', 'status=active'];
const position: Position = { id: '019a0000-0000-7000-8000-000000000000', direction: 'next' };

function refusal(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    return error instanceof ApiError ? error.fields : error;
  }
}

const REFUSED = { cursor: ['The cursor was not issued for this list.'] };

describe('a cursor', () => {
  test('round-trips every place in every list', () => {
    fc.assert(
      fc.property(
        fc.uuid({ version: 7 }),
        fc.constantFrom('next' as const, 'prev' as const),
        fc.array(fc.option(fc.string(), { nil: undefined })),
        (id, direction, identity) => {
          const cursor = encodeCursor({ id, direction }, identity);
          expect(decodeCursor(cursor, identity)).toEqual({ id, direction });
          expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(cursor.length).toBeLessThanOrEqual(MAXIMUM_CURSOR_LENGTH);
        },
      ),
    );
  });

  test.each([
    ['another caller', ['user-2', '/api/v1/alerts', 'status=active']],
    ['another path', ['user-1', '/api/v1/sites', 'status=active']],
    ['another filter', ['user-1', '/api/v1/alerts', 'status=resolved']],
    ['one filter more', ['user-1', '/api/v1/alerts', 'status=active', 'type=fire']],
    ['one filter less', ['user-1', '/api/v1/alerts']],
  ])('is refused in the list of %s', (_, other) => {
    expect(refusal(() => decodeCursor(encodeCursor(position, list), other))).toEqual(REFUSED);
  });

  test('says nothing of the list but a hash', () => {
    const text = Buffer.from(encodeCursor(position, list), 'base64url').toString();
    expect(text).not.toContain('user-1');
    expect(text).not.toContain('active');
  });

  test.each([
    ['an id that is no UUIDv7', JSON.stringify(['next', 'ALERT#x', 'f'])],
    ['an upper-case id', JSON.stringify(['next', position.id.replace('a', 'A'), 'f'])],
    ['another direction', JSON.stringify(['up', position.id, 'f'])],
    ['an object', JSON.stringify({ id: position.id })],
    ['a DynamoDB key', JSON.stringify({ pk: { S: 'TENANT#x' }, sk: { S: 'ALERT#y' } })],
    ['too much', JSON.stringify(['next', position.id, 'f', 'g'])],
    ['no JSON', 'next'],
  ])('is refused when it holds %s', (_, text) => {
    expect(refusal(() => decodeCursor(Buffer.from(text).toString('base64url'), list))).toEqual(REFUSED);
  });

  test('is refused, never worse, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
        expect(refusal(() => decodeCursor(text, list))).toEqual(REFUSED);
        const encoded = Buffer.from(text).toString('base64url');
        expect(refusal(() => decodeCursor(encoded, list))).toEqual(REFUSED);
      }),
    );
  });

  test('is refused in another spelling of the same bytes', () => {
    const cursor = encodeCursor(position, list);
    expect(refusal(() => decodeCursor(`${cursor}=`, list))).toEqual(REFUSED);
    expect(refusal(() => decodeCursor(`${cursor.slice(0, 4)}\n${cursor.slice(4)}`, list))).toEqual(REFUSED);
  });
});
