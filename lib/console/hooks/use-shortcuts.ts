import { useLayoutEffect, useRef } from 'preact/hooks';
import { ACTION_HOLD_MS } from '../state/action-hold.ts';
import { commandOf, type Shortcut } from '../state/shortcuts.ts';

export type ShortcutHandlers = Partial<Readonly<Record<Shortcut, () => void>>>;

/** Calls the handler of a key, except while a field has the focus or a dialog is open. */
export function useShortcuts(areOn: boolean, handlers: ShortcutHandlers): void {
  const current = useRef(handlers);
  current.current = handlers;
  const last = useRef<{ command: Shortcut; at: number } | undefined>(undefined);
  // A layout effect, so that a key counts as soon as the page shows that keys are on.
  useLayoutEffect(() => {
    if (!areOn) return;
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event);
      const handle = command && current.current[command];
      if (!handle || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      // After an acknowledgement the next row has the focus: the second half of a double press must not acknowledge it, too.
      const isDouble =
        command === 'acknowledge' &&
        last.current?.command === command &&
        event.timeStamp < last.current.at + ACTION_HOLD_MS;
      last.current = { command, at: event.timeStamp };
      if (!isDouble) handle();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [areOn]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea');
}
