import type { ComponentChildren, Ref } from 'preact';
import { useConsole } from '../hooks/use-console.ts';
import { changedScreen, type Screen, screenUrl } from '../state/screen.ts';

export interface ScreenLinkProps {
  /** The changes of the screen that the link makes. */
  readonly to: Partial<Screen>;
  /** Is called after a click that the console follows, not one that opens a tab. */
  readonly onFollow?: (() => void) | undefined;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly title?: string;
  readonly item?: string;
  readonly isCurrent?: boolean;
  readonly linkRef?: Ref<HTMLAnchorElement>;
}

/** A link to another state of this screen, which can be opened in a new tab. */
export function ScreenLink({ to, onFollow, children, item, isCurrent, linkRef, ...props }: ScreenLinkProps) {
  const { screen, change } = useConsole();
  return (
    <a
      {...props}
      ref={linkRef ?? null}
      href={`${location.pathname}${screenUrl(changedScreen(screen, to))}`}
      data-item={item}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        change(to);
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}
