import { useLayoutEffect, useRef } from 'preact/hooks';
import { KEYS } from '../state/shortcuts.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { shortcutsTexts } from './shortcuts-texts.ts';

interface ShortcutsDialogProps {
  readonly areOn: boolean;
  readonly onTurn: (areOn: boolean) => void;
  readonly onClose: () => void;
}

/** Lists the keys. Users of speech input or of other tools with single-character keys can turn them off. */
export function ShortcutsDialog({ areOn, onTurn, onClose }: ShortcutsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="shortcuts-dialog" aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading">{desk.bar.keys}</h2>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{shortcutsTexts[does]}</dd>
          </div>
        ))}
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ currentTarget: { checked } }) => onTurn(checked)}
        />
        {shortcutsTexts.areOn}
      </label>
      <div class="buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          {common.close}
        </button>
      </div>
    </dialog>
  );
}
