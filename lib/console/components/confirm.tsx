import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { problemText } from '../services/problem.ts';
import { common } from '../texts/common.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  /** The title, which names the item: `Delete the site “Harbour”?` */
  readonly title: string;
  /** The text about what else the action destroys. */
  readonly text?: string;
  /** What stands below the text, such as a list. */
  readonly children?: ComponentChildren;
  /** The verb of the action. */
  readonly action: string;
  /** Does the action. Without it, the dialog only says why the action is not possible. */
  readonly onConfirm?: (() => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** Asks once before a destructive action, and does it. A failed action can be tried again. */
export function Confirm({ title, text, children, action, onConfirm, onClose }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function confirm(close: () => void) {
    if (isBusy || !onConfirm) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          {text && <p>{text}</p>}
          {children}
          <p class="problem" role="alert">
            {problem}
          </p>
          <div class="buttons">
            {/* The first button has the focus: Enter, pressed too often, must not destroy anything. */}
            <button type="button" onClick={close}>
              {onConfirm ? common.cancel : common.close}
            </button>
            {onConfirm && (
              <button type="button" class="danger" aria-disabled={isBusy} onClick={() => confirm(close)}>
                {action}
              </button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** A button that asks before its destructive action. */
export function ConfirmButton({
  label,
  about,
  ...props
}: Omit<ConfirmProps, 'onClose'> & {
  readonly label: string;
  /** The name of the item, for screen readers: a list has many such buttons. */
  readonly about?: string;
}) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setAsked(true)}>
        {label}
        {about && <span class="unseen"> {about}</span>}
      </button>
      {isAsked && <Confirm {...props} onClose={() => setAsked(false)} />}
    </>
  );
}
