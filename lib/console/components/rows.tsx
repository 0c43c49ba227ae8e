import { useEffect, useRef, useState } from 'preact/hooks';
import { type RowsField, type SimpleField, type Values, valuesOf } from '../state/fields.ts';
import { common } from '../texts/common.ts';
import { Control, type ControlAttributes } from './controls.tsx';

interface RowsProps {
  readonly field: RowsField & { readonly name: string };
  readonly value: readonly Values[];
  readonly attributes: ControlAttributes;
  readonly onChange: (rows: readonly Values[]) => void;
}

/** Rows of fields that a person adds, changes, moves and removes. The focus stays where the person works. */
export function Rows({ field, value: rows, attributes, onChange }: RowsProps) {
  const {
    name,
    columns,
    empty,
    rowName,
    add,
    isOrdered,
    fewest = 0,
    most = Number.POSITIVE_INFINITY,
  } = field;
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  /** The row that takes the focus once it is drawn; -1 is the button that adds one. */
  const [focused, setFocused] = useState<number>();
  useEffect(() => {
    if (focused === undefined) return;
    const row = list.current?.children[focused];
    (row?.querySelector<HTMLElement>('input, select') ?? adder.current)?.focus();
    setFocused(undefined);
  }, [focused]);
  const put = (next: readonly Values[], focus?: number) => {
    onChange(next);
    setFocused(focus);
  };
  const remove = (place: number) => put(rows.toSpliced(place, 1), Math.min(place, rows.length - 2));
  const move = (row: Values, place: number, to: number) =>
    put(rows.toSpliced(place, 1).toSpliced(to, 0, row), to);

  return (
    <>
      <ol class="form-rows" ref={list}>
        {rows.map((row, place) => {
          const about = rowName(place + 1, row);
          return (
            // A row has no other name than its place while it is new.
            <li key={`row-${place}`} aria-label={about}>
              {columns.map(
                (column) =>
                  column.isShown?.(row) !== false && (
                    <Cell
                      key={column.name}
                      column={column}
                      row={row}
                      attributes={{
                        id: `${attributes.id}-${place}-${column.name}`,
                        name: `${name}.${place}.${column.name}`,
                        required: column.isRequired ?? false,
                        'aria-invalid': false,
                        'aria-describedby': undefined,
                      }}
                      onChange={(next) => onChange(rows.with(place, next))}
                    />
                  ),
              )}
              <div class="buttons">
                {isOrdered && (
                  <>
                    <RowButton
                      label={common.moveUp}
                      about={about}
                      isOff={place === 0}
                      onPress={() => move(row, place, place - 1)}
                    />
                    <RowButton
                      label={common.moveDown}
                      about={about}
                      isOff={place === rows.length - 1}
                      onPress={() => move(row, place, place + 1)}
                    />
                  </>
                )}
                <RowButton
                  label={common.remove}
                  about={about}
                  isOff={rows.length <= fewest}
                  onPress={() => remove(place)}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <div class="buttons">
        <button
          type="button"
          ref={adder}
          aria-disabled={rows.length >= most}
          onClick={() => rows.length < most && put([...rows, valuesOf(columns, empty)], rows.length)}
        >
          {add}
        </button>
      </div>
    </>
  );
}

interface CellProps {
  readonly column: SimpleField;
  readonly row: Values;
  readonly attributes: ControlAttributes;
  readonly onChange: (row: Values) => void;
}

/** A field of a row, with its label. */
function Cell({ column, row, attributes, onChange }: CellProps) {
  const control = (
    <Control
      field={column}
      value={row[column.name] ?? ''}
      attributes={attributes}
      onChange={(value) => onChange({ ...row, [column.name]: value })}
    />
  );
  if (column.kind === 'checklist') {
    return (
      <fieldset class="field wide">
        <legend class="unseen">{column.label}</legend>
        {control}
      </fieldset>
    );
  }
  if (column.kind === 'check') {
    return (
      <label class="check" for={attributes.id}>
        {control} {column.label}
      </label>
    );
  }
  const width =
    column.kind === 'number' || column.kind === 'time' ? 'short' : column.isWide ? 'wide' : undefined;
  return (
    <div class={width}>
      <label for={attributes.id}>{column.label}</label>
      {control}
    </div>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly about: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function RowButton({ label, about, isOff, onPress }: RowButtonProps) {
  return (
    <button type="button" class="quiet" aria-disabled={isOff} onClick={() => isOff || onPress()}>
      {label}
      <span class="unseen"> {about}</span>
    </button>
  );
}
