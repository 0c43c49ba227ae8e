import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { ruleEvents } from '../texts/event-names.ts';
import type { Language } from '../texts/language.ts';

const LANGUAGE = fileURLToPath(new URL('../texts/language.ts', import.meta.url));

const textsIn = (language: Language) => EVENT_TYPES.map(({ text }) => text[language]);

const ENGLISH = Object.fromEntries(EVENT_TYPES.map(({ name, text }) => [name, text.en]));
const OTHERS = {
  pt: textsIn('pt'),
  es: textsIn('es'),
  de: textsIn('de'),
} satisfies Record<Exclude<Language, 'en'>, string[]>;

/** Replaces `event-names.ts`, which imports schemas, by its texts in all languages. */
export const builtEventNames: Plugin = {
  name: 'built-event-names',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]console[\\/]texts[\\/]event-names\.ts$/ }, () => ({
      contents: `
        import { inPlaces } from ${JSON.stringify(LANGUAGE)};
        export const eventNames = inPlaces(${[ENGLISH, ...Object.values(OTHERS)].map((it) => JSON.stringify(it))});
        export const ruleEvents = ${JSON.stringify(ruleEvents)};
      `,
    })),
};
