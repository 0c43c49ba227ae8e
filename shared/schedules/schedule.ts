import * as z from 'zod/mini';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { EXAMPLE_ROTATION, rotationSchema, type StoredRotation, storedRotationSchema } from './rotation.ts';

/** A stored override: the person who is on call instead of the rotations. It may have fields of another release. */
const overrideSchema = z.looseObject({
  id: idField,
  user_id: idField,
  since: timestampField,
  until: timestampField,
  created_at: timestampField,
});

export type Override = z.infer<typeof overrideSchema>;

/** How many overrides that have not ended a schedule may have. */
export const OVERRIDE_LIMIT = 100;

/** How many ended overrides a schedule keeps, the newest ones, so that past shifts still show them. */
export const KEPT_ENDED = 100;

/** The name of overrides in the audit log. They have no items of their own. */
export const SCHEDULE_OVERRIDES: { readonly name: string } = { name: 'SCHEDULE_OVERRIDE' };

export const EXAMPLE = { name: 'Night duty', time_zone: 'Europe/Berlin' };

export const scheduleSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    time_zone: z.string(),
    rotations: z.array(rotationSchema),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Schedule',
    description: 'Who is on call when.',
    examples: [
      {
        id: EXAMPLE_IDS.schedule,
        tenant_id: EXAMPLE_IDS.tenant,
        ...EXAMPLE,
        rotations: [{ ...EXAMPLE_ROTATION, weekdays: null, from: null, to: null }],
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export type Schedule = z.infer<typeof scheduleSchema>;

/** The attribute with the overrides of a schedule, in the order of their creation. It is outside `data`. */
export const OVERRIDES = 'overrides';

/** Who was on call until a change: a former plan, with the overrides of its time. */
const pastPlanSchema = z.object({
  until: timestampField,
  time_zone: z.string(),
  rotations: z.array(storedRotationSchema),
  overrides: z.array(overrideSchema),
});

export type PastPlan = z.infer<typeof pastPlanSchema>;

/** The attribute with the former plans of a schedule, the oldest first. It is outside `data`. */
export const PAST = 'past';

export interface StoredSchedule extends Stored<Schedule> {
  /** The rotations with their anchors. */
  readonly rotations: readonly StoredRotation[];
  readonly overrides: readonly Override[];
  readonly past: readonly PastPlan[];
}

const rotationsSchema = z.object({ rotations: z.array(storedRotationSchema) });
const overridesSchema = z._default(z.array(overrideSchema), []);
const pastSchema = z._default(z.array(pastPlanSchema), []);

/**
 * The kind of schedules. A schedule belongs to its whole tenant. Its overrides are in its item, so they are read, limited and
 * deleted with it, and no index copies them.
 */
export const SCHEDULES = defineKind<Schedule, StoredSchedule>({
  name: 'SCHEDULE',
  schema: scheduleSchema,
  indexes: { platform: ['all'], tenant: [] },
  limit: { count: 'schedules', maximum: 50, error: 'too_many_schedules' },
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
  read: (item, stored) => ({
    ...stored,
    rotations: rotationsSchema.parse(item['data']).rotations,
    overrides: overridesSchema.parse(item[OVERRIDES]),
    past: pastSchema.parse(item[PAST]),
  }),
});
