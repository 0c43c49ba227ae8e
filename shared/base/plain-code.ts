const IGNORED = /[\s\p{Dash}\p{Cf}]/gu;
const DIGIT = /\p{Nd}/u;
const DIGITS = new RegExp(DIGIT, 'gu');

/**
 * Reads a code that a person typed or pasted: it turns digits of any script into ASCII, and removes spaces, dashes and
 * invisible signs.
 */
export const plainCode = (given: string): string =>
  withPlainDigits(given.normalize('NFKC').replaceAll(IGNORED, ''));

/** Replaces the decimal digits of any script by ASCII digits. */
export const withPlainDigits = (text: string): string => text.replaceAll(DIGITS, plainDigit);

/** In Unicode, the ten digits of a script follow each other, except for styled digits, which NFKC turns into ASCII. */
function plainDigit(digit: string): string {
  const place = digit.normalize('NFKC').codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(place - value - 1))) value += 1;
  return String(value);
}
