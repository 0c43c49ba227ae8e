import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import type { Preferences } from '../services/preferences.ts';
import {
  type LookedAt,
  lookedAtText,
  readLookedAt,
  withLook,
  withoutAcknowledged,
} from '../state/ringing.ts';

/**
 * What a person has looked at, on this machine: the alerts that they opened, until somebody acknowledges them. `opened` is the one
 * that is open on the screen, once it is known.
 */
export function useLookedAt(
  preferences: Preferences,
  userId: string,
  alerts: readonly Alert[],
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
  useEffect(() => setLookedAt((before) => withoutAcknowledged(before, alerts)), [alerts]);
  return [lookedAt, look];
}
