import type { FieldErrors } from '../../client/index.ts';
import type { Field, FieldValue, Values } from '../state/fields.ts';
import { common } from '../texts/common-texts.ts';

/** What is wrong before anything is sent. The service decides about the rest. */
export function checkValues(fields: readonly Field[], values: Values): FieldErrors {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, values[field.name] ?? '');
      return problem === undefined ? [] : [[field.name, [problem]]];
    }),
  );
}

function problemOf(field: Field, value: FieldValue): string | undefined {
  const isEmpty =
    typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
  if (isEmpty) return field.isRequired ? common.required : undefined;
  if (field.kind === 'number') {
    const number = Number(value);
    if (!Number.isInteger(number)) return common.wrongNumber;
    const { least, most } = field;
    return number < least || number > most ? common.outOfRange(least, most) : undefined;
  }
  const most = 'most' in field ? field.most : undefined;
  return most !== undefined && [...String(value)].length > most ? common.tooLong(most) : undefined;
}
