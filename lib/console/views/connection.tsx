import type { AlertsSnapshot } from '../../client/index.ts';
import type { Watched } from '../hooks/use-watch.ts';
import { timeOfDay } from './instant.tsx';

/** How fresh what is shown is, in a word. */
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

/** What must not be overlooked: that what is shown may be old. */
export function ConnectionNotice({ offlineSince }: Pick<Watched<AlertsSnapshot>, 'offlineSince'>) {
  return (
    <div role="alert">
      {offlineSince && (
        <p class="offline-notice">
          <strong>Not connected</strong> since {timeOfDay(offlineSince)}. What has happened since is not
          shown. Trying again …
        </p>
      )}
    </div>
  );
}
