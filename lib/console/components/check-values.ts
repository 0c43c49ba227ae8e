import type { FieldErrors } from '../../client/index.ts';
import {
  type Field,
  type FieldValue,
  filledRows,
  numbersIn,
  type RowsField,
  shownIn,
  type Values,
} from '../state/fields.ts';
import { common } from '../texts/common.ts';

/** Finds errors before anything is sent. The service decides about the rest. */
export function checkValues(fields: readonly Field[], values: Values): FieldErrors {
  return Object.fromEntries(
    shownIn(fields, values).flatMap((field) => {
      const problem = problemOf(field, values[field.name] ?? '');
      return problem === undefined ? [] : [[field.name, [problem]]];
    }),
  );
}

function problemOf(field: Field, value: FieldValue): string | undefined {
  const isEmpty =
    typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
  if (isEmpty) return field.isRequired ? common.required : undefined;
  if (field.kind === 'rows') return problemOfRows(field, value as readonly Values[]);
  if (field.kind === 'list') return field.check?.(value as readonly string[]);
  if (field.kind === 'number' || field.kind === 'numbers') {
    const { least, most } = field.limit;
    const numbers = numbersIn(value) ?? [];
    if (!numbers.every(Number.isInteger)) return common.wrongNumber;
    if (numbers.some((it) => it < least || it > most)) return common.outOfRange(least, most);
    return numbers.some((it, place) => it <= (numbers[place - 1] ?? Number.NEGATIVE_INFINITY))
      ? common.notRising
      : undefined;
  }
  const limit = 'limit' in field ? field.limit : undefined;
  return limit && [...String(value)].length > limit.most ? common.tooLong(limit.most) : undefined;
}

/** The first problem of a row, with its name and its field; else what is wrong with all of them. */
function problemOfRows(field: RowsField, given: readonly Values[]): string | undefined {
  const rows = filledRows(field, given);
  for (const row of rows) {
    for (const column of shownIn(field.columns, row)) {
      const problem = problemOf(column, row[column.name] ?? '');
      if (problem) return `${field.rowName(given.indexOf(row) + 1, row)}, ${column.label}: ${problem}`;
    }
  }
  return field.check?.(rows);
}
