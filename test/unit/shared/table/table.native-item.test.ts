import { expect, test } from 'vitest';
import { nativeItem } from '../../../../shared/table/table.ts';

test('Each type of a DynamoDB attribute becomes the value that the document client gives', () => {
  const bytes = new Uint8Array([1, 2]);
  const item = nativeItem({
    text: { S: '' },
    none: { NULL: true },
    number: { N: '-1.5' },
    large: { N: '9007199254740993' },
    flag: { BOOL: false },
    list: { L: [{ S: 'a' }, { M: { inner: { N: '0' } } }] },
    map: { M: { S: { S: 'a map may have a field of that name' } } },
    texts: { SS: ['a', 'b'] },
    numbers: { NS: ['1', '2'] },
    binary: { B: bytes },
    binaries: { BS: [bytes] },
  });
  expect(item).toEqual({
    text: '',
    none: null,
    number: -1.5,
    large: 9007199254740993n,
    flag: false,
    list: ['a', { inner: 0 }],
    map: { S: 'a map may have a field of that name' },
    texts: new Set(['a', 'b']),
    numbers: new Set([1, 2]),
    binary: bytes,
    binaries: new Set([bytes]),
  });
});

test('A DynamoDB attribute of an unknown type is an error that names the type', () => {
  expect(() => nativeItem({ field: { $unknown: ['X', 1] } as never })).toThrow('unknown type');
});
