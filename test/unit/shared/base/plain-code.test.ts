import { expect, test } from 'vitest';
import { plainCode } from '../../../../shared/base/plain-code.ts';

test.each([
  '492039',
  ' 492 039\n',
  '492-039',
  '492–039',
  '492—039',
  '492−039',
  '492\u00a0039',
  '492\u200b039\u2060',
  '４９２０３９',
  '𝟒𝟗𝟐𝟎𝟑𝟗',
  '٤٩٢٠٣٩',
  '۴۹۲۰۳۹',
  '४९२०३९',
])('The typed code %j is read as 492039', (typed) => {
  expect(plainCode(typed)).toBe('492039');
});

test('A typed code keeps its letters and all signs but hyphens', () => {
  expect(plainCode('ab12-ü/x')).toBe('ab12ü/x');
});
