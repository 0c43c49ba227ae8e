/** What replaces the end of a text that is cut. */
export const CUT = '...';

/** An encoding of SMS (3GPP TS 23.038): how much room it has, and how much of that a text takes. */
interface Encoding {
  readonly room: number;
  readonly sizeOf: (text: string) => number;
}

const GSM_CHARACTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_PAIRS = new Set('\f^{}\\[~]|€');

/** One SMS in the GSM alphabet. */
export const GSM_7: Encoding = {
  room: 160,
  sizeOf: (text) => text.length + [...text].filter((character) => GSM_PAIRS.has(character)).length,
};

/** Three joined SMS of 67 UTF-16 units each, for texts in other alphabets: the link alone fills one. */
export const UCS_2: Encoding = { room: 3 * 67, sizeOf: (text) => text.length };

export const isGsm = (text: string) =>
  [...text].every((character) => GSM_CHARACTERS.has(character) || GSM_PAIRS.has(character));

/** Plain forms of signs and letters from which no accent can be removed. */
const PLAIN_FORMS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': CUT,
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
};

/** Writes a text in the GSM alphabet: it drops accents and signs that the alphabet lacks. Letters of other alphabets stay. */
export function gsmForm(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (character) => {
    if (isGsm(character)) return character;
    const plain = PLAIN_FORMS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    return isGsm(plain) || /[\p{L}\p{N}]/u.test(plain) ? plain : '';
  });
  return letters.join('').replaceAll(/ +/g, ' ');
}

/** The text that an SMS contains, and whether it fits. It is in the GSM alphabet if that has all of its letters. */
export function smsForm(text: string): { readonly text: string; readonly fits: boolean } {
  const plain = gsmForm(text).trim();
  const [shown, { room, sizeOf }] = isGsm(plain) ? [plain, GSM_7] : [text, UCS_2];
  return { text: shown, fits: sizeOf(shown) <= room };
}

/** The same message with the text that its SMS contains. */
export const inSms = <T extends { readonly text: string }>(message: T): T => ({
  ...message,
  text: smsForm(message.text).text,
});

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text, up to the given size. It never ends with a part of a character. */
export function cut(text: string, size: number, sizeOf = (it: string) => it.length): string {
  if (sizeOf(text) <= size) return text;
  let room = size - CUT.length;
  let beginning = '';
  for (const { segment } of CHARACTERS.segment(text)) {
    room -= sizeOf(segment);
    if (room < 0) break;
    beginning += segment;
  }
  return beginning + CUT;
}
