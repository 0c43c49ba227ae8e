import { useState } from 'preact/hooks';
import { listedAlerts } from '../state/alerts.ts';
import { AlertRows } from './alert-rows.tsx';
import type { SharedProps } from './shared-props.ts';

/** How many rows are drawn at first: a storm must not make the screen slow. */
const ROWS = 100;

export function OpenAlertList(props: SharedProps) {
  const { alerts, screen, snapshot } = props;
  const [most, setMost] = useState(ROWS);
  const listed = listedAlerts(alerts, screen);
  if (!snapshot) return <p class="empty">Reading the alerts …</p>;
  if (listed.length === 0) return <p class="empty">{emptyText(alerts.length)}</p>;
  return (
    <>
      {snapshot.capped && (
        <p class="notice">There are more open alerts than this screen holds: the oldest are left out.</p>
      )}
      <AlertRows {...props} listed={listed.slice(0, most)} />
      {listed.length > most && (
        <button type="button" class="more" onClick={() => setMost(most + ROWS)}>
          Show {Math.min(ROWS, listed.length - most)} more of {listed.length}
        </button>
      )}
    </>
  );
}

function emptyText(open: number): string {
  return open === 0 ? 'No open alerts. All is quiet.' : `None of the ${open} open alerts is like this.`;
}
