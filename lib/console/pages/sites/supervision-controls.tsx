import { WEEKDAYS } from '../../../../shared/base/weekdays.ts';
import type { ListControls } from '../../parts/form-field.tsx';
import type { ListControlProps } from '../../state/fields.ts';
import { type EditedWindow, NEW_WINDOW, readWindow, shortDay } from './supervision-fields.ts';
import { texts } from './supervision-texts.ts';

/** The times of a supervision: for each its days, its beginning and its end. */
function Windows({ texts: windows, onChange }: ListControlProps) {
  const change = (place: number, changes: Partial<EditedWindow>) =>
    onChange(
      windows.map((text, it) => (it === place ? JSON.stringify({ ...readWindow(text), ...changes }) : text)),
    );
  return (
    <div class="windows">
      {windows.map((text, place) => {
        const window = readWindow(text);
        const { weekdays, from, to } = window;
        return (
          <div class="window" key={place}>
            <div class="checklist in-row">
              {WEEKDAYS.map((day) => (
                <label key={day}>
                  <input
                    type="checkbox"
                    name={`windows.${place}.weekdays`}
                    checked={weekdays.includes(day)}
                    onChange={({ currentTarget: { checked } }) =>
                      change(place, {
                        weekdays: WEEKDAYS.filter((it) => (it === day ? checked : weekdays.includes(it))),
                      })
                    }
                  />
                  {shortDay(day)}
                </label>
              ))}
            </div>
            <div class="buttons">
              <label>
                {texts.from}{' '}
                <input
                  type="time"
                  name={`windows.${place}.from`}
                  value={from}
                  onInput={({ currentTarget: { value } }) => change(place, { from: value })}
                />
              </label>
              <label>
                {texts.to}{' '}
                <input
                  type="time"
                  name={`windows.${place}.to`}
                  value={to}
                  onInput={({ currentTarget: { value } }) => change(place, { to: value })}
                />
              </label>
              {windows.length > 1 && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => onChange(windows.filter((_, it) => it !== place))}
                >
                  {texts.remove}
                  <span class="unseen"> {`${from}–${to}`}</span>
                </button>
              )}
            </div>
          </div>
        );
      })}
      <div class="buttons">
        <button type="button" onClick={() => onChange([...windows, JSON.stringify(NEW_WINDOW)])}>
          {texts.addWindow}
        </button>
      </div>
    </div>
  );
}

/** The days on which nothing is expected. */
function Dates({ texts: dates, onChange }: ListControlProps) {
  return (
    <div class="windows">
      {dates.map((date, place) => (
        <div class="buttons" key={place}>
          <input
            type="date"
            aria-label={texts.except}
            value={date}
            onInput={({ currentTarget: { value } }) =>
              onChange(dates.map((it, other) => (other === place ? value : it)))
            }
          />
          <button
            type="button"
            class="quiet"
            onClick={() => onChange(dates.filter((_, other) => other !== place))}
          >
            {texts.remove}
            <span class="unseen"> {date}</span>
          </button>
        </div>
      ))}
      <div class="buttons">
        <button type="button" onClick={() => onChange([...dates, ''])}>
          {texts.addDate}
        </button>
      </div>
    </div>
  );
}

export const SUPERVISION_CONTROLS: ListControls = { windows: Windows, except: Dates };
