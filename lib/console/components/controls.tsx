import { useMemo, useState } from 'preact/hooks';
import type { Field, FieldValue, SimpleField } from '../state/fields.ts';
import { foundEntries } from '../state/found-entries.ts';
import { common } from '../texts/common.ts';
import { Combobox } from './combobox.tsx';

type Kind = Field['kind'];
type FieldOf<K extends Kind> = Extract<Field, { readonly kind: K }>;

/** What a label and notes need of a control. */
export interface ControlAttributes {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface Props<F, V extends FieldValue = string> {
  readonly field: F;
  readonly value: V;
  readonly attributes: ControlAttributes;
  readonly onChange: (value: V) => void;
}

/** The control of a field, without its label. */
export function Control({ field, value, ...props }: Props<SimpleField, FieldValue>) {
  switch (field.kind) {
    case 'check':
      return <Check {...props} field={field} value={value === true} />;
    case 'checklist':
      return <Checklist {...props} field={field} value={value as readonly string[]} />;
    case 'select':
      return <Select {...props} field={field} value={String(value)} />;
    case 'choice':
      return <Choice {...props} field={field} value={String(value)} />;
    case 'area':
      return <Area {...props} field={field} value={String(value)} />;
    default:
      return <Input {...props} field={field} value={String(value)} />;
  }
}

function Check({ value, attributes, onChange }: Props<SimpleField, boolean>) {
  return (
    <input
      {...attributes}
      type="checkbox"
      checked={value}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}

function Select({ field, value, attributes, onChange }: Props<FieldOf<'select'>>) {
  return (
    <select {...attributes} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {field.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Choice({ field, value, attributes, onChange }: Props<FieldOf<'choice'>>) {
  const { options, placeholder, isFree } = field;
  return <Combobox {...attributes} {...{ options, placeholder, isFree, value, onChange }} />;
}

function Area({ value, attributes, onChange }: Props<SimpleField>) {
  return (
    <textarea
      {...attributes}
      rows={4}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A list of boxes with more than these is searched, not scrolled. */
const MOST_BOXES = 12;

/** Boxes to check. A search in a long list keeps those in sight that are checked. */
function Checklist({
  field: { label, options, isRow },
  value: chosen,
  attributes: { id, name },
  onChange,
}: Props<FieldOf<'checklist'>, readonly string[]>) {
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const entries = options.map((option) => ({ ...option, text: option.label }));
    return new Set(foundEntries(entries, search, entries.length).map(({ value }) => value));
  }, [options, search]);
  const shown = options.filter(({ value }) => found.has(value) || chosen.includes(value));
  return (
    <>
      {options.length > MOST_BOXES && (
        <input
          type="search"
          aria-label={`${common.search}: ${label}`}
          placeholder={common.search}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div class={isRow ? 'checklist in-row' : 'checklist'}>
        {shown.map(({ value, label }, index) => (
          <label key={value}>
            <input
              type="checkbox"
              name={name}
              id={index === 0 ? id : undefined}
              checked={chosen.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, value] : chosen.filter((it) => it !== value))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </>
  );
}

/**
 * The types of inputs. A number is text: a browser that clears what it cannot read would lose what was typed. An e-mail address is
 * text: some browsers refuse what the service takes.
 */
const TYPES = {
  text: 'text',
  number: 'text',
  email: 'text',
  url: 'url',
  password: 'password',
  datetime: 'datetime-local',
  date: 'date',
  time: 'time',
} as const;

type InputKind = keyof typeof TYPES;

const INPUT_MODES: { readonly [K in InputKind]?: 'numeric' | 'email' } = {
  number: 'numeric',
  email: 'email',
};

/** What a person types, with what the browser proposes. */
function Input({ field, value, attributes, onChange }: Props<SimpleField>) {
  const kind = field.kind as InputKind;
  const suggestions = 'suggestions' in field ? field.suggestions : undefined;
  const listId = `${attributes.id}-list`;
  return (
    <>
      <input
        {...attributes}
        type={TYPES[kind] as 'text'}
        inputMode={INPUT_MODES[kind]}
        autocapitalize={kind === 'email' ? 'none' : undefined}
        autocomplete={('autocomplete' in field && field.autocomplete) || 'off'}
        list={suggestions && listId}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      )}
    </>
  );
}
