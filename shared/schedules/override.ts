import * as z from 'zod/mini';
import { idField, timestampField } from '../fields.ts';

/** A person on call instead of the rotations, as stored in the item of the schedule: with the fields of another release. */
export const overrideSchema = z.looseObject({
  id: idField,
  user_id: idField,
  since: timestampField,
  until: timestampField,
  created_at: timestampField,
});

export type Override = z.infer<typeof overrideSchema>;

/** The overrides of a schedule that have not ended. */
export const OVERRIDE_LIMIT = 100;

/** The newest overrides that have ended, which shifts of the past still show. */
export const KEPT_ENDED = 100;

/** An override of a schedule, for the audit log: it has no item of its own. */
export const SCHEDULE_OVERRIDES: { readonly name: string } = { name: 'SCHEDULE_OVERRIDE' };
