import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  readonly class?: string;
  /** Called once, however the dialog was closed. */
  readonly onClose: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, class: name = 'part-dialog', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // A removed dialog does not return the focus itself.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class={name} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
