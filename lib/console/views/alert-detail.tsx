import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { later } from '../state/alerts.ts';
import { mayAct } from '../state/may-act.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertFacts } from './alert-facts.tsx';
import { AlertHistory } from './alert-history.tsx';
import { Severity } from './severity.tsx';
import type { AlertsViewProps } from './shared-props.ts';
import { TenantName } from './tenant-name.tsx';

interface AlertDetailProps extends AlertsViewProps {
  readonly alertId: string;
  /** The alert as the list has it, where it is open. */
  readonly told: Alert | undefined;
  readonly onClose: () => void;
}

/** Occurrences leave the version as it is, so they are asked for. */
const EVERY_MS = 15_000;

/** One alert: what is known of it, what happened to it, and what can be done. */
export function AlertDetail(props: AlertDetailProps) {
  const { guard, user, alertId, told, actions, answers, onClose, tenantName, now } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useCallback(
    (signal: AbortSignal) => guard.alerts.get(alertId, { include: ['history'], signal }),
    [guard, alertId],
  );
  const { value, error, again } = usePolled(read, EVERY_MS);
  const alert = [value, answers.get(alertId)?.alert].reduce<Alert | undefined>(
    (latest, next) => (next ? later(latest, next) : latest),
    told,
  );

  // A change comes with the alert as it is then; its entry is read, unless it came together with the alert.
  const isBehind = value !== undefined && alert !== undefined && value.version < alert.version;
  const version = alert?.version;
  useEffect(() => {
    if (isBehind && version !== undefined) again();
  }, [isBehind, version, again]);
  // What is told no more was resolved elsewhere, or is out of reach.
  const isUnexplained = told === undefined && alert?.status !== 'resolved';
  const wasTold = useRef(false);
  useEffect(() => {
    if (wasTold.current && isUnexplained) again();
    wasTold.current = told !== undefined;
  }, [told, isUnexplained, again]);
  useEffect(() => heading.current?.focus(), []);

  const site = props.sites.value?.find(({ id }) => id === alert?.site_id);
  return (
    <article
      class="detail"
      aria-labelledby="detail-heading"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header>
        <h2 id="detail-heading" ref={heading} tabIndex={-1}>
          {alert?.message ?? 'Alert'}
        </h2>
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      {alert && <Severity severity={alert.severity} />}
      {error !== undefined && (
        <p class="problem" role="alert">
          {problemText(error)}
        </p>
      )}
      {!alert && error === undefined && <p role="status">Reading the alert …</p>}
      <TenantName name={tenantName} />
      {alert && mayAct(user.role) && (
        <AlertActions alert={alert} now={now} actions={actions} refresh={again} />
      )}
      {alert && <AlertFacts alert={alert} metadata={value?.metadata} site={site} now={now} />}
      {value?.history && (
        <AlertHistory guard={guard} alertId={alertId} newest={value.history} zone={site?.timezone} />
      )}
    </article>
  );
}
