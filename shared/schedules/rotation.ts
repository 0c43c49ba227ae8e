import * as z from 'zod/mini';
import { clockTimeField, weekdayField } from '../base/clock-fields.ts';
import { dateField, idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { WEEKDAYS } from '../base/weekdays.ts';

/** How many rotations a schedule may have, and how many turns a rotation. */
const MAXIMUM_ROTATIONS = 5;
const MAXIMUM_TURNS = 50;
/** The longest turn, in weeks or days. Nobody takes turns of more than a hundred weeks. */
const MAXIMUM_LENGTH = 100;

const everyField = withMeta(z.enum(['day', 'week']), { id: 'RotationUnit' });

const DESCRIPTIONS = {
  user_ids: 'The people who take turns, in this order. A person may have several turns.',
  starts_on:
    'The first turn begins on this day at the handoff time; before it, the rotation has nobody on call. A change of this day begins with the first person again; other changes keep the present turn.',
  handoff_time:
    'When a turn ends and the next begins, on the clocks of the time zone. A time that does not exist on a day is the next that does; one that exists twice is the first.',
  every: 'The unit of `length`.',
  length:
    'The days or weeks of one turn. Only days on duty count: two days from Friday on are Friday and Monday where `weekdays` has no weekend.',
  weekdays: 'Restricts the rotation to these days, from `from` to `to`; null: every day.',
  from: 'When the time on call begins on each of the days; null: at midnight.',
  to: 'When the time on call ends: on the next day unless it is later than `from`; null: at the midnight that ends the day.',
};

const weekdaysField = z.nullable(z.array(weekdayField).check(z.minLength(1), z.maxLength(WEEKDAYS.length)));

const rotationInputSchema = withMeta(
  z.strictObject({
    user_ids: withMeta(z.array(idField).check(z.minLength(1), z.maxLength(MAXIMUM_TURNS)), {
      description: DESCRIPTIONS.user_ids,
    }),
    starts_on: withMeta(z.clone(dateField), {
      description: DESCRIPTIONS.starts_on,
      examples: ['2026-11-02'],
    }),
    handoff_time: withMeta(z.clone(clockTimeField), {
      description: DESCRIPTIONS.handoff_time,
      examples: ['08:00'],
    }),
    every: withMeta(z.clone(everyField), { description: DESCRIPTIONS.every }),
    length: withMeta(z.int().check(z.minimum(1), z.maximum(MAXIMUM_LENGTH)), {
      description: DESCRIPTIONS.length,
    }),
    weekdays: withMeta(z._default(weekdaysField, null), { description: DESCRIPTIONS.weekdays }),
    from: withMeta(z._default(z.nullable(clockTimeField), null), { description: DESCRIPTIONS.from }),
    to: withMeta(z._default(z.nullable(clockTimeField), null), { description: DESCRIPTIONS.to }),
  }),
  { id: 'RotationInput' },
);

export const EXAMPLE_ROTATION = {
  user_ids: [EXAMPLE_IDS.user],
  starts_on: '2026-11-02',
  handoff_time: '08:00',
  every: 'week',
  length: 1,
} as const;

export const rotationsField = withMeta(
  z.array(rotationInputSchema).check(z.minLength(1), z.maxLength(MAXIMUM_ROTATIONS)),
  { description: 'Where rotations overlap, the person of the later one in the list is on call.' },
);

/** A rotation, both as the table stores it and as clients see it. */
export const rotationSchema = withMeta(
  z.object({
    user_ids: withMeta(z.array(idField), { description: DESCRIPTIONS.user_ids }),
    starts_on: withMeta(z.string(), { description: DESCRIPTIONS.starts_on }),
    handoff_time: withMeta(z.string(), { description: DESCRIPTIONS.handoff_time }),
    every: withMeta(z.clone(everyField), { description: DESCRIPTIONS.every }),
    length: withMeta(z.int(), { description: DESCRIPTIONS.length }),
    weekdays: withMeta(z.nullable(z.array(weekdayField)), { description: DESCRIPTIONS.weekdays }),
    from: withMeta(z.nullable(z.string()), { description: DESCRIPTIONS.from }),
    to: withMeta(z.nullable(z.string()), { description: DESCRIPTIONS.to }),
  }),
  { id: 'Rotation', description: 'People who take turns.' },
);

export type Rotation = z.infer<typeof rotationSchema>;

/** A turn that was kept through a change. The turns before and after it are counted from here. */
const anchorSchema = z.object({
  /** The position of the turn's person in `user_ids`. */
  turn: z.int(),
  /** The day from which the length of the turn is counted. */
  day: z.string(),
  /** When the turn began, which may be before the handoff on that day. */
  since: timestampField,
});

/** A rotation as the table stores it. Clients do not see its anchor, so that they may send back what they have read. */
export const storedRotationSchema = z.extend(rotationSchema, { anchor: z.optional(anchorSchema) });

export type StoredRotation = z.infer<typeof storedRotationSchema>;
