/** Something that is found by typing. */
export interface Findable {
  readonly text: string;
}

/** The form in which texts are compared: without case and accents. */
const plainForm = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether a person means the same with both texts. */
export const isSameText = (one: string, other: string): boolean =>
  plainForm(one).trim() === plainForm(other).trim();

/**
 * At most so many entries that contain every word, in their order, those first that begin with the first word. Without a word
 * it finds the first entries.
 */
export function foundEntries<T extends Findable>(
  entries: readonly T[],
  search: string,
  most: number,
): readonly T[] {
  const words = plainForm(search).split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const found = entries
    .map((entry) => ({ entry, text: plainForm(entry.text) }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const begins = found.filter(({ text }) => text.startsWith(first));
  const others = found.filter(({ text }) => !text.startsWith(first));
  return [...begins, ...others].slice(0, most).map(({ entry }) => entry);
}
