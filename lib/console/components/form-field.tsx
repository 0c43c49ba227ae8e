import type { ComponentType } from 'preact';
import { useId } from 'preact/hooks';
import type { Field, FieldValue, ListControlProps, Values } from '../state/fields.ts';
import { Control, type ControlAttributes } from './controls.tsx';
import { Rows } from './rows.tsx';

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
  const attributes: ControlAttributes = {
    id,
    name: field.name,
    required: field.isRequired ?? false,
    'aria-invalid': errors !== undefined,
    'aria-describedby': described || undefined,
  };
  const control = <AnyControl {...{ field, value, attributes, controls, onChange }} />;
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
  if (field.kind === 'check') {
    return (
      <div class="field">
        <label class="check" for={id}>
          {control}
          {field.label}
        </label>
        {notes}
      </div>
    );
  }
  if (GROUPS.has(field.kind)) {
    return (
      <fieldset
        class={field.kind === 'numbers' ? 'field numbers' : 'field'}
        aria-describedby={described || undefined}
      >
        <legend>{field.label}</legend>
        {control}
        {notes}
      </fieldset>
    );
  }
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {control}
      {notes}
    </div>
  );
}

/** The kinds of fields with several controls, which share a legend. */
const GROUPS: ReadonlySet<Field['kind']> = new Set(['checklist', 'list', 'numbers', 'ordered', 'rows']);

interface AnyControlProps extends Omit<FormFieldProps, 'errors'> {
  readonly attributes: ControlAttributes;
}

function AnyControl({ field, value, attributes, controls, onChange }: AnyControlProps) {
  switch (field.kind) {
    case 'list': {
      const List = controls?.[field.name];
      return List ? <List texts={value as readonly string[]} onChange={onChange} /> : null;
    }
    case 'ordered':
      return <field.control id={attributes.id} chosen={value as readonly string[]} onChange={onChange} />;
    case 'numbers':
      return <Numbers {...{ field, attributes, onChange }} value={value as readonly string[]} />;
    case 'rows':
      return <Rows {...{ field, attributes, onChange }} value={value as readonly Values[]} />;
    default:
      return <Control {...{ field, value, attributes, onChange }} />;
  }
}

interface NumbersProps {
  readonly field: Extract<Field, { readonly kind: 'numbers' }>;
  readonly value: readonly string[];
  readonly attributes: ControlAttributes;
  readonly onChange: (value: readonly string[]) => void;
}

/** Numbers with a label each. Their value has no empty ends, as the service returns it. */
function Numbers({ field, value: typed, attributes, onChange }: NumbersProps) {
  const change = (place: number, text: string) => {
    const next = field.labels.map((_, it) => (it === place ? text : (typed[it] ?? '')));
    onChange(next.slice(0, next.findLastIndex((it) => it !== '') + 1));
  };
  return (
    <>
      {field.labels.map((label, place) => (
        <label key={label}>
          <span class="muted">{label}</span>
          <input
            name={`${field.name}.${place}`}
            inputMode="numeric"
            autocomplete="off"
            aria-invalid={attributes['aria-invalid']}
            value={typed[place] ?? ''}
            onInput={({ currentTarget }) => change(place, currentTarget.value)}
          />
        </label>
      ))}
    </>
  );
}
