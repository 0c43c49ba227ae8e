import { expect, test } from 'vitest';
import { differences, readShape } from '../../../docs/shape.ts';

const ID = '01a05bfb-7000-770f-be1f-564f131bef6f';
const OTHER_ID = '01a05bfb-7000-75a1-97e2-34595d3e1940';

/** The differences between a shown JSON response and an actual one. */
const compare = (shown: string, actual: unknown) => differences(readShape(shown), actual);

test.each<[string, string, unknown]>([
  ['the same', '{"a":1,"b":[true,null,"x"]}', { a: 1, b: [true, null, 'x'] }],
  ['another id', `{"id":"${ID}"}`, { id: OTHER_ID }],
  ['another time', '{"at":"2026-11-21T10:16:33.768+00:00"}', { at: '2027-01-02T03:04:05.006+00:00' }],
  ['another token, cut short', '{"token":"65|guard_0E5Q…"}', { token: '7|guard_abc' }],
  ['another key', '{"key":"65|guard_k_0E5Q…"}', { key: '7|guard_k_abc' }],
  ['another cursor', '{"next_cursor":"WyJu…"}', { next_cursor: 'abc' }],
  [
    'a link with another cursor and id',
    `{"next":"http://a.test/x/${ID}?limit=2&cursor=WyJ…"}`,
    { next: `http://a.test/x/${OTHER_ID}?limit=2&cursor=Abc-_1` },
  ],
  ['members left out', '{ "a": 1, … }', { a: 1, b: 2 }],
  ['nothing where members may be left out', '{ "a": 1, … }', { a: 1 }],
  ['elements left out', '{ "data": [ { "a": 1, … }, … ] }', { data: [{ a: 1 }, { b: 2 }] }],
  ['the end of a text left out', '{"message":"Device stopped…"}', { message: 'Device stopped reporting' }],
  ['an ellipsis within a text', '{"message":"a … b"}', { message: 'a … b' }],
])('A response matches the example in a document with %s', (_, shown, actual) => {
  expect(compare(shown, actual)).toEqual([]);
});

test.each<[string, string, unknown, string]>([
  ['a field more', '{"a":1}', { a: 1, b: 2 }, 'the answer has b, which is not shown'],
  ['a field less', '{"a":1,"b":2}', { a: 1 }, 'the answer has no b'],
  ['a field less, others left out', '{ "a": 1, … }', { b: 1 }, 'the answer has no a'],
  ['another code', '{"code":"x"}', { code: 'y' }, 'the answer.code is "y", not "x"'],
  ['another number', '{"n":1}', { n: 2 }, 'the answer.n is 2, not 1'],
  ['another type', '{"n":1}', { n: '1' }, 'the answer.n is "1", not 1'],
  ['null for a text', '{"at":"x"}', { at: null }, 'the answer.at is null, not "x"'],
  ['no id', `{"id":"${ID}"}`, { id: 'x' }, `the answer.id is "x", not "${ID}"`],
  ['no token', '{"token":"1|guard_a…"}', { token: '' }, 'the answer.token is "", not "1|guard_a…"'],
  ['another host', '{"path":"http://a/x"}', { path: 'http://b/x' }, 'the answer.path is "http://b/x"'],
  [
    'another order of a query',
    '{"next":"/x?a=1&b=2"}',
    { next: '/x?b=2&a=1' },
    'the answer.next is "/x?b=2&a=1", not "/x?a=1&b=2"',
  ],
  ['an element more', '[1]', [1, 2], 'the answer has 2 elements, not 1'],
  ['an element less', '[1, …]', [], 'the answer has 0 elements, not 1'],
  ['another element', '{"a":[{"b":1}, …]}', { a: [{ b: 2 }] }, 'the answer.a[0].b is 2, not 1'],
  ['an object for an array', '[]', {}, 'the answer is {}, not an array'],
  ['an array for an object', '{}', [], 'the answer is [], not an object'],
  ['nothing at all', '{}', undefined, 'the answer is nothing, not an object'],
  ['a text that begins otherwise', '{"m":"a…"}', { m: 'b' }, 'the answer.m is "b", not "a…"'],
])('A response differs from the example in a document with %s', (_, shown, actual, difference) => {
  expect(compare(shown, actual)).toEqual([expect.stringContaining(difference)]);
});

test('Every difference between a response and the example in a document is reported', () => {
  expect(compare('{"a":1,"b":{"c":2}}', { a: 0, b: { c: 0 } })).toHaveLength(2);
});

test('An example response in a document must be JSON, except for ellipses', () => {
  expect(() => readShape('{ "a": }')).toThrow(SyntaxError);
});
