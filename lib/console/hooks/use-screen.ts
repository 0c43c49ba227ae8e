import { useCallback, useEffect, useState } from 'preact/hooks';
import { readScreen, type Screen, screenQuery } from '../state/screen.ts';

export type ChangeScreen = (changes: Partial<Screen>, how?: 'step' | 'in place') => void;

/** The screen that the URL describes. The browser's Back button undoes a `step`, but no change `in place`. */
export function useScreen(): [Screen, ChangeScreen] {
  const [screen, setScreen] = useState(() => readScreen(location.search));
  useEffect(() => {
    const follow = () => setScreen(readScreen(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const change = useCallback<ChangeScreen>((changes, how = 'step') => {
    const next = { ...readScreen(location.search), ...changes };
    const url = `${location.pathname}${screenQuery(next)}`;
    if (how === 'step') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    setScreen(next);
  }, []);
  return [screen, change];
}
