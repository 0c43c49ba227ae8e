import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Resolution } from '../../client/index.ts';
import type { Actions, AskedOutcome } from '../hooks/use-actions.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import { RESOLUTION_LABELS } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';
import { TenantName } from './tenant-name.tsx';

interface OutcomeDialogProps {
  readonly asked: AskedOutcome;
  readonly actions: Actions;
  readonly tenantName: string | undefined;
}

/** Asks for the outcome of alerts, and resolves them. Escape changes nothing. */
export function OutcomeDialog({ asked: { alerts, onResolved }, actions, tenantName }: OutcomeDialogProps) {
  const { isHeld, hold, resolve, stopAsking } = actions;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    hold(OPENING_HOLD_MS);
    dialog.current?.showModal();
  }, [hold]);

  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('outcome');
    const resolution = (Object.keys(RESOLUTION_LABELS) as Resolution[]).find((it) => it === chosen);
    if (isHeld || !resolution) return;
    dialog.current?.close();
    await resolve(alerts, resolution, onResolved);
  }

  const [first] = alerts;
  return (
    <dialog ref={dialog} class="outcome-dialog" aria-labelledby="outcome-heading" onClose={stopAsking}>
      <form onSubmit={submit}>
        <h2 id="outcome-heading">
          {alerts.length === 1 ? desk.actions.whatWasIt : desk.actions.whatWere(alerts.length)}
        </h2>
        <TenantName name={tenantName} />
        {alerts.length === 1 && <p class="message">{first?.message}</p>}
        <fieldset>
          <legend class="unseen">{desk.detail.outcome}</legend>
          {Object.entries(RESOLUTION_LABELS).map(([resolution, label]) => (
            <label key={resolution} class="choice">
              <input
                type="radio"
                name="outcome"
                value={resolution}
                required
                aria-disabled={isHeld}
                onClick={(event) => {
                  // The second half of a double click chooses nothing.
                  if (isHeld) event.preventDefault();
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div class="buttons">
          <ActionButton type="submit" class="primary" isOff={isHeld}>
            {alerts.length === 1 ? desk.actions.resolve : desk.actions.resolveMany(alerts.length)}
          </ActionButton>
          <button type="button" onClick={() => dialog.current?.close()}>
            {common.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
