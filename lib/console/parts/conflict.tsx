import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useUnsaved } from '../hooks/use-unsaved.ts';
import { problemText } from '../services/problem.ts';
import { differing, type Field, type FieldValue, shownIn, type Values } from '../state/fields.ts';
import { common } from '../texts/common.ts';

interface ConflictProps {
  readonly fields: readonly Field[];
  readonly saved: Values;
  readonly mine: Values;
  readonly onSave: () => Promise<void>;
  readonly onKeep: () => void;
}

/** Shows the saved version next to the person's own, where they differ. */
export function Conflict({ fields, saved, mine, onSave, onKeep }: ConflictProps) {
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
              <td data-label={common.theirs}>{shown(field, saved[field.name])}</td>
              <td data-label={common.yours}>{shown(field, mine[field.name])}</td>
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
function shown(field: Field, value: FieldValue | undefined): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  const labels = 'options' in field ? field.options : [];
  if (field.kind === 'list') return (value as readonly string[]).map(field.words).join(' · ') || common.none;
  const words = [value ?? ''].flat().map((it) => labels.find((option) => option.value === it)?.label ?? it);
  const text = words.join(', ');
  if (text === '') return common.none;
  return field.kind === 'password' ? '••••' : text;
}
