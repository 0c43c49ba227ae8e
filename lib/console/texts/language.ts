/** The languages of the console, by their own names. */
export const LANGUAGES = { en: 'English', pt: 'Português', es: 'Español', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/** A text, or an object of texts, in another language. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

const NAME = 'guard-console language';

/** The language that the user has chosen, the first that the browser wants, or English. */
export function chooseLanguage(chosen: string | null, wanted: readonly string[]): Language {
  const known = [chosen ?? '', ...wanted].map((it) => it.slice(0, 2).toLowerCase());
  return known.find((it): it is Language => Object.hasOwn(LANGUAGES, it)) ?? 'en';
}

/** The locale of dates and numbers: the browser's, if it belongs to the same language. Some browsers report invalid ones. */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  const isChosen = (it: string) => it.slice(0, 2).toLowerCase() === language && isLocale(it);
  return wanted.find(isChosen) ?? (language === 'en' ? 'en-GB' : language);
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

const wanted = globalThis.navigator?.languages ?? [];

/** The language of this page. Another one takes effect when the page is loaded again. */
export const LANGUAGE = chooseLanguage(chosenLanguage(), wanted);

export const LOCALE = chooseLocale(LANGUAGE, wanted);

/** Keeps the language for later visits. Returns whether the browser has stored it: otherwise its own language stays. */
export function keepLanguage(language: Language): boolean {
  try {
    localStorage.setItem(NAME, language);
    return true;
  } catch {
    return false;
  }
}

/** Texts in all languages. */
export type InLanguages<T> = { readonly en: T } & { readonly [L in Exclude<Language, 'en'>]: Translated<T> };

/** The texts in the language of this page. A missing text is an error of the compiler. */
export function inLanguages<const T>(texts: InLanguages<T>): Translated<T> {
  return texts[LANGUAGE] as Translated<T>;
}

const RULES = new Intl.PluralRules(LOCALE);
const NUMBERS = new Intl.NumberFormat(LOCALE);

export function formatNumber(number: number): string {
  return NUMBERS.format(number);
}

/** A share in percent, never rounded up: 999 of 1,000 are not all. A dash if there is nothing to share. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatNumber(Math.floor((part / whole) * 100))} %`;
}

/** `1 site`, `2 sites`. All languages of the console have these two forms. */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${RULES.select(count) === 'one' ? one : many}`;
}
