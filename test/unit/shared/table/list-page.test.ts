import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/base/errors.ts';
import { lowestIdAt } from '../../../../shared/base/ids.ts';
import { MAXIMUM_CURSOR_LENGTH } from '../../../../shared/table/list-contract.ts';
import {
  cutPage,
  decodeCursor,
  encodeCursor,
  idsCreated,
  isBeyond,
  type Position,
  spanBeyond,
} from '../../../../shared/table/list-page.ts';

describe('page', () => {
  const at = (id: string, direction: 'next' | 'prev') => ({ position: { id, direction }, limit: 2 });
  const entries = (...ids: string[]) => ids.map((id) => ({ id }));

  test('A full first page of a list has a next page and no previous page', () => {
    expect(cutPage(entries('c', 'b', 'a'), { position: undefined, limit: 2 })).toEqual({
      items: entries('c', 'b'),
      next: { direction: 'next', id: 'b' },
      prev: undefined,
    });
  });

  test('A full last page of a list has no next page', () => {
    expect(cutPage(entries('b', 'a'), { position: undefined, limit: 2 }).next).toBeUndefined();
  });

  test('A page of a list that is reached backwards is newest first and has a next page', () => {
    expect(cutPage(entries('c', 'd', 'e'), at('b', 'prev'))).toEqual({
      items: entries('d', 'c'),
      next: { direction: 'next', id: 'c' },
      prev: { direction: 'prev', id: 'd' },
    });
    expect(cutPage(entries('c', 'd'), at('b', 'prev')).prev).toBeUndefined();
  });

  test.each([
    ['c', 'b', 'next', false],
    ['b', 'b', 'next', false],
    ['a', 'b', 'next', true],
    ['c', 'b', 'prev', true],
    ['b', 'b', 'prev', false],
    ['a', 'b', 'prev', false],
  ] as const)(
    'The id %s is beyond the position %s of a list in the direction %s: %s',
    (id, place, direction, expected) => {
      expect(isBeyond(id, { id: place, direction })).toBe(expected);
      expect(isBeyond(id, undefined)).toBe(true);
    },
  );
});

describe('cursor', () => {
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

  test('The cursor of a list is decoded to the position that was encoded, for every position and list', () => {
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
  ])('The cursor of one list is rejected in a list with %s', (_, other) => {
    expect(refusal(() => decodeCursor(encodeCursor(position, list), other))).toEqual(REFUSED);
  });

  test('A cursor contains only a hash of the list that it belongs to', () => {
    const text = Buffer.from(encodeCursor(position, list), 'base64url').toString();
    expect(text).not.toContain('user-1');
    expect(text).not.toContain('active');
  });

  const [direction, id, fingerprint] = partsOf(encodeCursor(position, list));
  const read = (parts: unknown) =>
    decodeCursor(Buffer.from(JSON.stringify(parts)).toString('base64url'), list);

  test('A cursor of a list that is decoded and encoded again is accepted', () => {
    expect(read([direction, id, fingerprint])).toEqual(position);
  });

  test.each([
    ['an id that is no UUIDv7', ['next', 'ALERT#x', fingerprint]],
    ['an upper-case id', ['next', position.id.replace('a', 'A'), fingerprint]],
    ['another direction', ['up', id, fingerprint]],
    ['an object', { 0: 'next', 1: id, 2: fingerprint, length: 3 }],
    ['a DynamoDB key', { pk: { S: 'TENANT#x' }, sk: { S: 'ALERT#y' } }],
    ['too many parts', ['next', id, fingerprint, 'g']],
    ['too few parts', ['next', id]],
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

  test('A list’s cursor in another base64 spelling of the same bytes is rejected', () => {
    const cursor = encodeCursor(position, list);
    expect(refusal(() => decodeCursor(`${cursor}=`, list))).toEqual(REFUSED);
    expect(refusal(() => decodeCursor(`${cursor.slice(0, 4)}\n${cursor.slice(4)}`, list))).toEqual(REFUSED);
  });
});

describe('idRange', () => {
  const [first, second, third] = [1, 2, 3].map((digit) => `019a0000-0000-7000-8000-00000000000${digit}`);

  const time = '2026-11-20T12:00:00.000+00:00';
  const id = lowestIdAt(new Date(time));

  test('The times since and until of a list become its first id and the id to stop before', () => {
    expect(idsCreated(time, undefined)).toEqual({ from: id });
    expect(idsCreated(undefined, time)).toEqual({ before: id });
    expect(idsCreated(undefined, undefined)).toEqual({});
  });

  test('An id range that ends before it begins is empty', () => {
    expect(spanBeyond(idsCreated(time, time), 'next', undefined)).toBeUndefined();
    expect(spanBeyond(idsCreated(time, '2026-11-20T11:59:59.999+00:00'), 'prev', undefined)).toBeUndefined();
  });

  const range = { from: first, before: third };
  const rightBefore = (digit: number) => `019a0000-0000-7000-8000-00000000000${digit - 1}`;

  test('A list continues after the id of the cursor’s position, and excludes that id', () => {
    expect(spanBeyond({}, 'next', second)).toEqual({ to: rightBefore(2) });
    expect(spanBeyond({}, 'prev', second)).toEqual({ from: third });
    expect(spanBeyond({}, 'next', undefined)).toEqual({});
  });

  test('A list that continues from a cursor stays within its range of ids', () => {
    expect(spanBeyond(range, 'next', undefined)).toEqual({ from: first, to: rightBefore(3) });
    expect(spanBeyond(range, 'next', second)).toEqual({ from: first, to: rightBefore(2) });
    expect(spanBeyond(range, 'next', 'ffffffff-ffff-7fff-bfff-ffffffffffff')).toEqual({
      from: first,
      to: rightBefore(3),
    });
    expect(spanBeyond(range, 'prev', first)).toEqual({ from: second, to: rightBefore(3) });
  });

  test('A list that continues beyond the end of its range of ids reads nothing', () => {
    expect(spanBeyond(range, 'next', first)).toBeUndefined();
    expect(spanBeyond(range, 'next', '00000000-0000-7000-8000-000000000000')).toBeUndefined();
    expect(spanBeyond(range, 'prev', second)).toBeUndefined();
  });
});
