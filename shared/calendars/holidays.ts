import Holidays, { type HolidaysTypes } from 'date-holidays';
import * as z from 'zod/mini';
import { dateOfDay, dayOfDate } from '../base/calendar-days.ts';
import { invalidField } from '../base/errors.ts';
import { withMeta } from '../base/schema.ts';

/** The library of public holidays, and what its LICENSE says about its data. */
export const HOLIDAYS_VERSION = '3.37.0';
const LICENCE = 'CC BY-SA 3.0';

const codeField = z.string().check(z.regex(/^[A-Za-z0-9-]{1,8}$/, { error: 'must be a code of the list' }));
const FIRST_YEAR = 2020;
const LAST_YEAR = 2040;

const yearText = z.string().check(
  z.refine((text) => /^\d{4}$/.test(text) && Number(text) >= FIRST_YEAR && Number(text) <= LAST_YEAR, {
    error: `must be a year from ${FIRST_YEAR} to ${LAST_YEAR}`,
  }),
);

export const holidaysQuery = z.strictObject({
  country: withMeta(z.optional(codeField), {
    description: 'The ISO 3166-1 code. Without one, the answer has the countries only.',
    examples: ['BR'],
  }),
  region: withMeta(z.optional(codeField), {
    description: 'A code of `regions`, of the country.',
    examples: ['SP'],
  }),
  year: withMeta(z.optional(z.pipe(yearText, z.transform(Number))), {
    description: 'Without a year, the answer has no days.',
    override: { type: 'integer', minimum: FIRST_YEAR, maximum: LAST_YEAR },
  }),
});

export type HolidaysQuery = z.infer<typeof holidaysQuery>;

/** The kinds of days, the most important first. */
const DAY_TYPES = ['public', 'bank', 'optional', 'observance', 'school'] as const;

export const holidaysSchema = withMeta(
  z.object({
    source: z.object({
      library: z.string(),
      version: z.string(),
      licence: withMeta(z.string(), { description: 'The licence of the data.' }),
    }),
    countries: withMeta(z.array(z.string()), { description: 'The codes of the countries that are known.' }),
    regions: withMeta(z.array(z.object({ code: z.string(), name: z.string() })), {
      description: 'The regions of the country; without a country, none.',
    }),
    days: withMeta(
      z.array(
        z.object({
          date: z.string(),
          name: z.string(),
          type: withMeta(z.enum(DAY_TYPES), { id: 'HolidayType' }),
          is_whole_day: withMeta(z.boolean(), { description: 'Whether it lasts from midnight to midnight.' }),
          is_listed_for_region: withMeta(z.boolean(), {
            description:
              'Whether the list of the region has it. The list of the country may have days that this one lacks by mistake.',
          }),
        }),
      ),
      { description: 'The days of the year, earliest first. Nobody guarantees them: a person decides.' },
    ),
  }),
  {
    id: 'HolidayList',
    description: 'Public holidays for a calendar.',
    examples: [
      {
        source: { library: 'date-holidays', version: HOLIDAYS_VERSION, licence: LICENCE },
        countries: ['BR'],
        regions: [{ code: 'SP', name: 'São Paulo' }],
        days: [
          {
            date: '2027-11-20',
            name: 'Dia da Consciência Negra',
            type: 'public',
            is_whole_day: true,
            is_listed_for_region: false,
          },
        ],
      },
    ],
  },
);

type HolidayList = z.infer<typeof holidaysSchema>;
type Day = HolidayList['days'][number];

/**
 * Lists the holidays of a country, and those of a region together with those of its country, because a region may lack a day of the
 * country by mistake. Throws `validation_failed` for a country or region that is not known.
 */
export function listHolidays({ country, region, year }: HolidaysQuery): HolidayList {
  const library = new Holidays();
  const countries = Object.keys(library.getCountries()).sort();
  const source = { library: 'date-holidays', version: HOLIDAYS_VERSION, licence: LICENCE };
  if (country === undefined) return { source, countries, regions: [], days: [] };
  const code = country.toUpperCase();
  if (!countries.includes(code))
    throw invalidField('country', 'The country field must be a code of the list.');
  const regions = Object.entries(library.getStates(code) ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  if (region !== undefined && !regions.some((it) => it.code === region)) {
    throw invalidField('region', 'The region field must be a code of the list.');
  }
  if (year === undefined) return { source, countries, regions, days: [] };
  const ofCountry = daysOf(new Holidays(code), year);
  const ofRegion = region === undefined ? ofCountry : daysOf(new Holidays(code, region), year);
  const known = new Set(ofRegion.map(({ date }) => date));
  const days = [
    ...ofRegion.map((day) => ({ ...day, is_listed_for_region: true })),
    ...ofCountry
      .filter(({ date }) => !known.has(date))
      .map((day) => ({ ...day, is_listed_for_region: false })),
  ];
  return { source, countries, regions, days: days.toSorted(inOrder) };
}

const DAY_HOURS = 24;

/** The days of a year, each date once with its most important holiday. A holiday of several days is several. */
function daysOf(holidays: Holidays, year: number): Omit<Day, 'is_listed_for_region'>[] {
  const days = holidays.getHolidays(year).flatMap(expand);
  const byDate = Map.groupBy(days, ({ date }) => date);
  return [...byDate.values()].flatMap((all) => all.toSorted(inOrder).slice(0, 1));
}

function expand({
  date,
  start,
  end,
  name,
  type,
}: HolidaysTypes.Holiday): Omit<Day, 'is_listed_for_region'>[] {
  const first = date.slice(0, 'YYYY-MM-DD'.length);
  const hours = (end.getTime() - start.getTime()) / 3_600_000;
  const is_whole_day =
    date.slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:MM'.length) === '00:00' && hours >= DAY_HOURS - 1;
  const count = Math.max(1, Math.round(hours / DAY_HOURS));
  return Array.from({ length: count }, (_, place) => {
    return { date: dateOfDay(dayOfDate(first) + place), name, type, is_whole_day };
  });
}

function inOrder(one: Pick<Day, 'date' | 'type'>, other: Pick<Day, 'date' | 'type'>): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return DAY_TYPES.indexOf(one.type) - DAY_TYPES.indexOf(other.type);
}
