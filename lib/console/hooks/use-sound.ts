import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { Chime } from '../services/chime.ts';
import type { Preferences } from '../services/preferences.ts';
import { SoundSchedule } from '../state/sound-schedule.ts';

export interface SoundControl {
  readonly isOn: boolean;
  /** When a sound that was turned off turns itself on again, in milliseconds; only where it is on by default. */
  readonly offUntil: number | undefined;
  /** Whether the sound is on, but the browser blocks it until the user acts on the page. */
  readonly isBlocked: boolean;
  readonly toggle: () => void;
}

/** Browsers need a moment to allow sound. */
const BLOCKED_AFTER_MS = 1_000;
/** User events after which browsers allow sound. */
const ACTS = ['click', 'keydown', 'pointerup'] as const;

/** A desk where somebody has turned the sound off rings again after this time, because people forget. */
const LONGEST_OFF_MS = 3_600_000;
const OFF_UNTIL = 'sound-off-until';

/** Sounds as long as alerts need attention. `byDefault` says whether it is on until the user has chosen. */
export function useSound(
  preferences: Preferences,
  byDefault: boolean,
  alerts: readonly Alert[],
  isLost: boolean,
): SoundControl {
  const chime = useMemo(() => new Chime(), []);
  const schedule = useMemo(() => new SoundSchedule(), []);
  const [isChosen, setChosen] = useState(() => preferences.isOn('sound', byDefault));
  const [offUntil, setOffUntil] = useState(() =>
    byDefault ? timeIn(preferences.read(OFF_UNTIL)) : undefined,
  );
  const isOn = byDefault ? offUntil === undefined : isChosen;
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

  useEffect(() => {
    if (offUntil === undefined) return;
    const timer = setTimeout(() => setOffUntil(undefined), Math.max(0, offUntil - Date.now()));
    return () => clearTimeout(timer);
  }, [offUntil]);

  const toggle = useCallback(() => {
    if (byDefault) {
      const until = isOn ? Date.now() + LONGEST_OFF_MS : undefined;
      preferences.write(OFF_UNTIL, String(until ?? ''));
      setOffUntil(until);
    } else {
      preferences.set('sound', !isOn);
      setChosen(!isOn);
    }
  }, [preferences, byDefault, isOn]);
  return { isOn, offUntil, isBlocked, toggle };
}

/** A kept time that has not passed. A clock that was wrong keeps no desk silent for longer than an hour. */
function timeIn(kept: string | null): number | undefined {
  const left = Number(kept || Number.NaN) - Date.now();
  return left > 0 && left <= LONGEST_OFF_MS ? Date.now() + left : undefined;
}
