const IGNORED = /[\s\p{Dash}\p{Cf}]/gu;
const DIGIT = /\p{Nd}/u;

/** A code as a person typed or pasted it, with digits of any script as ASCII, and without spaces, dashes and invisible signs. */
export const plainCode = (given: string): string =>
  given.normalize('NFKC').replaceAll(IGNORED, '').replaceAll(new RegExp(DIGIT, 'gu'), digitValue);

/** The ten digits of a script follow each other. */
function digitValue(digit: string): string {
  const place = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(place - value - 1))) value += 1;
  return String(value);
}
