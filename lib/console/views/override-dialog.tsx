import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Actions, IncompletePlan } from '../hooks/use-actions.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import { common } from '../texts/common.ts';
import { ActionButton } from './action-button.tsx';
import { planTexts } from './plan-texts.ts';

export interface OverrideDialogProps {
  readonly incomplete: IncompletePlan;
  readonly actions: Actions;
}

/** Says which required steps have no outcome, and resolves nevertheless with a note. Escape changes nothing. */
export function OverrideDialog({
  incomplete: { alert, resolution, problems },
  actions,
}: OverrideDialogProps) {
  const { isHeld, hold, drafts, resolve, stopOverride } = actions;
  const [note, setNote] = useState(drafts.of(alert.id).note);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    hold(OPENING_HOLD_MS);
    dialog.current?.showModal();
  }, [hold]);

  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isHeld || note.trim() === '') return;
    drafts.change(alert.id, { note });
    dialog.current?.close();
    await resolve([alert], resolution, true);
  }

  return (
    <dialog ref={dialog} class="outcome-dialog" aria-labelledby="override-heading" onClose={stopOverride}>
      <form onSubmit={submit}>
        <h2 id="override-heading">{planTexts.incompleteTitle}</h2>
        <p class="message">{alert.message}</p>
        <p>{planTexts.incompleteText}</p>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <label>
          {planTexts.reason}
          <textarea
            name="reason"
            rows={3}
            required
            maxLength={2_000}
            value={note}
            onInput={({ currentTarget: { value } }) => setNote(value)}
          />
        </label>
        <div class="buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            {common.cancel}
          </button>
          <ActionButton type="submit" class="danger" isOff={isHeld}>
            {planTexts.override}
          </ActionButton>
        </div>
      </form>
    </dialog>
  );
}
