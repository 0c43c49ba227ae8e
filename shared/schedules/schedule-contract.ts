import * as z from 'zod/mini';
import { changesOf, idField, nameField, timestampField, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { timezoneField } from '../base/timezone-field.ts';
import { pageOf } from '../table/list-contract.ts';
import { EXAMPLE_ROTATION, rotationsField } from './rotation.ts';
import { EXAMPLE, scheduleSchema } from './schedule.ts';

/**
 * The request and response bodies of the routes of schedules. They are apart from the kind, because the functions of other
 * routes import the kind, too.
 */

export const scheduleInputSchema = withMeta(
  z.strictObject({ name: nameField, time_zone: timezoneField, rotations: rotationsField }),
  { id: 'ScheduleInput', examples: [{ ...EXAMPLE, rotations: [EXAMPLE_ROTATION] }] },
);

export type ScheduleInput = z.infer<typeof scheduleInputSchema>;

export const scheduleChangesSchema = withMeta(
  changesOf({ name: nameField, time_zone: timezoneField, rotations: rotationsField }),
  { id: 'ScheduleChanges', examples: [{ name: 'Night and weekend duty' }] },
);

export type ScheduleChanges = z.infer<typeof scheduleChangesSchema>;

export const schedulePageSchema = pageOf(scheduleSchema, 'SchedulePage');

const EXAMPLE_OVERRIDE = {
  user_id: EXAMPLE_IDS.user,
  since: '2026-12-24T08:00:00.000+00:00',
  until: '2026-12-26T08:00:00.000+00:00',
};

export const overrideInputSchema = withMeta(
  z.strictObject({
    user_id: withMeta(z.clone(idField), { description: 'A user of the tenant.' }),
    since: timestampInput,
    until: withMeta(timestampInput, { description: 'Later than `since`, and in the future.' }),
  }),
  { id: 'ScheduleOverrideInput', examples: [EXAMPLE_OVERRIDE] },
);

export type OverrideInput = z.infer<typeof overrideInputSchema>;

const personName = withMeta(z.nullable(z.string()), {
  description: 'The name of the user; null for a deleted user.',
});

export const scheduleOverrideSchema = withMeta(
  z.object({
    id: idField,
    schedule_id: idField,
    user_id: idField,
    name: personName,
    since: timestampField,
    until: timestampField,
    created_at: timestampField,
  }),
  {
    id: 'ScheduleOverride',
    description: 'A person on call instead of the rotations. A newer override covers an older one.',
    examples: [
      {
        id: EXAMPLE_IDS.override,
        schedule_id: EXAMPLE_IDS.schedule,
        name: 'Olga Operator',
        ...EXAMPLE_OVERRIDE,
        created_at: '2026-11-20T12:00:30.000+00:00',
      },
    ],
  },
);

export type ScheduleOverride = z.infer<typeof scheduleOverrideSchema>;

export const scheduleOverridesSchema = withMeta(z.object({ data: z.array(scheduleOverrideSchema) }), {
  id: 'ScheduleOverrideList',
});

const availabilityField = withMeta(z.enum(['active', 'inactive', 'blocked', 'deleted']), {
  id: 'OnCallStatus',
  description: 'The status of the user. Only an active user can act, so the time of others is a gap.',
});

export type Availability = z.infer<typeof availabilityField>;

export const onCallQuery = z.strictObject({
  at: withMeta(z.optional(timestampInput), { description: 'By default now.' }),
});

const onCallUntil = withMeta(z.nullable(timestampField), {
  description: 'When the shift ends; null if that is more than 100 days later.',
});
const onCallFields = { user_id: idField, until: onCallUntil };

export const onCallSchema = withMeta(
  z.object({
    at: timestampField,
    on_call: withMeta(z.array(z.object({ ...onCallFields, name: z.string() })), {
      description: 'The person on call; empty in a gap.',
    }),
    unavailable: withMeta(
      z.array(z.object({ ...onCallFields, name: personName, status: availabilityField })),
      { description: 'The person who has the shift but cannot act.' },
    ),
    gap: withMeta(z.boolean(), { description: 'Whether nobody who can act is on call.' }),
  }),
  {
    id: 'OnCall',
    description: 'Who is on call at an instant.',
    examples: [
      {
        at: '2026-11-20T12:00:30.000+00:00',
        on_call: [
          { user_id: EXAMPLE_IDS.user, name: 'Olga Operator', until: '2026-11-23T07:00:00.000+00:00' },
        ],
        unavailable: [],
        gap: false,
      },
    ],
  },
);

export type OnCallAnswer = z.infer<typeof onCallSchema>;

export const shiftsQuery = z.strictObject({
  since: timestampInput,
  until: withMeta(timestampInput, { description: 'Later than `since`, by 100 days at most.' }),
});

const personFields = { user_id: idField, name: personName, status: availabilityField };

const shiftSchema = withMeta(
  z.object({
    since: timestampField,
    until: timestampField,
    ...personFields,
    override_id: withMeta(z.nullable(idField), {
      description: 'The override that made the shift; null for a shift of the rotations.',
    }),
  }),
  { id: 'Shift' },
);

const shiftsFields = {
  since: timestampField,
  until: timestampField,
  time_zone: z.string(),
  shifts: withMeta(z.array(shiftSchema), {
    description: 'In order and without overlap. The first and the last are cut to the range.',
  }),
  gaps: withMeta(z.array(z.object({ since: timestampField, until: timestampField })), {
    description: 'When nobody who can act is on call. Contains the shifts of users who are not active.',
  }),
};

const EXAMPLE_SHIFTS = {
  since: '2026-11-20T00:00:00.000+00:00',
  until: '2026-11-21T00:00:00.000+00:00',
  time_zone: 'Europe/Berlin',
  shifts: [
    {
      since: '2026-11-20T00:00:00.000+00:00',
      until: '2026-11-20T20:00:00.000+00:00',
      user_id: EXAMPLE_IDS.user,
      name: 'Olga Operator',
      status: 'active',
      override_id: null,
    },
  ],
  gaps: [{ since: '2026-11-20T20:00:00.000+00:00', until: '2026-11-21T00:00:00.000+00:00' }],
} as const;

export const shiftsSchema = withMeta(z.object(shiftsFields), {
  id: 'Shifts',
  description: 'Who is on call when, by the schedule as it is now: also for the past.',
  examples: [EXAMPLE_SHIFTS],
});

export type ShiftsAnswer = z.infer<typeof shiftsSchema>;

const onCallPersonSchema = withMeta(z.nullable(z.object(personFields)), { description: 'Null: nobody.' });

export const schedulePreviewSchema = withMeta(
  z.object({
    ...shiftsFields,
    changes: withMeta(
      z.array(
        z.object({
          since: timestampField,
          until: timestampField,
          from: onCallPersonSchema,
          to: onCallPersonSchema,
        }),
      ),
      { description: 'When somebody else would be on call than by the stored schedule, in order.' },
    ),
  }),
  {
    id: 'SchedulePreview',
    description: 'Who would be on call in the next four weeks.',
    examples: [
      {
        ...EXAMPLE_SHIFTS,
        changes: [
          {
            since: '2026-11-20T20:00:00.000+00:00',
            until: '2026-11-21T00:00:00.000+00:00',
            from: { user_id: EXAMPLE_IDS.user, name: 'Olga Operator', status: 'active' },
            to: null,
          },
        ],
      },
    ],
  },
);

export type SchedulePreview = z.infer<typeof schedulePreviewSchema>;
