import type { ComponentChildren, Ref } from 'preact';
import type { ChangeScreen } from '../hooks/use-screen.ts';
import { changedScreen, type Screen, screenUrl } from '../state/screen.ts';

export interface ScreenLinkProps {
  readonly screen: Screen;
  /** The changes of the screen that the link makes. */
  readonly to: Partial<Screen>;
  readonly change: ChangeScreen;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly title?: string;
  readonly item?: string;
  readonly isCurrent?: boolean;
  readonly linkRef?: Ref<HTMLAnchorElement>;
}

/** A link to another state of this screen, which can be opened in a new tab. */
export function ScreenLink({
  screen,
  to,
  change,
  children,
  item,
  isCurrent,
  linkRef,
  ...props
}: ScreenLinkProps) {
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
      }}
    >
      {children}
    </a>
  );
}
