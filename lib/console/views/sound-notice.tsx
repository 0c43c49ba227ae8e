import type { SoundControl } from '../hooks/use-sound.ts';

/** Says that the browser blocks the sound. Any click or key on the page ends that. */
export function SoundNotice({ isBlocked }: Pick<SoundControl, 'isBlocked'>) {
  return (
    <div role="alert">
      {isBlocked && (
        <p class="sound-notice">
          <strong>Sound is blocked</strong> by this browser until you click here or press a key.{' '}
          <button type="button">Let it ring</button>
        </p>
      )}
    </div>
  );
}
