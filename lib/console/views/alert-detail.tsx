import { useEffect, useRef, useState } from 'preact/hooks';
import { isPermitted } from '../../../shared/base/access.ts';
import { type Alert, GuardError, type Site } from '../../client/index.ts';
import { timeOfDay } from '../components/instant.tsx';
import { ScreenLink } from '../components/link.tsx';
import { TestNotice } from '../components/test-notice.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePolled } from '../hooks/use-polled.ts';
import type { ReadAlert } from '../services/kept-details.ts';
import { problemText } from '../services/problem.ts';
import { newer } from '../state/alerts.ts';
import { mayAct } from '../state/may-act.ts';
import { messageOf } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertFacts, SUPERVISION } from './alert-facts.tsx';
import { AlertHolder, AlertPlace } from './alert-holder.tsx';
import type { DeskProps } from './desk-props.ts';
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

/**
 * The details of an alert: where it is, who has it, what to do, and then the facts. Nothing is shown below a component that is
 * still being read, so that nothing moves when it arrives.
 */
export function AlertDetail(props: AlertDetailProps) {
  const { alertId, actions, openAlert, sites, onClose } = props;
  const { user } = useConsole();
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const { alert, further, keptAt, error, again } = useNewestAlert(props);
  const [waitsFor, setWaitsFor] = useState<readonly string[]>([]);
  const afterDesk = useAfterDesk(alertId);
  useEffect(() => {
    openAlert.change(alertId);
    return () => openAlert.change(null);
  }, [openAlert, alertId]);
  const isAskingPark = actions.parking === alertId;
  useEffect(() => {
    if (!isAskingPark) heading.current?.focus();
  }, []);

  const site = sites.value?.find(({ id }) => id === alert?.site_id);
  const hasRead = (further || error) && (sites.value || sites.error) && afterDesk;
  const isCutOff = error instanceof GuardError && error.status === undefined;
  return (
    <article
      class="detail"
      aria-labelledby="detail-heading"
      onKeyDown={(event) => {
        // In a dialog, it closes the dialog.
        if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose();
      }}
    >
      <div class="detail-text">
        <header>
          <h2 id="detail-heading" ref={heading} tabIndex={-1}>
            {alert ? messageOf(alert) : desk.detail.alert}
          </h2>
          <button type="button" class="quiet" onClick={onClose}>
            {common.close}
          </button>
        </header>
        {alert && <AlertPlace alert={alert} site={site} now={now} />}
        {alert && <AlertHolder {...props} now={now} alert={alert} waitsFor={waitsFor} />}
        <TenantName />
        {error !== undefined && (
          <p class="problem" role="alert">
            {problemText(error)} {isCutOff && keptAt && desk.detail.keptFrom(timeOfDay(keptAt))}
          </p>
        )}
        {!hasRead && <p role="status">{desk.detail.reading}</p>}
        {hasRead && alert && (
          <ReadDetails
            {...props}
            {...{ alert, further, site, now, again, afterDesk }}
            onNotified={setWaitsFor}
          />
        )}
      </div>
      {alert && mayAct(user.role) && (
        <AlertActions alert={alert} userId={user.id} now={now} actions={actions} refresh={again} />
      )}
    </article>
  );
}

/** The newest of what the list, the responses to actions and the details say about an alert; what only its details contain. */
function useNewestAlert({ alertId, watched, details, responses }: AlertDetailProps) {
  const {
    value: polled,
    error,
    again,
  } = usePolled((signal) => details.read(alertId, signal), EVERY_MS, [details, alertId]);
  const kept = details.of(alertId);
  const further = polled ?? kept?.alert;
  const alert = [further, responses.get(alertId)?.alert].reduce<Alert | undefined>(
    (latest, next) => (next ? newer(latest, next) : latest),
    watched,
  );
  // The watch sends a changed alert without its new history entry, which must be read.
  const isBehind = further !== undefined && alert !== undefined && further.version < alert.version;
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
  return { alert, further, keptAt: kept?.at, error, again };
}

interface ReadDetailsProps extends AlertDetailProps {
  readonly alert: Alert;
  /** Undefined if it could not be read. */
  readonly further: ReadAlert | undefined;
  readonly site: Site | undefined;
  readonly now: number;
  readonly again: () => void;
  readonly afterDesk: NonNullable<ReturnType<typeof useAfterDesk>>;
  /** Is called with the names of those who were notified. */
  readonly onNotified: (names: readonly string[]) => void;
}

/** What is shown once all of it is there. */
function ReadDetails(props: ReadDetailsProps) {
  const { alertId, alert, further, site, now, again, actions, tests, afterDesk, onNotified } = props;
  const { user } = useConsole();
  const isActing = mayAct(user.role);
  const zone = site?.timezone;
  return (
    <>
      <afterDesk.AlertPicturesView alert={alert} zone={zone} mayAct={isActing} actions={actions} />
      {further?.plan?.plan && (
        <afterDesk.AlertPlanView
          alert={alert}
          plan={further.plan}
          history={further.history}
          contacts={further.contacts}
          mayAct={isActing}
          actions={actions}
          refresh={again}
        />
      )}
      <SiteSheet site={site} contacts={further?.contacts} />
      {isActing && (
        <afterDesk.ExtendDeadline
          alert={alert}
          supervisionId={further?.metadata?.[SUPERVISION]}
          refresh={again}
        />
      )}
      <TestNotice
        tests={tests.running.filter(({ site_id }) => site_id === alert.site_id)}
        now={now}
        siteOf={() => site}
      />
      {site && isPermitted(user.role, 'tests:create') && (
        <ScreenLink
          class="button"
          to={{
            view: 'sites',
            itemId: site.id,
            alertId: undefined,
            tab: 'test',
            partId: alert.device_id ?? alert.zone_id ?? undefined,
          }}
        >
          {desk.onTest.put}
        </ScreenLink>
      )}
      <AlertFacts alert={alert} further={further} site={site} />
      {further?.history && (
        <afterDesk.AlertHistory
          alertId={alertId}
          newest={further.history}
          steps={further.plan?.steps}
          zone={zone}
        />
      )}
      {further && <afterDesk.AlertNotified alert={alert} zone={zone} onNames={onNotified} />}
    </>
  );
}
