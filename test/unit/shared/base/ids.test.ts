import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, justAfter, justBefore, lowestIdAt, newId } from '../../../../shared/base/ids.ts';
import { seededRandomBytes } from '../../../support/random.ts';

const randomBytes = seededRandomBytes('ids');
const milliseconds = fc.integer({ min: 1, max: 2 ** 48 - 2 });
const idAt = (milliseconds: number) => newId(new Date(milliseconds), randomBytes);

test('The lowest entity id of a millisecond is not above any id of that millisecond, and is above all earlier ids', () => {
  fc.assert(
    fc.property(milliseconds, (time) => {
      fc.pre(time <= 8.64e15);
      const lowest = lowestIdAt(new Date(time));
      expect(isId(lowest)).toBe(true);
      expect(idAt(time) >= lowest).toBe(true);
      expect(idAt(time - 1) < lowest).toBe(true);
    }),
  );
});

test('For a time before 1970, the lowest entity id is the lowest of all ids', () => {
  expect(lowestIdAt(new Date('0001-01-01T00:00:00Z'))).toBe('00000000-0000-7000-8000-000000000000');
  expect(lowestIdAt(new Date('9998-12-31T23:59:59.999Z')) > idAt(Date.parse('9998-01-01'))).toBe(true);
});

test('The ids directly before and after an entity id differ from it by one', () => {
  const id = '019a0000-0000-7000-8000-000000000000';
  expect(justBefore(id)).toBe('019a0000-0000-7000-7fff-ffffffffffff');
  expect(justAfter(id)).toBe('019a0000-0000-7000-8000-000000000001');
  expect(justAfter('019a0000-ffff-7fff-bfff-ffffffffffff')).toBe('019a0000-ffff-7fff-c000-000000000000');
});

test('The ids directly before and after an entity id sort around it, and each step undoes the other', () => {
  fc.assert(
    fc.property(milliseconds, (time) => {
      const id = idAt(time);
      expect([justAfter(id), id, justBefore(id)].sort()).toEqual([justBefore(id), id, justAfter(id)]);
      expect(justBefore(justAfter(id))).toBe(id);
    }),
  );
});
