import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { Chime } from '../services/chime.ts';
import type { Preferences } from '../services/preferences.ts';
import { SoundSchedule } from '../state/sound-schedule.ts';

export interface SoundControl {
  readonly isOn: boolean;
  /** Whether it is on, and the browser lets nothing be heard until somebody acts on the page. */
  readonly isBlocked: boolean;
  readonly toggle: () => void;
}

/** Browsers take a moment to let a page be heard, also where they do. */
const BLOCKED_AFTER_MS = 1_000;
/** By these acts a browser lets a page be heard. */
const ACTS = ['click', 'keydown', 'pointerup'] as const;

/** Sounds for alerts that need attention, as long as they do. It is `usually` on where nobody has chosen. */
export function useSound(
  preferences: Preferences,
  usually: boolean,
  alerts: readonly Alert[],
  isLost: boolean,
): SoundControl {
  const chime = useMemo(() => new Chime(), []);
  const insistence = useMemo(() => new SoundSchedule(), []);
  const [isOn, setOn] = useState(() => preferences.isOn('sound', usually));
  const [isHeard, setHeard] = useState(false);
  const [isBlocked, setBlocked] = useState(false);

  useEffect(() => {
    if (!isOn) return;
    const allow = () => {
      if (!chime.isHeard) chime.allow();
    };
    const stop = chime.follow(() => setHeard(chime.isHeard));
    chime.allow();
    setHeard(chime.isHeard);
    for (const act of ACTS) document.addEventListener(act, allow);
    return () => {
      stop();
      for (const act of ACTS) document.removeEventListener(act, allow);
    };
  }, [chime, isOn]);

  useEffect(() => {
    setBlocked(false);
    if (!isOn || isHeard) return;
    const timer = setTimeout(() => setBlocked(true), BLOCKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOn, isHeard]);

  useEffect(() => {
    if (!isOn || !isHeard) return;
    let timer: number | undefined;
    const sound = () => {
      const { sounds, againInMs } = insistence.next(alerts, isLost, performance.now());
      for (const it of sounds) chime.play(it);
      if (againInMs !== undefined) timer = setTimeout(sound, Math.ceil(againInMs));
    };
    sound();
    return () => clearTimeout(timer);
  }, [chime, insistence, isOn, isHeard, alerts, isLost]);

  const toggle = useCallback(() => {
    preferences.set('sound', !isOn);
    setOn(!isOn);
  }, [preferences, isOn]);
  return { isOn, isBlocked, toggle };
}
