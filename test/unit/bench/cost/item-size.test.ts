import { expect, test } from 'vitest';
import { itemBytes } from '../../../../bench/cost/item-size.ts';
import { accessLogBytes } from '../../../../bench/cost/log-lines.ts';
import { storedBytes } from '../../../../bench/cost/stored-bytes.ts';

test('an item is as large as its names and values', () => {
  expect(itemBytes({ pk: 'ab', sk: 'é' })).toBe(2 + 2 + 2 + 2);
  expect(itemBytes({ on: true, off: null })).toBe(2 + 1 + 3 + 1);
  expect(itemBytes({ n: 1 })).toBe(1 + 2);
  expect(itemBytes({ m: { a: 'xy' } })).toBe(1 + 3 + 1 + 1 + 2);
  expect(itemBytes({ l: ['xy', 'z'] })).toBe(1 + 3 + 1 + 2 + 1 + 1);
});

test('an entry of an index takes its keys and the data, and nothing of other indexes', () => {
  const item = { pk: 'p', sk: 's', id: 'i', data: {}, site: 'A', tenant_status: 'BB' };
  const keysAndData = itemBytes({ pk: 'p', sk: 's', id: 'i', data: {} });
  const entries = itemBytes({ site: 'A' }) + itemBytes({ tenant_status: 'BB' }) + 2 * keysAndData;
  expect(storedBytes(item)).toBe(itemBytes(item) + entries + 3 * 100);
});

test('a line of the access log has a value for each variable, and no variable is passed by', () => {
  const format = '{"status":"$context.status"}';
  expect(accessLogBytes(format)).toBe('{"status":"200"}'.length);
  expect(() => accessLogBytes('{"path":"$context.path"}')).toThrow('context.path');
});
