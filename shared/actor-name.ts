import * as z from 'zod/mini';
import { GUARD_ITSELF } from './actor.ts';
import { nameField } from './fields.ts';

/** Lower-case letters of other alphabets that look like the letters of Guard's name. */
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

/** The visible form of a name, without invisible characters, case, width and alphabet. */
function appearanceOf(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  return Array.from(visible.trim().toLowerCase(), (letter) => LOOKALIKES[letter] ?? letter).join('');
}

const GUARDS_NAME = appearanceOf(GUARD_ITSELF.name);

/** Whether a name looks like Guard's own name in histories and alerts, also with the console's label. */
export function looksLikeGuard(name: string): boolean {
  return appearanceOf(name).replace(/\s*\(\s*system\s*\)$/, '') === GUARDS_NAME;
}

/** The name of a user or key. It must not look like the name of Guard itself. */
export const actorNameField = nameField.check(
  z.refine((name) => !looksLikeGuard(name), {
    error: `must not be ${GUARD_ITSELF.name}, which is the name of the service`,
  }),
);
