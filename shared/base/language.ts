import * as z from 'zod/mini';
import { wordOf } from './fields.ts';
import { withMeta } from './schema.ts';
import { remindersSchema } from './severities.ts';

/** The languages in which Guard writes to people. */
export const LANGUAGES = ['en', 'pt', 'es', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of messages to people who have chosen none. */
export const DEFAULT_LANGUAGE: Language = 'en';

// This is not an enumeration: client generators lose the null of a nullable enumeration.
const languageField = withMeta(z.nullable(wordOf(LANGUAGES)), {
  description:
    'The language of messages to you: `en`, `pt`, `es` or `de`. Null if you have chosen none: then they are in English.',
  examples: ['pt'],
});

const EXAMPLE = { language: 'pt' };

export const preferencesSchema = withMeta(
  z.object({
    language: languageField,
    tenant_time_zone: withMeta(z.nullable(z.string()), {
      description: 'The time zone in which your tenant counts its days. Null: UTC.',
    }),
    tenant_reminders: remindersSchema,
  }),
  {
    id: 'Preferences',
    examples: [{ ...EXAMPLE, tenant_time_zone: 'Europe/Lisbon', tenant_reminders: { critical: 30 } }],
  },
);

export const chosenPreferencesSchema = withMeta(z.object({ language: languageField }), {
  id: 'ChosenPreferences',
  examples: [EXAMPLE],
});

export const preferenceChangesSchema = withMeta(z.strictObject({ language: languageField }), {
  id: 'PreferenceChanges',
  examples: [EXAMPLE],
});
