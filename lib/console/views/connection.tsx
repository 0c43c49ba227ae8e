import type { AlertsSnapshot } from '../../client/index.ts';
import type { Watched } from '../hooks/use-watch.ts';
import { timeOfDay } from '../parts/instant.tsx';
import { desk } from '../texts/desk.ts';

/** Says in a word how fresh the screen is. */
export function Connection({ snapshot, offlineSince }: Watched<AlertsSnapshot>) {
  const connection = offlineSince ? 'offline' : (snapshot?.connection ?? 'connecting');
  return <span class={`connection connection-${connection}`}>{desk.connection[connection]}</span>;
}

/** Warns that the screen may be out of date. */
export function ConnectionNotice({ offlineSince }: Pick<Watched<AlertsSnapshot>, 'offlineSince'>) {
  return (
    <div role="alert">
      {offlineSince && (
        <p class="offline-notice">
          <strong>{desk.connection.offline}</strong> {desk.connection.since(timeOfDay(offlineSince))}
        </p>
      )}
    </div>
  );
}
