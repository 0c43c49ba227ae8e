import { describe, expect, test } from 'vitest';
import { printable } from '../../../../shared/panels/panel-frame.ts';

describe('printable', () => {
  test('Bytes that are no text are shown as numbers', () => {
    expect(printable(Buffer.from('\n\x8a003D"NULL"0000L0#1[]\0', 'latin1'))).toBe(
      '\\x0a\\x8a003D"NULL"0000L0#1[]\\x00',
    );
  });

  test.each([
    ['[#1|NRP][KAABB][M00]', '[#1|NRP][K...][M00]'],
    ['[#1|NRP] [KAABB]_12:00', '[#1|NRP] [K...]_12:00'],
    ['[#1|NRP][KAABB', '[#1|NRP][K...'],
    ['[#1|NRP][M00][KAABB][KCCDD]', '[#1|NRP][M00][K...][K...]'],
    ['[KA5]', '[KA5]'],
  ])('Of a key in %s nothing is shown', (sent, shown) => {
    expect(printable(Buffer.from(sent))).toBe(shown);
  });
});
