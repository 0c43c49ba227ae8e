/** The result of a component. Preact's own type would bring the types of the DOM into every test. */
type Rendered = object | null;

/** A choice of a field, and its label. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** What kind of thing it is, where a list has several. */
  readonly about?: string;
}

/** Things with names, such as sites, as options in the order of their names. */
export const optionsByName = (items: readonly { readonly id: string; readonly name: string }[]): Option[] =>
  items
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((one, other) => one.label.localeCompare(other.label));

/** The properties of the control of an `ordered` field. */
export interface OrderedProps {
  readonly id: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The limits of fields: those of their schemas, from limits.ts. */
export interface TextLimit {
  readonly most: number;
}
interface NumberLimit extends TextLimit {
  readonly least: number;
}

interface AnyField {
  /** The name of the API's field: its 422 shows the error at this field. `null` in a JSON body clears it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** The code of an error that is about this field, besides `validation_failed`. */
  readonly problem?: string;
  /** Whether an empty field is left out of the body, instead of being null. */
  readonly isOmittedIfEmpty?: boolean;
  /** Whether the form shows the field while it contains these values. */
  readonly isShown?: (values: Values) => boolean;
  /** Whether few people need it: the form folds it away below the others. */
  readonly isAdvanced?: boolean;
  /** Whether the field of a row takes a line of its own. */
  readonly isWide?: boolean;
}

/** A field of a form, as its page declares it. */
export type Field = AnyField &
  (
    | {
        readonly kind: 'text' | 'email' | 'url' | 'password' | 'area';
        readonly limit?: TextLimit;
        /** Values that the browser proposes. */
        readonly suggestions?: readonly string[];
        readonly autocomplete?: string;
        /** What the form shows of a value, and the value of what a person types. The names of types are not their values. */
        readonly words?: {
          readonly of: (value: string) => string;
          readonly meant: (typed: string) => string;
        };
      }
    | {
        readonly kind: 'number';
        readonly limit: NumberLimit;
        readonly suggestions?: readonly string[];
      }
    | { readonly kind: 'select'; readonly options: readonly Option[] }
    | {
        /** One of a long list, which is found by typing. */
        readonly kind: 'choice';
        readonly options: readonly Option[];
        readonly placeholder?: string;
        /** Whether the service decides about texts that are not in the list. */
        readonly isFree?: boolean;
      }
    | {
        readonly kind: 'checklist';
        readonly options: readonly Option[];
        /** Whether no choice means all: null in the body. */
        readonly isNullIfEmpty?: boolean;
        /** Whether the options are in a row, such as the days of a week. */
        readonly isRow?: boolean;
      }
    | { readonly kind: 'check' | 'datetime' | 'date' | 'time' }
    | {
        /** Some of the options, in an order, in a component of the page. */
        readonly kind: 'ordered';
        readonly options: readonly Option[];
        readonly control: (props: OrderedProps) => Rendered;
      }
    | ({ readonly kind: 'list' } & ListField)
    | RowsField
    | {
        /** Rising whole numbers. Any of them may be empty. */
        readonly kind: 'numbers';
        readonly limit: NumberLimit;
        /** The label of each number. */
        readonly labels: readonly string[];
      }
  );

/** Fields that a control of their own edits, with a label of their own each. */
export type SimpleField = Exclude<Field, { readonly kind: 'list' | 'ordered' | 'numbers' | 'rows' }>;

/** A list of things with fields of their own, such as the zones of a panel. */
export interface RowsField {
  readonly kind: 'rows';
  readonly columns: readonly SimpleField[];
  /** A new row, as the API would return it. */
  readonly empty: object;
  /** The name of a row, which counts from 1. */
  readonly rowName: (number: number, row: Values) => string;
  /** The text of the button that adds a row. */
  readonly add: string;
  readonly isOrdered?: boolean;
  readonly fewest?: number;
  readonly most?: number;
  /** Whether rows in which nothing is typed are not sent. */
  readonly leavesOutEmpty?: boolean;
  /** The rows of a value of the API, if it is no list of the columns' fields; and back. */
  readonly read?: (given: unknown) => readonly object[];
  readonly send?: (rows: readonly Record<string, unknown>[]) => unknown;
  /** One row in words. */
  readonly words: (row: Values) => string;
  readonly check?: (rows: readonly Values[]) => string | undefined;
}

/** A list of texts. The form gets its control from its page. */
interface ListField {
  readonly read: (given: unknown) => readonly string[];
  readonly send: (texts: readonly string[]) => unknown;
  /** One text in words. */
  readonly words: (text: string) => string;
  readonly check?: (texts: readonly string[]) => string | undefined;
}

export interface ListControlProps {
  readonly texts: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}

export type FieldValue = string | boolean | readonly string[] | readonly Values[];

/** The values of a form, by the names of its fields. Numbers and instants are as typed. */
export type Values = { readonly [name: string]: FieldValue };

/** The fields that a form shows while it contains these values. */
export function shownIn(fields: readonly Field[], values: Values): Field[] {
  return fields.filter(({ isShown }) => isShown?.(values) !== false);
}

/** The values of an item for the fields. The item may lack any of them. */
export function valuesOf(fields: readonly Field[], item: object = {}): Values {
  const given = item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map((field) => [field.name, shownValue(field, given[field.name])]));
}

