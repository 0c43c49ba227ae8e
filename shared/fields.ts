import * as z from 'zod';
import { isId } from './ids.ts';

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
