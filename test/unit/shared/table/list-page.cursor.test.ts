import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../shared/base/errors.ts';
import { MAXIMUM_CURSOR_LENGTH } from '../../../../shared/table/list-contract.ts';
import { decodeCursor, encodeCursor, type Position } from '../../../../shared/table/list-page.ts';

const list = ['user-1', '/api/v1/alerts', 'status=active'];
const position: Position = { id: '019a0000-0000-7000-8000-000000000000', direction: 'next' };

function refusal(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    return error instanceof ApiError ? error.fields : error;
  }
}

const partsOf = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, 'base64url').toString());

const REFUSED = { cursor: ['The cursor was not issued for this list.'] };

test('The cursor of a list can be read back for every position in every list', () => {
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
])('The cursor of one list is rejected in the list of %s', (_, other) => {
  expect(refusal(() => decodeCursor(encodeCursor(position, list), other))).toEqual(REFUSED);
});

test('A cursor contains only a hash of the list that it belongs to', () => {
  const text = Buffer.from(encodeCursor(position, list), 'base64url').toString();
  expect(text).not.toContain('user-1');
  expect(text).not.toContain('active');
});

const [direction, id, fingerprint] = partsOf(encodeCursor(position, list));
const read = (parts: unknown) => decodeCursor(Buffer.from(JSON.stringify(parts)).toString('base64url'), list);

test('A cursor that an earlier request got is accepted', () => {
  expect(read([direction, id, fingerprint])).toEqual(position);
});

test.each([
  ['an id that is no UUIDv7', ['next', 'ALERT#x', fingerprint]],
  ['an upper-case id', ['next', position.id.replace('a', 'A'), fingerprint]],
  ['another direction', ['up', id, fingerprint]],
  ['an object', { 0: 'next', 1: id, 2: fingerprint, length: 3 }],
  ['a DynamoDB key', { pk: { S: 'TENANT#x' }, sk: { S: 'ALERT#y' } }],
  ['too much', ['next', id, fingerprint, 'g']],
  ['too little', ['next', id]],
])('A list’s cursor with %s is rejected', (_, parts) => {
  expect(refusal(() => read(parts))).toEqual(REFUSED);
});

test('A list’s cursor without JSON is rejected', () => {
  expect(refusal(() => decodeCursor(Buffer.from('next').toString('base64url'), list))).toEqual(REFUSED);
});

test('A text that is not a cursor is rejected with validation_failed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
      expect(refusal(() => decodeCursor(text, list))).toEqual(REFUSED);
      const encoded = Buffer.from(text).toString('base64url');
      expect(refusal(() => decodeCursor(encoded, list))).toEqual(REFUSED);
    }),
  );
});

test('A list’s cursor in another spelling of its bytes is rejected', () => {
  const cursor = encodeCursor(position, list);
  expect(refusal(() => decodeCursor(`${cursor}=`, list))).toEqual(REFUSED);
  expect(refusal(() => decodeCursor(`${cursor.slice(0, 4)}\n${cursor.slice(4)}`, list))).toEqual(REFUSED);
});
