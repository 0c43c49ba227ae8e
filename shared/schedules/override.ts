import * as z from 'zod/mini';
import { idField, timestampField } from '../fields.ts';

/** A stored override: a person on call instead of the rotations. It may have fields of another release. */
export const overrideSchema = z.looseObject({
  id: idField,
  user_id: idField,
  since: timestampField,
  until: timestampField,
  created_at: timestampField,
});

export type Override = z.infer<typeof overrideSchema>;

/** The maximum number of overrides of a schedule that have not ended. */
export const OVERRIDE_LIMIT = 100;

/** The number of ended overrides that a schedule keeps, the newest ones. Past shifts still show them. */
export const KEPT_ENDED = 100;

/** An override of a schedule, for the audit log: it has no item of its own. */
export const SCHEDULE_OVERRIDES: { readonly name: string } = { name: 'SCHEDULE_OVERRIDE' };
