import * as z from 'zod/mini';
import { GUARD_ITSELF } from './actor.ts';
import { nameField } from './fields.ts';

/** Letters of other alphabets that look like those of Guard's name, in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ɡ: 'g',
  ԍ: 'g',
  υ: 'u',
  ս: 'u',
  ᴜ: 'u',
  а: 'a',
  α: 'a',
  ɑ: 'a',
  ᴀ: 'a',
  г: 'r',
  ʀ: 'r',
  ԁ: 'd',
  ɗ: 'd',
  ѕ: 's',
  у: 'y',
  т: 't',
  е: 'e',
  м: 'm',
};

/** What a reader sees of a name: without what is invisible, and without regard to case, width and alphabet. */
function appearanceOf(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  return Array.from(visible.trim().toLowerCase(), (letter) => LOOKALIKES[letter] ?? letter).join('');
}

const GUARDS_NAME = appearanceOf(GUARD_ITSELF.name);

/** Whether a name looks like that by which histories and alerts call Guard itself, also as the console labels it. */
export function looksLikeGuard(name: string): boolean {
  return appearanceOf(name).replace(/\s*\(\s*system\s*\)$/, '') === GUARDS_NAME;
}

/** What people call a user or a key: whoever acts under this name must not be mistaken for Guard itself. */
export const actorNameField = nameField.check(
  z.refine((name) => !looksLikeGuard(name), {
    error: `must not be ${GUARD_ITSELF.name}, which is the name of the service`,
  }),
);
