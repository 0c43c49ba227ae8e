import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutPhoneNumbers } from '../../../../shared/notify/phone-numbers.ts';

test.each([
  ['Gate (+49 151 23456789)', 'Gate ...'],
  ['Call +49 151 23456789 now', 'Call ... now'],
  ['Ring 0151/2345', 'Ring ...'],
  ['(020) 79460 Anna', '... Anna'],
  ['Anna 0151_234_567_89', 'Anna ...'],
  ['Anna 0151·234·567·89', 'Anna ...'],
  ['Anna ０１５１２３４５６７８９', 'Anna ...'],
  ['Anna ٠١٥١٢٣٤٥٦٧٨٩', 'Anna ...'],
  ['Anna 0️⃣1️⃣5️⃣1️⃣2️⃣3️⃣4️⃣5️⃣', 'Anna ...'],
  ['Anna 0151\u200b2345\u00ad678', 'Anna ...'],
  ['Anna 𝟎𝟏𝟓𝟏 ②③④⑤⑥⑦', 'Anna ...'],
  ['Anna 0151 – 23 45 67', 'Anna ...'],
  ['Anna 00 49 151 2345678', 'Anna ...'],
  ['Anna +1 (555) 123-4567', 'Anna ...'],
  ['Anna (555) 123-4567', 'Anna ...'],
  ['Anna 555-123-4567', 'Anna ...'],
  ['Ana 612 345 678', 'Ana ...'],
  ['Ana 91 123 45 67', 'Ana ...'],
  ['Ana (11) 91234-5678', 'Ana ...'],
  ['Ana 11 91234-5678', 'Ana ...'],
  ['Anna, Tel. 234567', 'Anna, Tel. ...'],
  ['Filiale 10115 0151 2345678', 'Filiale 10115 ...'],
  ['01.23.45.67.89 Paris', '... Paris'],
  ['0151 234567 or 0160 234567', '... or ...'],
])('A telephone number in a text is omitted, and everything else is kept: %s', (text, expected) => {
  expect(withoutPhoneNumbers(text)).toBe(expected);
});

test.each([
  'Filiale 10115 Berlin',
  'Filiale 0042 10115 Berlin',
  'Tor 3-12-45',
  'Store #20417',
  'Code 12345',
  'PB-2041-0007',
  'SN 204100070815',
  'SN 4711-0815-2342',
  'Since 01.12.2026 08:30',
  'Until 2026-11-20T12:00:30Z',
  'On 12/31/2026',
  'Open 08.00-18.00',
  'Camera 192.168.100.200',
  '0.1234567 bar',
  'Sensor 0000012345',
  '52.520008, 13.404954',
  'Hall 12 34',
  'Room 0815',
  'Ringstraße 12-14, 04109 Leipzig',
  'Gate 1️⃣',
  'Postal code 01067 Dresden',
])('A number in a text that is not a telephone number is kept: %s', (text) => {
  expect(withoutPhoneNumbers(text)).toBe(text);
});

test('A telephone number is found with any signs between its digits', () => {
  const sign = fc.constantFrom('', ' ', '_', '·', '-', '\u2011', '/', '.', ' - ', '\u200b', '\u00a0', '）');
  const digits = fc.array(fc.constantFrom(...'0123456789', ...'０１２３４５６７８９', ...'٠١٢٣٤٥٦٧٨٩'), {
    minLength: 7,
    maxLength: 12,
  });
  fc.assert(
    fc.property(digits, fc.array(sign, { minLength: 12, maxLength: 12 }), (figures, signs) => {
      const number = figures.map((figure, place) => figure + (signs[place] ?? '')).join('');
      expect(withoutPhoneNumbers(`Anna +${number}!`)).toMatch(/^Anna \.\.\.[^\d\p{Nd}]*!$/u);
    }),
  );
});

test('A text without digits is unchanged when telephone numbers are omitted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/\p{N}/u.test(text.normalize('NFKC')));
      expect(withoutPhoneNumbers(text)).toBe(text);
    }),
  );
});
