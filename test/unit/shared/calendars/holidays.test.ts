import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOLIDAYS_VERSION, holidaysSchema, listHolidays } from '../../../../shared/calendars/holidays.ts';

test('The answer names the version of the library that is installed', () => {
  const text = readFileSync('node_modules/date-holidays/package.json', 'utf8');
  expect(JSON.parse(text).version).toBe(HOLIDAYS_VERSION);
});

test('Without a country there are the countries, and without a year the regions', () => {
  const all = listHolidays({});
  expect(all.countries).toEqual(expect.arrayContaining(['BR', 'DE', 'ES', 'PT']));
  expect([all.regions, all.days]).toEqual([[], []]);
  const ofGermany = listHolidays({ country: 'de' });
  expect(ofGermany.regions).toContainEqual({ code: 'BY', name: 'Bayern' });
  expect(ofGermany.days).toEqual([]);
});

test('A day of the country that the list of its region lacks is shown, and marked', () => {
  const { days, source } = holidaysSchema.parse(listHolidays({ country: 'BR', region: 'SP', year: 2027 }));
  const of = (date: string) => days.find((it) => it.date === date);
  expect(of('2027-11-20')).toMatchObject({ type: 'public', is_listed_for_region: false });
  expect(of('2027-07-09')).toMatchObject({ type: 'public', is_listed_for_region: true });
  expect(of('2027-12-24')?.is_whole_day).toBe(false);
  expect(source).toEqual({ library: 'date-holidays', version: HOLIDAYS_VERSION, licence: 'CC BY-SA 3.0' });
});

test('Each date is there once, with its most important holiday, and a holiday of three days is three', () => {
  const madrid = listHolidays({ country: 'ES', region: 'MD', year: 2027 }).days;
  expect(madrid.filter(({ date }) => date === '2027-05-03')).toHaveLength(1);
  const dates = madrid.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].sort());
  const eid = listHolidays({ country: 'AE', year: 2027 }).days.map(({ date }) => date);
  expect(eid).toEqual(expect.arrayContaining(['2027-03-09', '2027-03-10', '2027-03-11']));
});

test.each([
  [{ country: 'XX' }, 'country'],
  [{ country: 'DE', region: 'SP' }, 'region'],
])('An unknown country or region is refused by name: %j', (query, field) => {
  expect(() => listHolidays({ ...query, year: 2027 })).toThrow(
    expect.objectContaining({ fields: { [field]: [expect.stringContaining(`The ${field} field`)] } }),
  );
});
