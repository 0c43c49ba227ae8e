import type { ComponentChildren } from 'preact';
import type { ListControlProps } from '../state/fields.ts';
import { common } from '../texts/common.ts';

interface RowsProps extends ListControlProps {
  readonly nameOf: (number: number) => string;
  readonly add: string;
  readonly empty: object;
  readonly row: (text: string, put: (row: object) => void) => ComponentChildren;
}

/** Rows that a person adds, changes and removes. Each text is the JSON of a row. */
export function Rows({ texts: rows, onChange, nameOf, add, empty, row }: RowsProps) {
  return (
    <>
      <ol class="number-rows">
        {rows.map((text, place) => (
          // A row has no other name than its place while it is new.
          <li key={`row-${place}`} aria-label={nameOf(place + 1)}>
            {row(text, (next) => onChange(rows.with(place, JSON.stringify(next))))}
            <button type="button" class="quiet" onClick={() => onChange(rows.toSpliced(place, 1))}>
              {common.remove}
              <span class="unseen"> {nameOf(place + 1)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div class="buttons">
        <button type="button" onClick={() => onChange([...rows, JSON.stringify(empty)])}>
          {add}
        </button>
      </div>
    </>
  );
}