function shownValue(field: Field, given: unknown): FieldValue {
  switch (field.kind) {
    case 'check':
      return given === true;
    case 'list':
      return field.read(given);
    case 'rows': {
      const rows = field.read ? field.read(given) : Array.isArray(given) ? given : [];
      return rows.map((row) => valuesOf(field.columns, row));
    }
    case 'checklist':
    case 'ordered':
    case 'numbers':
      return Array.isArray(given) ? given.map(String) : [];
    case 'datetime':
      return typeof given === 'string' ? localInstant(new Date(given)) : '';
    default: {
      const text = given === null || given === undefined ? '' : String(given);
      return 'words' in field && field.words && text !== '' ? field.words.of(text) : text;
    }
  }
}

/** `2026-11-23T14:03` in the time zone of the browser, as an `<input type="datetime-local">` shows it. */
function localInstant(at: Date): string {
  const ahead = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return ahead.toISOString().slice(0, 16);
}

/** The JSON body with the values of fields. `isSent` selects the fields. */
export function bodyOf(
  fields: readonly Field[],
  values: Values,
  isSent: (field: Field) => boolean = () => true,
): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter((field) => isSent(field) && !(field.isOmittedIfEmpty && values[field.name] === ''))
      .map((field) => [field.name, sentValue(field, values[field.name] ?? '')]),
  );
}

function sentValue(field: Field, value: FieldValue): unknown {
  if (field.kind === 'checklist' && field.isNullIfEmpty && (value as readonly string[]).length === 0)
    return null;
  if (field.kind === 'numbers') return numbersIn(value);
  if (field.kind === 'rows') {
    const rows = filledRows(field, value as readonly Values[]).map((row) => bodyOf(field.columns, row));
    return field.send ? field.send(rows) : rows;
  }
  if (field.kind === 'list') return field.send(value as readonly string[]);
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return null;
  if (field.kind === 'number') return Number(value);
  if (field.kind === 'text' && field.words) return field.words.meant(value) || value;
  return field.kind === 'datetime' ? new Date(value).toISOString() : value;
}

/** The rows that are sent. A choice between some values is always made, so it does not make a row. */
export function filledRows(
  { columns, leavesOutEmpty }: RowsField,
  rows: readonly Values[],
): readonly Values[] {
  const typed = columns.filter(({ kind }) => kind !== 'select');
  return leavesOutEmpty ? rows.filter((row) => typed.some(({ name }) => row[name])) : rows;
}

/** The numbers that were typed; null without any. */
export function numbersIn(value: FieldValue): number[] | null {
  const typed = [value]
    .flat()
    .map(String)
    .filter((it) => it.trim() !== '');
  return typed.length === 0 ? null : typed.map(Number);
}

export function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields with different values. */
export function differing(fields: readonly Field[], one: Values, other: Values): Field[] {
  return fields.filter(({ name }) => !isSame(one[name], other[name]));
}

/** Applies the changes of a person since `base` to the saved version. */
export function merged(fields: readonly Field[], base: Values, mine: Values, saved: Values): Values {
  const changed = differing(fields, base, mine).map(({ name }) => [name, mine[name] ?? '']);
  return { ...saved, ...Object.fromEntries(changed) };
}
