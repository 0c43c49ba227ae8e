import { useCallback, useEffect, useRef } from 'preact/hooks';
import { isPermitted } from '../../../shared/base/access.ts';
import type { Alert, AlertInclude } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { TestNotice } from '../parts/test-notice.tsx';
import { problemText } from '../services/problem.ts';
import { newer } from '../state/alerts.ts';
import { mayAct } from '../state/may-act.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertFacts } from './alert-facts.tsx';
import type { DeskProps } from './desk-props.ts';
import { Severity } from './severity.tsx';
import { SiteSheet } from './site-sheet.tsx';
import { TenantName } from './tenant-name.tsx';
import { useAfterDesk } from './use-after-desk.ts';

interface AlertDetailProps extends DeskProps {
  readonly alertId: string;
  /** The alert of the list, while it is open. */
  readonly watched: Alert | undefined;
  readonly onClose: () => void;
}

/** An occurrence does not change the version, so the alert is read again and again. */
const EVERY_MS = 15_000;

/** The details of an alert, its actions and its history. */
export function AlertDetail(props: AlertDetailProps) {
  const { guard, user, alertId, watched, actions, responses, onClose, tenantName, now } = props;
  const mayReadContacts = isPermitted(user.role, 'contacts:read');
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useCallback(
    (signal: AbortSignal) => {
      const parts: AlertInclude[] = ['history', 'plan', ...(mayReadContacts ? (['contacts'] as const) : [])];
      return guard.alerts.get(alertId, { include: parts, signal });
    },
    [guard, alertId, mayReadContacts],
  );
  const { value, error, again } = usePolled(read, EVERY_MS);
  const afterDesk = useAfterDesk(alertId);
  const alert = [value, responses.get(alertId)?.alert].reduce<Alert | undefined>(
    (latest, next) => (next ? newer(latest, next) : latest),
    watched,
  );

  // The watch sends a changed alert without its new history entry, which must be read.
  const isBehind = value !== undefined && alert !== undefined && value.version < alert.version;
  const version = alert?.version;
  useEffect(() => {
    if (isBehind && version !== undefined) again();
  }, [isBehind, version, again]);
  // An alert that left the list was resolved elsewhere, or is outside the scope.
  const isUnexplained = watched === undefined && alert?.status !== 'resolved';
  const wasWatched = useRef(false);
  useEffect(() => {
    if (wasWatched.current && isUnexplained) again();
    wasWatched.current = watched !== undefined;
  }, [watched, isUnexplained, again]);
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
          {alert?.message ?? desk.detail.alert}
        </h2>
        <button type="button" class="quiet" onClick={onClose}>
          {common.close}
        </button>
      </header>
      {alert && <Severity severity={alert.severity} />}
      {error !== undefined && (
        <p class="problem" role="alert">
          {problemText(error)}
        </p>
      )}
      {!alert && error === undefined && <p role="status">{desk.detail.reading}</p>}
      <TenantName name={tenantName} />
      {alert && mayAct(user.role) && (
        <AlertActions alert={alert} now={now} actions={actions} refresh={again} />
      )}
      <TestNotice
        tests={props.tests.running.filter(({ site_id }) => site_id === alert?.site_id)}
        now={now}
        siteOf={() => site}
      />
      {alert && value?.plan?.plan && afterDesk && (
        <afterDesk.AlertPlanView
          guard={guard}
          alert={alert}
          plan={value.plan}
          history={value.history}
          contacts={value.contacts}
          mayAct={mayAct(user.role)}
          actions={actions}
          refresh={again}
        />
      )}
      <SiteSheet site={site} contacts={value?.contacts} />
      {alert && <AlertFacts alert={alert} further={value} site={site} now={now} />}
      {value && alert && afterDesk && (
        <afterDesk.AlertNotified guard={guard} alert={alert} zone={site?.timezone} />
      )}
      {value?.history && afterDesk && (
        <afterDesk.AlertHistory
          guard={guard}
          alertId={alertId}
          newest={value.history}
          steps={value.plan?.steps}
          zone={site?.timezone}
        />
      )}
    </article>
  );
}
