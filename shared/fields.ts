import * as z from 'zod';
import { isId } from './ids.ts';
import { formatTimestamp } from './time.ts';

/** Field schemas that several resources share. Inputs refuse what DynamoDB or a reader could misread. */

export const idField = z.string().refine(isId, { error: 'must be a valid UUID', params: { format: 'uuid' } });

export const timestampField = z.iso.datetime({ offset: true });

/** A machine-readable name that is open to new values: lower-case words joined by hyphens. */
export const slugField = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters, digits and single hyphens' });

/** Text for people, trimmed, without control characters or unpaired surrogates (which UTF-8 cannot hold). */
export const textField = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), {
      error: 'must not contain control characters',
    });

/** What people call a thing: 1 to 120 characters after trimming. */
export const nameField = textField(120);

/** A timestamp that clients send, kept as the API writes them; in UTC too it must be of the years 0 to 9999. */
export const timestampInput = timestampField
  .transform((text) => formatTimestamp(new Date(text)))
  .pipe(timestampField);

/** The query of what creates: a platform admin names the tenant. */
export const tenantQuery = z.strictObject({ tenant_id: idField.optional() });

/** The body of a PATCH: any of these fields, at least one, and no other. */
export function changesOf<const S extends z.core.$ZodLooseShape>(shape: S) {
  return z
    .strictObject(shape)
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, {
      error: 'At least one field must be given.',
      when: ({ issues }) => issues.length === 0,
    });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
