import { useState } from 'preact/hooks';
import { emptyText, listedAlerts } from '../state/alerts.ts';
import { AlertRows } from './alert-rows.tsx';
import { NoSites } from './no-sites.tsx';
import type { SharedProps } from './shared-props.ts';

/** How many rows are drawn at first: a storm must not make the screen slow. */
const ROWS = 100;

export function OpenAlertList(props: SharedProps) {
  const { alerts, screen, snapshot, isCapped, sites, user } = props;
  const [most, setMost] = useState(ROWS);
  const listed = listedAlerts(alerts, screen);
  if (!snapshot) return <p class="empty">Reading the alerts …</p>;
  if (alerts.length === 0 && sites.value?.length === 0) return <NoSites role={user.role} />;
  return (
    <>
      {isCapped && (
        <p class="notice">
          There are more open alerts than this screen holds. Critical ones come first; of the others, the
          oldest are left out.
        </p>
      )}
      {listed.length === 0 && (
        <p class="empty">{emptyText(alerts.length, snapshot.connection, sites.value?.length)}</p>
      )}
      {listed.length > 0 && <AlertRows {...props} listed={listed.slice(0, most)} />}
      {listed.length > most && (
        <button type="button" class="more" onClick={() => setMost(most + ROWS)}>
          Show {Math.min(ROWS, listed.length - most)} more of {listed.length}
        </button>
      )}
    </>
  );
}
