import { useCallback, useEffect, useState } from 'preact/hooks';
import { readScreen, type Screen, screenQuery } from '../state/screen.ts';

export type ChangeScreen = (changes: Partial<Screen>, how?: 'step' | 'in place') => void;

/**
 * What the screen shows, kept in the URL. A step is one that the browser's Back button takes back; a change in place is
 * not.
 */
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
