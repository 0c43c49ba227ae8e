import { ApiError } from './errors.ts';

const MESSAGES = {
  site_id: 'The site_id field must be an existing site.',
  zone_id: 'The zone_id field must be a zone of the site.',
  device_id: 'The device_id field must be a device of the site.',
} as const;

/** A field that must name something that is there, and where it belongs. */
export type Reference = keyof typeof MESSAGES;

/** Fields that name nothing of the kind. A foreign id is told the same as one that nothing has. */
export function wrongReferences(...fields: readonly Reference[]): ApiError {
  return new ApiError('validation_failed', {
    fields: Object.fromEntries(fields.map((field) => [field, [MESSAGES[field]]])),
  });
}
