import { Volume2, VolumeOff } from 'lucide-preact';
import { timeOfDay } from '../components/instant.tsx';
import type { SoundControl } from '../hooks/use-sound.ts';
import { desk } from '../texts/desk.ts';

/**
 * Turns the sound on and off, and says whether one will be heard. While the browser blocks the sound, any click or key on the
 * page allows it.
 */
export function SoundButton({ isOn, offUntil, isBlocked, toggle }: SoundControl) {
  const state = isOn
    ? desk.sound.on
    : offUntil
      ? desk.sound.offUntil(timeOfDay(new Date(offUntil)))
      : desk.sound.off;
  return (
    <>
      {isBlocked ? (
        <button type="button" class="sound sound-blocked" title={desk.sound.blockedUntil}>
          <VolumeOff aria-hidden="true" />
          {desk.sound.blocked}
        </button>
      ) : (
        <button type="button" class="quiet sound" aria-pressed={isOn} onClick={toggle}>
          {isOn ? <Volume2 aria-hidden="true" /> : <VolumeOff aria-hidden="true" />}
          <span class={isOn ? 'sound-on' : undefined}>{state}</span>
        </button>
      )}
      <span class="unseen" role="alert">
        {isBlocked && desk.sound.blockedUntil}
      </span>
    </>
  );
}
