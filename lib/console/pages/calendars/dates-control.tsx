import { useMemo, useState } from 'preact/hooks';
import type { GuardClient, HolidayList } from '../../../client/index.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { problemText } from '../../services/problem.ts';
import type { ListControlProps } from '../../state/fields.ts';
import { dateText } from '../../state/local-time.ts';
import { common } from '../../texts/common.ts';
import { LOCALE } from '../../texts/language.ts';
import { texts } from './calendars-texts.ts';

export const dayText = (date: string): string => dateText(date, { dateStyle: 'full' });

const withDates = (dates: readonly string[], added: readonly string[]): readonly string[] =>
  [...new Set([...dates, ...added])].sort();

/** Makes the control of the days of a calendar: add one, remove one, or fill them from the holidays of a country and region. */
export function datesControl(_guard: GuardClient) {
  return function DatesControl({ texts: dates, onChange }: ListControlProps) {
    const [typed, setTyped] = useState('');
    const add = () => {
      if (typed === '') return;
      onChange(withDates(dates, [typed]));
      setTyped('');
    };
    return (
      <div class="calendar-days">
        <p class="muted">{dates.length === 0 ? texts.noDays : texts.count(dates.length)}</p>
        <ul>
          {dates.map((date) => (
            <li key={date}>
              {dayText(date)}
              <button
                type="button"
                class="quiet"
                aria-label={texts.removeDay(dayText(date))}
                onClick={() => onChange(dates.filter((it) => it !== date))}
              >
                {common.remove}
              </button>
            </li>
          ))}
        </ul>
        <div class="list-bar">
          <input
            type="date"
            aria-label={texts.addDay}
            value={typed}
            onInput={({ currentTarget: { value } }) => setTyped(value)}
          />
          <button type="button" aria-disabled={typed === ''} onClick={add}>
            {texts.add}
          </button>
        </div>
        <HolidayChooser onAdd={(days) => onChange(withDates(dates, days))} />
      </div>
    );
  };
}

interface HolidayChooserProps {
  readonly onAdd: (dates: readonly string[]) => void;
}

const YEARS_AHEAD = 5;

/** Shows the holidays of a country and region with their source. A person chooses those that count. */
function HolidayChooser({ onAdd }: HolidayChooserProps) {
  const { guard } = useConsole();
  const thisYear = new Date().getUTCFullYear();
  const [isOpen, setOpen] = useState(false);
  const [country, setCountry] = useState('');
  const [region, setRegion] = useState('');
  const [year, setYear] = useState(thisYear + 1);
  const { value, error } = useRead(
    async (signal) => {
      if (!isOpen) return undefined;
      const filters = { ...(country ? { country, year } : {}), ...(region ? { region } : {}) };
      return guard.holidays.list(filters, { signal });
    },
    [guard, isOpen, country, region, year],
  );
  const [known, setKnown] = useState<Pick<HolidayList, 'countries' | 'regions'>>();
  // The choices stay while another list is read.
  if (value && value.countries !== known?.countries) setKnown(value);
  const names = useMemo(() => new Intl.DisplayNames(LOCALE, { type: 'region' }), []);
  const countries = useMemo(
    () =>
      (known?.countries ?? [])
        .map((code) => ({ code, name: names.of(code) ?? code }))
        .sort((one, other) => one.name.localeCompare(other.name)),
    [known, names],
  );
  return (
    <details class="holidays" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{texts.holidays}</summary>
      <div class="list-bar">
        <label>
          {texts.country}{' '}
          <select
            value={country}
            onChange={({ currentTarget: { value: code } }) => {
              setCountry(code);
              setRegion('');
            }}
          >
            <option value="">–</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {country !== '' && (known?.regions.length ?? 0) > 0 && (
          <label>
            {texts.region}{' '}
            <select value={region} onChange={({ currentTarget: { value: code } }) => setRegion(code)}>
              <option value="">{texts.wholeCountry}</option>
              {known?.regions.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {texts.year}{' '}
          <select
            value={String(year)}
            onChange={({ currentTarget: { value: chosen } }) => setYear(Number(chosen))}
          >
            {Array.from({ length: YEARS_AHEAD }, (_, ahead) => (
              <option key={ahead}>{thisYear + ahead}</option>
            ))}
          </select>
        </label>
      </div>
      {error !== undefined && (
        <p class="problem" role="alert">
          {problemText(error)}
        </p>
      )}
      {value && value.days.length > 0 && (
        <Days key={`${country} ${region} ${year}`} list={value} onAdd={onAdd} />
      )}
    </details>
  );
}

interface DaysProps {
  readonly list: HolidayList;
  readonly onAdd: (dates: readonly string[]) => void;
}

/** Whole public holidays that the region's own list has are chosen at first; about the others a person decides. */
function Days({ list: { days, source }, onAdd }: DaysProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        days
          .filter((it) => it.type === 'public' && it.is_whole_day && it.is_listed_for_region)
          .map(({ date }) => date),
      ),
  );
  const toggle = (date: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(date);
    else next.delete(date);
    setChosen(next);
  };
  return (
    <>
      <p class="notice">
        {texts.choose} {texts.from(`${source.library} ${source.version}`, source.licence)}
      </p>
      <ul class="holiday-days">
        {days.map(({ date, name, type, is_whole_day, is_listed_for_region }) => (
          <li key={date}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(date)}
                onChange={({ currentTarget: { checked } }) => toggle(date, checked)}
              />{' '}
              {dayText(date)}: {name}{' '}
              <span class="muted">
                {[texts.types[type], is_whole_day ? '' : texts.notWhole].filter(Boolean).join(', ')}
              </span>
              {!is_listed_for_region && <strong> · {texts.onlyCountry}</strong>}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => onAdd([...chosen])}>
        {texts.addChosen(chosen.size)}
      </button>
    </>
  );
}
