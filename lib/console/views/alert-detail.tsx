import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
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

interface AlertDetailProps extends AlertsViewProps {
  readonly alertId: string;
  /** The alert as the list has it, where it is open. */
  readonly told: Alert | undefined;
  readonly onClose: () => void;
}

/** Occurrences and notes leave the version as it is, so they are asked for. */
const EVERY_MS = 15_000;

/** One alert: what is known of it, what happened to it, and what can be done. */
export function AlertDetail(props: AlertDetailProps) {
  const { guard, user, alertId, told, show, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useCallback(
    async (signal: AbortSignal) => {
      const [alert, history] = await Promise.all([
        guard.alerts.get(alertId, { signal }),
        guard.alerts.events(alertId, { limit: 50 }, { signal }).page(),
      ]);
      return { alert, history };
    },
    [guard, alertId],
  );
  const { value, error, again } = usePolled(read, EVERY_MS);
  const [answered, setAnswered] = useState<Alert>();
  const alert = [value?.alert, answered].reduce<Alert | undefined>(
    (latest, next) => (next ? later(latest, next) : latest),
    told,
  );

  // A change that was told elsewhere is looked at as a whole.
  const version = told?.version;
  const isKnown = value?.alert.version === version;
  const changes = useRef(version);
  useEffect(() => {
    if (changes.current !== version && !isKnown) again();
    changes.current = version;
  }, [version, isKnown, again]);
  useEffect(() => heading.current?.focus(), []);

  const acted = useCallback(
    (after: Alert | undefined) => {
      if (after) {
        setAnswered(after);
        show(after);
      }
      again();
    },
    [show, again],
  );

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
      {alert && mayAct(user.role) && <AlertActions guard={guard} alert={alert} onActed={acted} />}
      {alert && <AlertFacts alert={alert} metadata={value?.alert.metadata} />}
      {value && <AlertHistory guard={guard} alertId={alertId} first={value.history} />}
    </article>
  );
}
