import type { ComponentType } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import type { Field, FieldValue, ListControlProps } from '../state/fields.ts';
import { foundEntries } from '../state/found-entries.ts';
import { common } from '../texts/common.ts';
import { Combobox } from './combobox.tsx';

/** The controls of lists, by the names of their fields. */
export type ListControls = Readonly<Record<string, ComponentType<ListControlProps>>>;

export interface FormFieldProps {
  readonly controls?: ListControls | undefined;
  readonly field: Field;
  readonly value: FieldValue;
  readonly errors: readonly string[] | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** A field with its label, its hint, and what is wrong with it. */
export function FormField({ field, value, errors, onChange, controls }: FormFieldProps) {
  const id = useId();
  const described = [field.hint && `${id}-hint`, errors && `${id}-errors`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: field.name,
    required: field.isRequired ?? false,
    'aria-invalid': errors !== undefined,
    'aria-describedby': described || undefined,
  };
  const notes = (
    <>
      {field.hint && (
        <span class="hint" id={`${id}-hint`}>
          {field.hint}
        </span>
      )}
      {errors && (
        <span class="problem" id={`${id}-errors`}>
          {errors.join(' ')}
        </span>
      )}
    </>
  );
  if (field.kind === 'checklist') {
    return (
      <fieldset class="field" aria-describedby={described || undefined}>
        <legend>{field.label}</legend>
        <Checklist id={id} field={field} chosen={value as readonly string[]} onChange={onChange} />
        {notes}
      </fieldset>
    );
  }
  if (field.kind === 'list') {
    const List = controls?.[field.name];
    return (
      <fieldset class="field" aria-describedby={described || undefined}>
        <legend>{field.label}</legend>
        {List && <List texts={value as readonly string[]} onChange={onChange} />}
        {notes}
      </fieldset>
    );
  }
  if (field.kind === 'ordered') {
    return (
      <fieldset class="field" aria-describedby={described || undefined}>
        <legend>{field.label}</legend>
        <field.control id={id} chosen={value as readonly string[]} onChange={onChange} />
        {notes}
      </fieldset>
    );
  }
  if (field.kind === 'numbers') {
    const typed = value as readonly string[];
    const change = (place: number, text: string) => {
      const next = field.labels.map((_, it) => (it === place ? text : (typed[it] ?? '')));
      // The value has no empty ends, as the service returns it.
      onChange(next.slice(0, next.findLastIndex((it) => it !== '') + 1));
    };
    return (
      <fieldset class="field numbers" aria-describedby={described || undefined}>
        <legend>{field.label}</legend>
        {field.labels.map((label, place) => (
          <label key={label}>
            <span class="muted">{label}</span>
            <input
              name={`${field.name}.${place}`}
              inputMode="numeric"
              autocomplete="off"
              aria-invalid={errors !== undefined}
              value={typed[place] ?? ''}
              onInput={({ currentTarget }) => change(place, currentTarget.value)}
            />
          </label>
        ))}
        {notes}
      </fieldset>
    );
  }
  if (field.kind === 'check') {
    return (
      <div class="field">
        <label class="check" for={id}>
          <input
            {...attributes}
            type="checkbox"
            checked={value === true}
            onChange={({ currentTarget: { checked } }) => onChange(checked)}
          />
          {field.label}
        </label>
        {notes}
      </div>
    );
  }
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <Control field={field} value={String(value)} attributes={attributes} onChange={onChange} />
      {notes}
    </div>
  );
}

/** A list of boxes with more than these is searched, not scrolled. */
const MOST_BOXES = 12;

interface ChecklistProps {
  readonly id: string;
  readonly field: Field & { readonly kind: 'checklist' };
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Boxes to check. A search in a long list keeps those in sight that are checked. */
function Checklist({ id, field: { name, label, options, isRow }, chosen, onChange }: ChecklistProps) {
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
        {shown.map((option, index) => (
          <label key={option.value}>
            <input
              type="checkbox"
              name={name}
              id={index === 0 ? id : undefined}
              checked={chosen.includes(option.value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, option.value] : chosen.filter((it) => it !== option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
    </>
  );
}

interface ControlProps extends Pick<FormFieldProps, 'field' | 'onChange'> {
  readonly value: string;
  readonly attributes: { readonly id: string; readonly name: string };
}

/** The control of a field with one value. */
function Control({ field, value, attributes, onChange }: ControlProps) {
  const change = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(currentTarget.value);
  if (field.kind === 'select') {
    return (
      <select {...attributes} value={value} onChange={change}>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'choice') {
    const { options, placeholder, isFree } = field;
    return (
      <Combobox
        {...attributes}
        options={options}
        placeholder={placeholder}
        isFree={isFree}
        value={value}
        onChange={onChange}
      />
    );
  }
  if (field.kind === 'area') {
    return <textarea {...attributes} rows={4} value={value} onInput={change} />;
  }
  const suggestions = 'suggestions' in field ? field.suggestions : undefined;
  return (
    <>
      <input
        {...attributes}
        type={TYPES[field.kind as keyof typeof TYPES] as 'text'}
        inputMode={INPUT_MODES[field.kind]}
        autocapitalize={field.kind === 'email' ? 'none' : undefined}
        autocomplete={('autocomplete' in field && field.autocomplete) || 'off'}
        list={suggestions && `${attributes.id}-list`}
        value={value}
        onInput={change}
      />
      {suggestions && (
        <datalist id={`${attributes.id}-list`}>
          {suggestions.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      )}
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

const INPUT_MODES: Readonly<Record<string, 'numeric' | 'email'>> = { number: 'numeric', email: 'email' };
