import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import type { Preferences } from '../services/preferences.ts';
import { type LookedAt, lookedAtText, readLookedAt, withLook } from '../state/ringing.ts';

/** What a person has looked at, on this machine: the alerts that they opened. `opened` is the open one, once it is known. */
export function useLookedAt(
  preferences: Preferences,
  userId: string,
  opened: Alert | undefined,
): readonly [LookedAt, (alert: Alert) => void] {
  const name = `looked-at ${userId}`;
  const [lookedAt, setLookedAt] = useState(() => readLookedAt(preferences.read(name)));
  const look = useCallback((alert: Alert) => setLookedAt((before) => withLook(before, alert)), []);
  useEffect(() => preferences.write(name, lookedAtText(lookedAt)), [preferences, name, lookedAt]);
  // Not at each change: a severity that rises while nobody sits in front of the open alert is new.
  const id = opened?.id;
  useEffect(() => {
    if (opened) look(opened);
  }, [id, look]);
  return [lookedAt, look];
}
