import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GuardError, type Versioned } from '../../client/index.ts';
import { useUnsaved } from '../hooks/use-unsaved.ts';
import { problemText } from '../services/problem.ts';
import {
  bodyOf,
  differing,
  type Field,
  type FieldValue,
  merged,
  shownIn,
  type Values,
  valuesOf,
} from '../state/fields.ts';
import { common } from '../texts/common.ts';
import { Form, type FormProps } from './form.tsx';

interface EditFormProps<T extends object>
  extends Pick<FormProps, 'onChange' | 'controls' | 'filled' | 'children'> {
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
  filled,
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
      filled={filled}
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

interface ConflictProps {
  readonly fields: readonly Field[];
  readonly saved: Values;
  readonly mine: Values;
  readonly onSave: () => Promise<void>;
  readonly onKeep: () => void;
}

/** Shows the saved version next to the person's own, where they differ. */
function Conflict({ fields, saved, mine, onSave, onKeep }: ConflictProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useUnsaved(true);
  useLayoutEffect(() => heading.current?.focus(), []);
  async function saveMine() {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    await onSave().catch((error) => setProblem(problemText(error)));
    setBusy(false);
  }
  return (
    <section class="conflict">
      <h3 ref={heading} tabIndex={-1}>
        {common.conflictTitle}
      </h3>
      <p>{common.conflictText}</p>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{common.conflictField}</th>
            <th scope="col">{common.theirs}</th>
            <th scope="col">{common.yours}</th>
          </tr>
        </thead>
        <tbody>
          {differing(shownIn(fields, mine), saved, mine).map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td data-label={common.theirs}>{valueText(field, saved[field.name])}</td>
              <td data-label={common.yours}>{valueText(field, mine[field.name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={saveMine}>
          {common.saveYours}
        </button>
        <button type="button" onClick={onKeep}>
          {common.takeTheirs}
        </button>
      </div>
    </section>
  );
}

/** A value in words: the labels of options, and dots for a password. */
export function valueText(field: Field, value: FieldValue | undefined): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  const labels = 'options' in field ? field.options : [];
  if (field.kind === 'rows') return (value as readonly Values[]).map(field.words).join(' · ') || common.none;
  if (field.kind === 'list') return (value as readonly string[]).map(field.words).join(' · ') || common.none;
  const words = [value ?? ''].flat().map((it) => labels.find((option) => option.value === it)?.label ?? it);
  const text = words.join(', ');
  if (text === '') return common.none;
  return field.kind === 'password' ? '••••' : text;
}
