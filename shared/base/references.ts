import { ApiError } from './errors.ts';

const MESSAGES = {
  site_id: 'The site_id field must be an existing site.',
  zone_id: 'The zone_id field must be a zone of the site.',
  device_id: 'The device_id field must be a device of the site.',
} as const;

/** A field that must contain the id of an existing entity. */
type Reference = keyof typeof MESSAGES;

/** Makes the error for fields with unknown ids. It is the same for an id of another tenant. */
export function wrongReferences(...fields: readonly Reference[]): ApiError {
  return new ApiError('validation_failed', {
    fields: Object.fromEntries(fields.map((field) => [field, [MESSAGES[field]]])),
  });
}

/** Texts that say what happened, by the action that webhooks receive as an event, in the languages of the console. */
export type EventTexts<Action extends string> = Readonly<
  Partial<Record<Action, Readonly<Record<'en' | 'pt' | 'es' | 'de', string>>>>
>;
