import type { AlertsSnapshot } from '../../client/index.ts';
import type { Watched } from '../hooks/use-watch.ts';
import { timeOfDay } from '../parts/instant.tsx';

/** How fresh the screen is, in a word. */
export function Connection({ snapshot, offlineSince }: Watched<AlertsSnapshot>) {
  const connection = offlineSince ? 'offline' : (snapshot?.connection ?? 'connecting');
  return <span class={`connection connection-${connection}`}>{WORDS[connection]}</span>;
}

const WORDS = {
  connecting: 'Connecting …',
  live: 'Live',
  polling: 'Asking every half minute',
  offline: 'Not connected',
} as const;

/** Warns that the screen may be out of date. */
export function ConnectionNotice({ offlineSince }: Pick<Watched<AlertsSnapshot>, 'offlineSince'>) {
  return (
    <div role="alert">
      {offlineSince && (
        <p class="offline-notice">
          <strong>Not connected</strong> since {timeOfDay(offlineSince)}. Later changes are not shown. Trying
          again …
        </p>
      )}
    </div>
  );
}
