import type { AlertsSnapshot } from '../services/watch-alerts.ts';
import { timeOfDay } from './instant.tsx';

interface ConnectionProps {
  readonly snapshot: AlertsSnapshot | undefined;
}

/** How fresh what is shown is, in a word. */
export function Connection({ snapshot }: ConnectionProps) {
  const connection = snapshot?.connection ?? 'connecting';
  return <span class={`connection connection-${connection}`}>{WORDS[connection]}</span>;
}

const WORDS = {
  connecting: 'Connecting …',
  live: 'Live',
  polling: 'Asking every few seconds',
  offline: 'Not connected',
} as const;

/** What must not be overlooked: that what is shown may be old. */
export function ConnectionNotice({ snapshot }: ConnectionProps) {
  const isOffline = snapshot?.connection === 'offline';
  return (
    <div role="alert">
      {isOffline && (
        <p class="offline-notice">
          <strong>Not connected.</strong> What you see may be old: it is of {timeOfDay(snapshot.at)}. Trying
          again …
        </p>
      )}
    </div>
  );
}
