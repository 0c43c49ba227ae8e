import * as z from 'zod/mini';
import { type Warning, warningSchema } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { MAIL_REPAIRS } from './mail-repairs.ts';

/** What Guard repairs in a report. Later releases may add codes. */
const WARNING_CODES = [
  'unknown_field',
  'converted',
  'assumed',
  'not_understood',
  'shortened',
  'characters_replaced',
  'hashed',
  'left_out',
  'clock_wrong',
  'time_not_readable',
  'event_id_reused',
  'idempotency_key_reused',
  ...MAIL_REPAIRS,
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

export type { Warning };

export const warningsField = withMeta(z.optional(z.array(warningSchema)), {
  description: `What Guard repaired in the report, and carried it out all the same. The codes are an open set: ${WARNING_CODES.map((code) => `\`${code}\``).join(', ')}.`,
});

/** The most warnings that are kept: more would add nothing, and history entries must stay small. */
const MOST_WARNINGS = 20;

/** The warnings as a field of a result or of a history entry; without any warning, no field. */
export function withWarnings(warnings: readonly Warning[] = []): { warnings?: Warning[] } {
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, MOST_WARNINGS) };
}

export const IDEMPOTENCY_KEY_REUSED: Warning = {
  field: 'Idempotency-Key',
  code: 'idempotency_key_reused',
  message: 'The Idempotency-Key was used for another request. This alert was raised, too.',
};

/** Makes a warning about a field. `happened` continues the sentence "The … field". */
export function fieldWarning(field: string, code: WarningCode, happened: string): Warning {
  return { field, code, message: `The ${field} field ${happened}` };
}
