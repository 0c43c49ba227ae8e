import type { ComponentChildren } from 'preact';

interface ActionButtonProps {
  /** Whether it does nothing now. It keeps its place and the focus. */
  readonly isOff?: boolean;
  /** Whether actions are on hold. A click does nothing then, and a key counts: nobody double-clicks with it. */
  readonly isHeld?: boolean;
  readonly onPress?: () => void;
  readonly type?: 'button' | 'submit';
  readonly class?: string | undefined;
  /** Whether it has the focus when its dialog opens. */
  readonly autofocus?: boolean;
  /** Whether the part that it opens is open. */
  readonly 'aria-expanded'?: boolean;
  readonly children: ComponentChildren;
}

/** A button that can be switched off without losing the focus, as it would with `disabled`. */
export function ActionButton({
  isOff = false,
  isHeld = false,
  onPress,
  type = 'button',
  children,
  ...props
}: ActionButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-disabled={isOff || isHeld}
      onClick={(event) => {
        // A key clicks without a pointer, and its detail is 0 (UI Events, "click").
        if (isOff || (isHeld && event.detail > 0)) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}
