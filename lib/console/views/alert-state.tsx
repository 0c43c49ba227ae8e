import type { Alert } from '../../client/index.ts';
import { Instant } from '../parts/instant.tsx';
import { resolutionLabel, resolverLabel, statusLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';

/** The status of an alert and who set it; for a resolved alert also its outcome and time. */
export function AlertState({ alert }: { readonly alert: Alert }) {
  const { status, resolution, resolved_at, acknowledged_by_name } = alert;
  if (status === 'active') return null;
  const by = status === 'resolved' ? resolverLabel(alert) : acknowledged_by_name;
  return (
    <span class="muted">
      {statusLabel(status)}
      {status === 'resolved' && resolution && `: ${resolutionLabel(resolution)}`}
      {by && ` ${desk.detail.by(by)}`}
      {status === 'resolved' && resolved_at && (
        <>
          , <Instant at={resolved_at} />
        </>
      )}
    </span>
  );
}
