import type { SoundControl } from '../hooks/use-sound.ts';
import { desk } from '../texts/desk.ts';

/** Says that the browser blocks the sound. Any click or key on the page ends that. */
export function SoundNotice({ isBlocked }: Pick<SoundControl, 'isBlocked'>) {
  return (
    <div role="alert">
      {isBlocked && (
        <p class="sound-notice">
          <strong>{desk.sound.blocked}</strong> {desk.sound.until}{' '}
          <button type="button">{desk.sound.ring}</button>
        </p>
      )}
    </div>
  );
}
