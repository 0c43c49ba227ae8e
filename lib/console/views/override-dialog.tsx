import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Actions, type IncompletePlans, linesOf, reasonDraft } from '../hooks/use-actions.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';
import { planTexts } from './plan-texts.ts';
import { TenantName } from './tenant-name.tsx';

export interface OverrideDialogProps {
  readonly incomplete: IncompletePlans;
  readonly actions: Actions;
  readonly tenantName: string | undefined;
}

/** Says which required steps have no outcome, and resolves nevertheless for one reason. Escape changes nothing. */
export function OverrideDialog({ incomplete, actions, tenantName }: OverrideDialogProps) {
  const { resolving, alerts, steps, others } = incomplete;
  const { isHeld, hold, drafts, override, stopOverride } = actions;
  const [note, setNote] = useState(drafts.of(reasonDraft(alerts)));
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    hold(OPENING_HOLD_MS);
    dialog.current?.showModal();
  }, [hold]);

  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isHeld || note.trim() === '') return;
    dialog.current?.close();
    await override(incomplete, note);
  }

  const isOne = alerts.length === 1;
  return (
    <dialog ref={dialog} class="outcome-dialog" aria-labelledby="override-heading" onClose={stopOverride}>
      <form onSubmit={submit}>
        <h2 id="override-heading">{planTexts.incompleteTitle}</h2>
        <TenantName name={tenantName} />
        {isOne && <p class="message">{alerts[0]?.message}</p>}
        <p>
          {isOne
            ? planTexts.incompleteText
            : planTexts.incompleteSome(alerts.length, resolving.alerts.length)}
        </p>
        <ul>
          {steps.map(({ text, count }) => (
            <li key={text}>{isOne ? text : `${text} (${desk.reports.alerts(count)})`}</li>
          ))}
        </ul>
        {others.length > 0 && (
          <>
            <p>{planTexts.otherwise}</p>
            <ul>
              {linesOf(resolving.alerts, others).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
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
            {isOne ? planTexts.override : planTexts.overrideSome(alerts.length)}
          </ActionButton>
        </div>
      </form>
    </dialog>
  );
}
