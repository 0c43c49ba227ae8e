import * as z from 'zod/mini';
import { type CsvColumn, csvOf } from '../base/csv.ts';
import { ApiError } from '../base/errors.ts';
import { dateField, idField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { timezoneField } from '../base/timezone-field.ts';
import type { Table } from '../table/table.ts';
import { periodAt } from './period.ts';
import { itemReader, readHours } from './read-periods.ts';
import { daysOfZone } from './zone-days.ts';

/** The alert of a closing that does not happen in time. */
const LATE = 'late-to-close';

/** How many items a report may need. A larger report is refused. */
const MOST_ITEMS = 10_000;

export const lateClosingsQuery = {
  since: withMeta(dateField, { description: 'The first day.', examples: ['2026-11-01'] }),
  until: withMeta(dateField, { description: 'The day after the last one.', examples: ['2026-12-01'] }),
  time_zone: withMeta(z._default(timezoneField, 'UTC'), {
    description: 'The time zone of the months, to the hour: UTC, or an IANA time zone name.',
    examples: ['Europe/Berlin'],
  }),
  site_id: withMeta(z.optional(idField), { description: 'Only this site, which may be deleted.' }),
};

export const lateClosingsSchema = withMeta(
  z.object({
    since: z.string(),
    until: z.string(),
    time_zone: z.string(),
    rows: withMeta(
      z.array(
        z.object({
          month: withMeta(z.string(), { examples: ['2026-11'] }),
          site_id: idField,
          site_name: z.nullable(z.string()),
          late_closings: withMeta(z.int(), {
            description: 'How often it was not closed in time, whoever ended the alert; without tests.',
          }),
        }),
      ),
      { description: 'By month, and within it the site with the most first. Others have none.' },
    ),
  }),
  {
    id: 'LateClosings',
    description: 'How often sites were closed late, per site and month. Right within 3 minutes.',
    examples: [
      {
        since: '2026-11-01',
        until: '2026-12-01',
        time_zone: 'Europe/Berlin',
        rows: [
          { month: '2026-11', site_id: EXAMPLE_IDS.site, site_name: 'Harbour Warehouse', late_closings: 3 },
        ],
      },
    ],
  },
);

type LateClosings = z.infer<typeof lateClosingsSchema>;

interface Asked {
  readonly since: string;
  readonly until: string;
  readonly timeZone: string;
  readonly siteId: string | undefined;
}

/** Counts late closings per site and month. Throws `range_too_large` if it needs more than 10,000 items. */
export async function reportLateClosings(
  table: Table,
  tenantId: string,
  { since, until, timeZone, siteId }: Asked,
): Promise<LateClosings> {
  const zone = daysOfZone(timeZone);
  const [first, end] = [zone.startOf(since), zone.startOf(until)];
  let items = 0;
  const onRead = (more: number) => {
    items += more;
    if (items > MOST_ITEMS) throw new ApiError('range_too_large');
  };
  const read = itemReader(table, tenantId, { isConsistent: false, onRead });
  const hours = await readHours(read, {
    first: periodAt('HOUR', new Date(first)),
    last: periodAt('HOUR', new Date(end - 1)),
  });
  const rows = new Map<string, LateClosings['rows'][number]>();
  for (const { hour, cells } of hours) {
    const month = zone.at(Math.max(first, Date.parse(`${hour}:00Z`))).slice(0, 'YYYY-MM'.length);
    for (const { type, siteId: site_id, siteName: site_name, tally } of cells) {
      const late_closings = tally.alerts + tally.machineResolved;
      if (type !== LATE || late_closings === 0 || (siteId !== undefined && siteId !== site_id)) continue;
      const key = `${month} ${site_id}`;
      const before = rows.get(key)?.late_closings ?? 0;
      rows.set(key, { month, site_id, site_name, late_closings: before + late_closings });
    }
  }
  return { since, until, time_zone: timeZone, rows: [...rows.values()].toSorted(inOrder) };
}

type Row = LateClosings['rows'][number];

const inOrder = (one: Row, other: Row): number =>
  one.month === other.month
    ? other.late_closings - one.late_closings || (one.site_id < other.site_id ? -1 : 1)
    : one.month < other.month
      ? -1
      : 1;

const COLUMNS: readonly CsvColumn<Row>[] = [
  { title: 'month', value: ({ month }) => month },
  { title: 'site_id', value: ({ site_id }) => site_id },
  { title: 'site_name', value: ({ site_name }) => site_name },
  { title: 'late_closings', value: ({ late_closings }) => late_closings },
];

export const lateClosingsCsv = ({ rows }: LateClosings): string => csvOf(COLUMNS, rows);
