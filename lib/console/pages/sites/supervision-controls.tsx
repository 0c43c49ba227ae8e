import type { ListControls } from '../../components/form-field.tsx';
import type { ListControlProps } from '../../state/fields.ts';
import { texts } from './supervision-texts.ts';

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

export const SUPERVISION_CONTROLS: ListControls = { except: Dates };
