import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { changedScreen, readScreen, type Screen, screenUrl } from '../state/screen.ts';
import { hasUnsaved } from '../state/unsaved.ts';

/**
 * The browser's Back button undoes a `step`, but no change `in place`. A `step` to another page or item asks first while a
 * form is not saved; a step `after saving` does not.
 */
export type ChangeScreen = (changes: Partial<Screen>, how?: 'step' | 'in place' | 'after saving') => void;

/** A step that would lose what a form contains. */
export interface Leaving {
  readonly leave: () => void;
  readonly stay: () => void;
}

/** The screen that the URL describes. */
export function useScreen(): [Screen, ChangeScreen, Leaving | undefined] {
  const [screen, setScreen] = useState(() => readScreen(location));
  const [asked, setAsked] = useState<Screen>();
  const shown = useRef(screen);
  shown.current = screen;

  const go = useCallback((next: Screen, how: 'step' | 'in place') => {
    const url = `${location.pathname}${screenUrl(next)}`;
    if (how === 'step') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    setScreen(next);
  }, []);

  useEffect(() => {
    const follow = () => {
      const next = readScreen(location);
      if (!isLosing(shown.current, next)) return setScreen(next);
      // The browser has changed the URL already.
      go(shown.current, 'step');
      setAsked(next);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [go]);

  const change = useCallback<ChangeScreen>(
    (changes, how = 'step') => {
      const next = changedScreen(readScreen(location), changes);
      if (how === 'step' && isLosing(shown.current, next)) setAsked(next);
      else go(next, how === 'in place' ? how : 'step');
    },
    [go],
  );
  const leaving = asked && {
    leave: () => {
      setAsked(undefined);
      go(asked, 'step');
    },
    stay: () => setAsked(undefined),
  };
  return [screen, change, leaving];
}

/** Whether a form that is not saved is on the one screen, and not on the other. */
function isLosing(one: Screen, other: Screen): boolean {
  const isSame = (['view', 'itemId', 'tab', 'tenantId'] as const).every((name) => one[name] === other[name]);
  return !isSame && hasUnsaved();
}
