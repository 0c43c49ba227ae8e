import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type FieldErrors, GuardError } from '../../client/index.ts';
import { useNetworkBack } from '../hooks/use-network-back.ts';
import { useUnsaved } from '../hooks/use-unsaved.ts';
import { problemText, ruleText } from '../services/problem.ts';
import { differing, type Field, isSame, shownIn, type Values } from '../state/fields.ts';
import { common } from '../texts/common.ts';
import { checkValues } from './check-values.ts';
import { FormField, type ListControls } from './form-field.tsx';

export interface FormProps {
  readonly fields: readonly Field[];
  readonly initial: Values;
  /** The text of the button. */
  readonly action?: string;
  /** `repeatKey` is the same for each attempt with the same values: the value of `Idempotency-Key`. */
  readonly onSubmit: (values: Values, repeatKey: string) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
  /** Whether the first field takes the focus when the form appears. */
  readonly hasFocus?: boolean;
  /** Is called with each change. May return other values: a device's zone depends on its site. */
  readonly onChange?: (values: Values, changed: string) => Values | undefined;
  /** Values that the page fills in, such as a generated password. */
  readonly filled?: Values | undefined;
  readonly controls?: ListControls | undefined;
  /** Why these values are not sent. */
  readonly refusal?: string | undefined;
  readonly children?: ComponentChildren;
}

/** A form that keeps what was typed when a request fails, and says at each field what is wrong with it. */
export function Form({
  fields,
  initial,
  action = common.save,
  onSubmit,
  onCancel,
  hasFocus,
  onChange,
  filled,
  controls,
  refusal,
  children,
}: FormProps) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<unknown>();
  // What was typed stays, and nothing is sent by itself.
  const forget = useCallback(() => setProblem(undefined), []);
  useNetworkBack(failed, forget, false);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // After a change was saved, its fields show what the service has made of it. Fields may be added while a person types.
  const known = useRef(initial);
  useEffect(() => {
    const before = known.current;
    known.current = initial;
    const changed = Object.entries(initial).filter(([name, value]) => !isSame(value, before[name]));
    setValues((typed) => ({ ...typed, ...Object.fromEntries(changed) }));
  }, [JSON.stringify(initial)]);
  const [saves, setSaves] = useState(0);
  useLayoutEffect(() => {
    if (saves > 0) setValues(initial);
  }, [saves]);
  useEffect(() => setValues((before) => ({ ...before, ...filled })), [filled]);
  const attempt = useRef({ values, key: '' });
  const shown = shownIn(fields, values);
  useUnsaved(isBusy || differing(shown, initial, values).length > 0);
  useLayoutEffect(() => {
    if (hasFocus) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [hasFocus]);

  const [failures, setFailures] = useState(0);
  // With the errors, not in a later frame: the person may be in another field by then.
  useLayoutEffect(() => {
    if (failures === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.problem) input')?.focus();
  }, [failures]);

  function fail(wrong: FieldErrors, text: string) {
    setErrors(wrong);
    setProblem(text);
    setFailures((before) => before + 1);
  }

  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const wrong = {
      ...checkValues(fields, values),
      ...Object.fromEntries(unlistedNames(form.current).map((name) => [name, [common.notListed]])),
    };
    if (Object.keys(wrong).length > 0) return fail(wrong, common.someFieldsWrong);
    if (refusal !== undefined) return fail({}, refusal);
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    setFailed(undefined);
    if (attempt.current.key === '' || attempt.current.values !== values) {
      attempt.current = { values, key: crypto.randomUUID() };
    }
    try {
      await onSubmit(values, attempt.current.key);
      attempt.current = { values, key: '' };
      setSaves((before) => before + 1);
    } catch (error) {
      setFailed(error);
      const { atFields, text } = failure(error, fields);
      fail(atFields, text);
    }
    setBusy(false);
  }

  const advanced = shown.filter(({ isAdvanced }) => isAdvanced);
  const formField = (field: Field) => (
    <FormField
      key={field.name}
      field={field}
      controls={controls}
      value={values[field.name] ?? ''}
      errors={errors[field.name]}
      onChange={(value) => {
        const next = { ...values, [field.name]: value };
        setValues(onChange?.(next, field.name) ?? next);
      }}
    />
  );

  return (
    <form class="form" ref={form} noValidate onSubmit={submit}>
      {shown.filter(({ isAdvanced }) => !isAdvanced).map(formField)}
      {advanced.length > 0 && (
        <details open={advanced.some(({ name }) => errors[name])}>
          <summary>{common.advanced}</summary>
          <div class="form">{advanced.map(formField)}</div>
        </details>
      )}
      {children}
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? common.saving : action}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {common.cancel}
          </button>
        )}
      </div>
    </form>
  );
}

/** The names of the fields with a text that is not in their list. */
const unlistedNames = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>('[data-unlisted="true"]') ?? [])].map(({ name }) =>
    name.replace(/\.\d+\..*$/, ''),
  );

/** The errors of a failed request by the form's fields, and the text for everything else. */
function failure(error: unknown, fields: readonly Field[]): { atFields: FieldErrors; text: string } {
  const atFields: Record<string, string[]> = {};
  const others: string[] = [];
  const given = error instanceof GuardError ? (error.errors ?? {}) : {};
  for (const [path, texts] of Object.entries(given)) {
    const field = fieldAt(path, fields);
    if (field) atFields[field.name] = [...(atFields[field.name] ?? []), ...texts.map((it) => ruleText(it))];
    else others.push(...texts.map((it) => ruleText(it, path)));
  }
  const about = error instanceof GuardError && fields.find(({ problem }) => problem === error.code);
  if (about) atFields[about.name] = [problemText(error)];
  const isExplained = Object.keys(atFields).length > 0;
  const text = isExplained ? [common.someFieldsWrong, ...others].join(' ') : problemText(error);
  return { atFields, text };
}

/** The field of an error's path: the path itself, or the innermost part of it that the form has, as in `escalation.high.0`. */
function fieldAt(path: string, fields: readonly Field[]): Field | undefined {
  const names = [path, ...path.split('.').reverse()];
  return names.map((name) => fields.find((it) => it.name === name)).find(Boolean);
}
