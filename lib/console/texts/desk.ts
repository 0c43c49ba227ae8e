import type { DeskTexts } from './desk-en.ts';
import { LANGUAGE } from './language.ts';

const PARTS: Readonly<Record<typeof LANGUAGE, () => Promise<DeskTexts>>> = {
  en: async () => (await import('./desk-en.ts')).en,
  pt: async () => (await import('./desk-pt.ts')).pt,
  es: async () => (await import('./desk-es.ts')).es,
  de: async () => (await import('./desk-de.ts')).de,
};

/** The texts in the language of this page only: all four languages would make the first load too large. */
export const desk = await PARTS[LANGUAGE]();
