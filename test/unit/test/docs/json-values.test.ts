import { expect, test } from 'vitest';
import { readJsonValues } from '../../../docs/json-values.ts';

test.each<[string, string, unknown[]]>([
  ['nothing', ' \n', []],
  ['one', '{"a":1}', [{ a: 1 }]],
  ['several without space', '{"a":[1,{}]}{"b":"}{"}[2]', [{ a: [1, {}] }, { b: '}{' }, [2]]],
  ['several over lines', '{\n "a": 1.5e3\n}\n\n[]', [{ a: 1500 }, []]],
  ['quotes in a text', String.raw`{"a":"\"}\\"}{}`, [{ a: '"}\\' }, {}]],
])('All JSON values in the output of a documented command are read: %s', (_, output, values) => {
  expect(readJsonValues(output)).toEqual(values);
});

test.each([
  ['a page', '<html></html>'],
  ['words after JSON', '{} curl: (7) Failed'],
  ['a half', '{"a":'],
  ['a bracket too many', '{}}'],
])('Reading the output of a documented command fails if the output is not JSON: %s', (_, output) => {
  expect(() => readJsonValues(output)).toThrow(/JSON/);
});
