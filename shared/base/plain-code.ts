const IGNORED = /[\s\p{Dash}\p{Cf}]/gu;
const DIGIT = /\p{Nd}/u;
const DIGITS = new RegExp(DIGIT, 'gu');

/** A code as a person typed or pasted it, with digits of any script as ASCII, and without spaces, dashes and invisible signs. */
export const plainCode = (given: string): string =>
  withPlainDigits(given.normalize('NFKC').replaceAll(IGNORED, ''));

/** The text with ASCII digits in place of the decimal digits of any script. */
export const withPlainDigits = (text: string): string => text.replaceAll(DIGITS, plainDigit);

/** Unicode has the digits of a script in a sequence of ten, except for styled ones, which NFKC makes ASCII. */
function plainDigit(digit: string): string {
  const place = digit.normalize('NFKC').codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(place - value - 1))) value += 1;
  return String(value);
}
