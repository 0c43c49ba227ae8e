import type { GuardClient } from '../../client/index.ts';
import { keepLanguage, LANGUAGE, LANGUAGES, type Language } from '../texts/language.ts';

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

/**
 * Makes the language of this page and that of messages to the person the same. Who has chosen none gets that of this page, which
 * the browser wants. Resolves to whether the page must be loaded again, because the person has chosen another language.
 */
export async function isInOtherLanguage(
  guard: Pick<GuardClient, 'getPreferences' | 'updatePreferences'>,
  shown: Language = LANGUAGE,
  keep = keepLanguage,
): Promise<boolean> {
  try {
    const { language } = await guard.getPreferences({ maxAttempts: 1 });
    if (language === null) await guard.updatePreferences({ language: shown }, { maxAttempts: 1 });
    if (!isLanguage(language) || language === shown) return false;
    return keep(language);
  } catch {
    // The next time of signing in tries again: whoever must see alerts does not wait for a language.
    return false;
  }
}
