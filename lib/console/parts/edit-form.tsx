import { useState } from 'preact/hooks';
import { GuardError, type Versioned } from '../../client/index.ts';
import { bodyOf, differing, type Field, merged, shownIn, type Values, valuesOf } from '../state/fields.ts';
import { common } from '../texts/common.ts';
import { Conflict } from './conflict.tsx';
import { Form, type FormProps } from './form.tsx';

export interface EditFormProps<T extends object>
  extends Pick<FormProps, 'onChange' | 'controls' | 'children'> {
  readonly fields: readonly Field[];
  /** The item as it was read. */
  readonly item: Versioned<T>;
  /** Reads it again, after somebody else has changed it. */
  readonly read: () => Promise<Versioned<T>>;
  /** Asks before the changes are sent. If it resolves to false, the form shows again what is saved. */
  readonly confirm?: (changes: Record<string, unknown>) => Promise<boolean>;
  /** Sends the changed fields, with the item as `ifMatch`. */
  readonly save: (changes: Record<string, unknown>, ifMatch: Versioned<T>) => Promise<Versioned<T>>;
  readonly onSaved: (item: Versioned<T>) => void;
  readonly onCancel?: () => void;
  readonly hasFocus?: boolean;
}

/** The changes of a person that somebody else's changes have overtaken. */
interface Overtaken<T> {
  readonly saved: Versioned<T>;
  readonly mine: Values;
}

/** A form that changes an item. If somebody else has changed it in the meantime, the person sees both versions. */
export function EditForm<T extends object>({
  fields,
  item,
  read,
  confirm,
  save,
  onSaved,
  onCancel,
  hasFocus,
  onChange,
  controls,
  children,
}: EditFormProps<T>) {
  const [base, setBase] = useState(item);
  const [isSaved, setSaved] = useState(false);
  const [overtaken, setOvertaken] = useState<Overtaken<T>>();

  async function send(values: Values, before: Versioned<T>) {
    const shown = shownIn(fields, values);
    const changed = new Set(differing(shown, valuesOf(fields, before), values).map(({ name }) => name));
    if (changed.size === 0) return settle(before);
    const changes = bodyOf(fields, values, ({ name }) => changed.has(name));
    if (confirm && !(await confirm(changes))) return;
    try {
      settle(await save(changes, before));
    } catch (error) {
      if (!(error instanceof GuardError && error.code === 'precondition_failed')) throw error;
      const saved = await read();
      // The other change concerns no field of the form, such as a verified domain.
      if (differing(fields, valuesOf(fields, before), valuesOf(fields, saved)).length === 0) {
        return send(values, saved);
      }
      const mine = merged(fields, valuesOf(fields, before), values, valuesOf(fields, saved));
      // If the first response was lost, the repeated request has changed it already.
      if (differing(shownIn(fields, mine), mine, valuesOf(fields, saved)).length === 0) settle(saved);
      else setOvertaken({ saved, mine });
    }
  }

  function settle(saved: Versioned<T>) {
    setBase(saved);
    setOvertaken(undefined);
    setSaved(true);
    onSaved(saved);
  }

  if (overtaken) {
    const { saved, mine } = overtaken;
    return (
      <Conflict
        fields={fields}
        saved={valuesOf(fields, saved)}
        mine={mine}
        onSave={() => send(mine, saved)}
        onKeep={() => settle(saved)}
      />
    );
  }
  return (
    <Form
      fields={fields}
      initial={valuesOf(fields, base)}
      onSubmit={(values) => send(values, base)}
      onCancel={onCancel}
      hasFocus={hasFocus ?? false}
      controls={controls}
      onChange={(values, changed) => {
        setSaved(false);
        return onChange?.(values, changed);
      }}
    >
      {children}
      <p role="status">{isSaved && common.saved}</p>
    </Form>
  );
}
