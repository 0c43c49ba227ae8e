import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { Chime } from '../services/chime.ts';
import type { Preferences } from '../services/preferences.ts';
import { SoundSchedule } from '../state/sound-schedule.ts';

export interface SoundControl {
  readonly isOn: boolean;
  /** Whether the sound is on, but the browser blocks it until the user acts on the page. */
  readonly isBlocked: boolean;
  readonly toggle: () => void;
}

/** Browsers need a moment to allow sound. */
const BLOCKED_AFTER_MS = 1_000;
/** User events after which browsers allow sound. */
const ACTS = ['click', 'keydown', 'pointerup'] as const;

/** Sounds as long as alerts need attention. `byDefault` says whether it is on until the user has chosen. */
export function useSound(
  preferences: Preferences,
  byDefault: boolean,
  alerts: readonly Alert[],
  isLost: boolean,
): SoundControl {
  const chime = useMemo(() => new Chime(), []);
  const schedule = useMemo(() => new SoundSchedule(), []);
  const [isOn, setOn] = useState(() => preferences.isOn('sound', byDefault));
  const [isAllowed, setAllowed] = useState(false);
  const [isBlocked, setBlocked] = useState(false);

  useEffect(() => {
    if (!isOn) return;
    const allow = () => {
      if (!chime.isAllowed) chime.allow();
    };
    const stop = chime.follow(() => setAllowed(chime.isAllowed));
    chime.allow();
    setAllowed(chime.isAllowed);
    for (const act of ACTS) document.addEventListener(act, allow);
    return () => {
      stop();
      for (const act of ACTS) document.removeEventListener(act, allow);
    };
  }, [chime, isOn]);

  useEffect(() => {
    setBlocked(false);
    if (!isOn || isAllowed) return;
    const timer = setTimeout(() => setBlocked(true), BLOCKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOn, isAllowed]);

  useEffect(() => {
    if (!isOn || !isAllowed) return;
    let timer: number | undefined;
    const sound = () => {
      const { sounds, againInMs } = schedule.next(alerts, isLost, performance.now());
      for (const it of sounds) chime.play(it);
      if (againInMs !== undefined) timer = setTimeout(sound, Math.ceil(againInMs));
    };
    sound();
    return () => clearTimeout(timer);
  }, [chime, schedule, isOn, isAllowed, alerts, isLost]);

  const toggle = useCallback(() => {
    preferences.set('sound', !isOn);
    setOn(!isOn);
  }, [preferences, isOn]);
  return { isOn, isBlocked, toggle };
}
