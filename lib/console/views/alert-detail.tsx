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
  const { guard, user, alertId, told, actions, answers, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const readAlert = useCallback(
    (signal: AbortSignal) => guard.alerts.get(alertId, { signal }),
    [guard, alertId],
  );
  const readHistory = useCallback(
    (signal: AbortSignal) => guard.alerts.events(alertId, { limit: 50 }, { signal }).page(),
    [guard, alertId],
  );
  const { again: alertAgain, ...read } = usePolled(readAlert, EVERY_MS);
  const { again: historyAgain, ...history } = usePolled(readHistory, EVERY_MS);
  const error = read.error ?? history.error;
  const alert = [read.value, answers.get(alertId)?.alert].reduce<Alert | undefined>(
    (latest, next) => (next ? later(latest, next) : latest),
    told,
  );

  // A change comes with the alert as it is then; its entry is read. Whoever works through a storm needs the requests.
  const version = alert?.version;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== version) historyAgain();
    seen.current = version;
  }, [version, historyAgain]);
  // What is told no more was resolved elsewhere, or is out of reach.
  const isUnexplained = told === undefined && alert?.status !== 'resolved';
  const wasTold = useRef(false);
  useEffect(() => {
    if (wasTold.current && isUnexplained) {
      alertAgain();
      historyAgain();
    }
    wasTold.current = told !== undefined;
  }, [told, isUnexplained, alertAgain, historyAgain]);
  useEffect(() => heading.current?.focus(), []);

  const refresh = useCallback(() => {
    alertAgain();
    historyAgain();
  }, [alertAgain, historyAgain]);

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
      {alert && mayAct(user.role) && <AlertActions alert={alert} actions={actions} refresh={refresh} />}
      {alert && <AlertFacts alert={alert} metadata={read.value?.metadata} />}
      {history.value && <AlertHistory guard={guard} alertId={alertId} first={history.value} />}
    </article>
  );
}
