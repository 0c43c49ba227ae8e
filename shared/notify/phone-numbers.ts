import { withPlainDigits } from '../base/plain-code.ts';

/** What replaces a telephone number. */
const LEFT_OUT = '...';

/** Signs that people write between the digits of a telephone number. */
const SIGN = String.raw`[\s\p{Pd}\p{Pc}./\\()[\]*~|'’′−·•∙⋅‧・]`;
const SEQUENCE = new RegExp(String.raw`(?:[+(]\s{0,2}){0,2}\d(?:${SIGN}{0,3}\d)*\)?`, 'gu');
const AFTER_SPACE = /(?<=\s)[(]?\d/g;

/** Words for a telephone, in the languages of the console, that stand right before a number. */
const TELEPHONE =
  /(?<!\p{L})(?:tele?f?|phone|fon|fax|mobile?|m[oó]vil|telem[oó]vel|cel|celular|cell|handy|whatsapp|call|dial|anruf|anrufen|ruf|llamar?|ligar?|ligue|telefon|tel[eé]fono|telefone)\P{L}{0,3}$/iu;

/**
 * How people group the digits of national numbers without a leading zero: in North America, in Spain and Portugal, in Brazil.
 */
const GROUPS = [
  [/^1?[2-9]\d{9}$/, /^(?:1S)?\d{3}S\d{3}S\d{4}$/],
  [/^[6-9]\d{8}$/, /^\d{3}S\d{3}S\d{3}$|^\d{2}S\d{3}S\d{2}S\d{2}$|^\d{3}S\d{2}S\d{2}S\d{2}$/],
  [/^[1-9]{2}9?\d{8}$/, /^\d{2}S\d{4,5}S\d{4}$/],
] as const;

const DAY = '(?:0?[1-9]|[12][0-9]|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const CLOCK = '(?:[01]?[0-9]|2[0-3])[.][0-5][0-9]';

/**
 * Dates, opening hours, IP addresses and decimals, if they are not part of a longer sequence of digits or an international
 * number.
 */
const OTHER_NUMBERS = new RegExp(
  `(?<![./\\p{Pd}]|\\d|[+]\\P{L}*)(?:${[
    `(?:19|20)\\d\\d(?<a>[./-])${MONTH}\\k<a>${DAY}`,
    `${DAY}(?<b>[./-])${MONTH}\\k<b>(?:19|20)?\\d\\d`,
    `${MONTH}/${DAY}/(?:19|20)?\\d\\d`,
    `${CLOCK} ?\\p{Pd} ?${CLOCK}`,
    `${OCTET}(?:[.]${OCTET}){3}`,
    '0[.,]\\d+',
  ].join('|')})(?![./-]?\\d)`,
  'gu',
);

/**
 * The text with `...` in place of each telephone number, however its digits are written and separated. A telephone number is
 * - international: `+` and at least 7 digits, or `00` and at least 8,
 * - national with a zero: at least 7 digits,
 * - with an area in brackets: at least 7 digits,
 * - after a word for a telephone: at least 6 digits,
 * - in the usual groups of North America, Spain, Portugal or Brazil.
 *
 * Any other number stays: of a shop, a postcode, a door, a serial, a date.
 */
export function withoutPhoneNumbers(text: string): string {
  const { plain, places } = plainForm(text);
  const searched = plain.replace(OTHER_NUMBERS, (other) => 'x'.repeat(other.length));
  let result = '';
  let kept = 0;
  for (const { index, 0: sequence } of searched.matchAll(SEQUENCE)) {
    const start = startOfNumber(sequence, searched.slice(0, index));
    if (start === undefined) continue;
    result += text.slice(kept, places[index + start]) + LEFT_OUT;
    kept = places[index + sequence.length] ?? text.length;
  }
  return result + text.slice(kept);
}

/** Finds where a telephone number begins in a sequence of digits. It may follow another number after a space. */
function startOfNumber(sequence: string, before: string): number | undefined {
  const starts = [0, ...Array.from(sequence.matchAll(AFTER_SPACE), ({ index }) => index)];
  return starts.find((start) => isPhoneNumber(sequence.slice(start), start === 0 ? before : ''));
}

function isPhoneNumber(sequence: string, before: string): boolean {
  const digits = sequence.replace(/\D/g, '');
  const { length } = digits;
  if (length < 6) return false;
  if (TELEPHONE.test(before.slice(-20))) return true;
  if (length < 7) return false;
  if (/^[+(\s]*\+/.test(sequence) || /^\(\d{2,5}\)/.test(sequence)) return true;
  if (digits.startsWith('0')) return /^0[1-9]/.test(digits) || /^00[1-9]\d{7}/.test(digits);
  const groups = sequence.replace(/\D+$/, '').replace(/\D+/g, 'S');
  return GROUPS.some(([number, shape]) => number.test(digits) && shape.test(groups));
}

/**
 * Returns a text with ASCII digits and without invisible characters and accents. For each of its UTF-16 units, `places` has
 * the position in the given text.
 */
function plainForm(text: string): { readonly plain: string; readonly places: readonly number[] } {
  let plain = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const form = visibleForm(withPlainDigits(character));
    plain += form;
    for (let unit = 0; unit < form.length; unit += 1) places.push(place);
    place += character.length;
  }
  return { plain, places };
}

const visibleForm = (character: string) =>
  character.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu, '');
