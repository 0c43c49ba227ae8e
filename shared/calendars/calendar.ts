import * as z from 'zod/mini';
import { changesOf, dateField, idField, lineField, nameField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';

/** A calendar has room for the holidays of ten years. */
const MOST_DATES = 500;
const SOURCE_LENGTH = 200;

const DESCRIPTIONS = {
  dates: 'The days, earliest first and each once.',
  source: 'Where the days are from, as a person says it; null if nobody said it.',
};

const datesField = withMeta(
  z.pipe(
    z.array(dateField).check(z.maxLength(MOST_DATES)),
    z.transform((dates: string[]) => [...new Set(dates)].sort()),
  ),
  { description: `${DESCRIPTIONS.dates} Any order is taken.` },
);

const FIELDS = {
  name: nameField,
  dates: datesField,
  source: withMeta(z.nullable(lineField(SOURCE_LENGTH)), { description: DESCRIPTIONS.source }),
};

const EXAMPLE = {
  name: 'Public holidays in São Paulo',
  dates: ['2026-12-25', '2027-01-01'],
  source: 'date-holidays 3.37.0, BR, SP, 2026–2027',
};

export const calendarInputSchema = withMeta(
  z.strictObject({ name: FIELDS.name, dates: FIELDS.dates, source: z._default(FIELDS.source, null) }),
  { id: 'CalendarInput', examples: [EXAMPLE] },
);

export const calendarChangesSchema = withMeta(changesOf(FIELDS), {
  id: 'CalendarChanges',
  examples: [{ dates: ['2026-12-24', '2026-12-25', '2027-01-01'] }],
});

export const calendarSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    dates: withMeta(z.array(z.string()), { description: DESCRIPTIONS.dates }),
    source: withMeta(z.nullable(z.string()), { description: DESCRIPTIONS.source }),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Calendar',
    description: 'Days on which no window of a supervision begins, such as public holidays.',
    examples: [{ id: EXAMPLE_IDS.calendar, tenant_id: EXAMPLE_IDS.tenant, ...EXAMPLE, ...EXAMPLE_TIMES }],
  },
);

export const calendarPageSchema = pageOf(calendarSchema, 'CalendarPage');

export type Calendar = z.infer<typeof calendarSchema>;
export type CalendarInput = z.infer<typeof calendarInputSchema>;
export type CalendarChanges = z.infer<typeof calendarChangesSchema>;

/** A calendar counts the supervisions that use it as its children, so that it is not deleted while one does. */
export const CALENDARS = defineKind<Calendar>({
  name: 'CALENDAR',
  schema: calendarSchema,
  indexes: { platform: ['all'], tenant: [] },
  limit: { count: 'calendars', maximum: 20, error: 'too_many_calendars' },
  notEmpty: 'calendar_in_use',
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
});
