import { DEFAULT_LANGUAGE, type Language } from '../base/language.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';

/**
 * What Guard writes to people: messages about events, codes, tests and mails, in each language. Codes, tests and mails contain
 * nothing that users wrote, so that nobody can send their own words to a stranger.
 */
const TEXTS: Readonly<Record<Language, Texts>> = { en, pt, es, de };

export const textsIn = (language: Language = DEFAULT_LANGUAGE): Texts => TEXTS[language];
