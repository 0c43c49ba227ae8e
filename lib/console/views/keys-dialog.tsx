import { useLayoutEffect, useRef } from 'preact/hooks';
import { KEYS } from '../state/keys.ts';

interface KeysDialogProps {
  readonly areOn: boolean;
  readonly onTurn: (areOn: boolean) => void;
  readonly onClose: () => void;
}

/** Lists the keys. Users of speech input or of other tools with single-character keys can turn them off. */
export function KeysDialog({ areOn, onTurn, onClose }: KeysDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys-dialog" aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading">Keys</h2>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ currentTarget: { checked } }) => onTurn(checked)}
        />
        Single-character keys are on
      </label>
      <div class="buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
