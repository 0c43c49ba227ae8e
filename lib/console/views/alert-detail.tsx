import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { isPermitted } from '../../../shared/base/access.ts';
import type { Alert, AlertInclude, Contact, Site } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { clockAtSite, Instant, timeOfDay } from '../parts/instant.tsx';
import { ScreenLink } from '../parts/link.tsx';
import { PhoneLink } from '../parts/phone-link.tsx';
import { Severity } from '../parts/severity.tsx';
import { TestNotice } from '../parts/test-notice.tsx';
import { problemText } from '../services/problem.ts';
import { newer } from '../state/alerts.ts';
import { partsOf } from '../state/links.ts';
import { mayAct } from '../state/may-act.ts';
import { actorLabel, resolutionLabel, resolverLabel, statusLabel, typeLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { AlertActions } from './alert-actions.tsx';
import type { DeskProps } from './desk-props.ts';
import { LinkedText } from './linked-text.tsx';
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
      <div class="detail-text">
        <header>
          <h2 id="detail-heading" ref={heading} tabIndex={-1}>
            {alert?.message ?? desk.detail.alert}
          </h2>
          <button type="button" class="quiet" onClick={onClose}>
            {common.close}
          </button>
        </header>
        {alert && <AlertPlace alert={alert} site={site} now={now} />}
        {error !== undefined && (
          <p class="problem" role="alert">
            {problemText(error)}
          </p>
        )}
        {!alert && error === undefined && <p role="status">{desk.detail.reading}</p>}
        <TenantName name={tenantName} />
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
        {alert && site && isPermitted(user.role, 'tests:create') && (
          <ScreenLink
            class="button"
            screen={props.screen}
            change={props.change}
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
        {alert && <AlertFacts alert={alert} further={value} site={site} />}
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
      </div>
      {alert && mayAct(user.role) && (
        <AlertActions alert={alert} now={now} actions={actions} refresh={again} />
      )}
    </article>
  );
}

/**
 * What an operator looks for first: how bad it is, where, and what time it is there. Each line has its place before it is
 * known, so that the buttons below do not move.
 */
function AlertPlace({ alert, site, now }: Pick<AlertFactsProps, 'alert' | 'site' | 'now'>) {
  const { severity, site_name, zone_name } = alert;
  return (
    <div class="alert-place">
      <Severity severity={severity} />
      <p>
        <strong>{site_name}</strong>
        {zone_name && ` · ${zone_name}`}
      </p>
      <p>{site?.address}</p>
      <p>{site && (clockAtSite(now, site.timezone) ?? timeOfDay(new Date(now)))}</p>
    </div>
  );
}

interface SiteSheetProps {
  readonly site: Site | undefined;
  /** Undefined for roles that may not read contacts. */
  readonly contacts: readonly Contact[] | undefined;
}

/** Shows what to do about an alert, and whom to call; nothing if the site has neither. */
function SiteSheet({ site, contacts = [] }: SiteSheetProps) {
  const instructions = site?.instructions;
  if (!instructions && contacts.length === 0) return null;
  return (
    <section class="site-sheet" aria-labelledby="site-sheet">
      <h3 id="site-sheet">{desk.siteSheet.title}</h3>
      {instructions && <p class="note">{instructions}</p>}
      {contacts.length > 0 && (
        <ol aria-label={desk.siteSheet.contacts}>
          {contacts.map(({ id, name, role, phone, note }) => (
            <li key={id}>
              <PhoneLink phone={phone} /> <span class="event">{name}</span>, {desk.siteSheet.roles[role]}
              {note && <p class="note">{note}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The heading may cut off a longer message. */
const LONG_MESSAGE = 60;

interface AlertFactsProps {
  readonly alert: Alert;
  /** What lists do not contain. */
  readonly further: Pick<Alert, 'metadata' | 'reported_at'> | undefined;
  /** Its site, if it still exists. */
  readonly site: Site | undefined;
  readonly now: number;
}

function AlertFacts({ alert, further, site }: Omit<AlertFactsProps, 'now'>) {
  const { message } = alert;
  const isSilence = alert.type === 'device-offline' && alert.raised_by.kind === 'system';
  const zone = site?.timezone;
  const resolver = resolverLabel(alert);
  return (
    <dl class="facts">
      <Fact name={desk.detail.message}>
        {(message.length > LONG_MESSAGE || partsOf(message).some(({ href }) => href !== undefined)) && (
          <LinkedText text={message} />
        )}
      </Fact>
      <Fact name={common.status}>{statusLabel(alert.status)}</Fact>
      <Fact name={desk.detail.outcome}>{alert.resolution && resolutionLabel(alert.resolution)}</Fact>
      <Fact name={common.type}>
        {typeLabel(alert.type)}
        {alert.reported_type !== undefined && ` · ${typeLabel(alert.reported_type)}`}
      </Fact>
      <Fact name={common.device}>{alert.device_name}</Fact>
      <Fact name={desk.detail.raised}>
        <Instant at={alert.created_at} zone={zone} /> {desk.detail.by(actorLabel(alert.raised_by))}
      </Fact>
      <Fact name={isSilence ? desk.detail.lastHeard : desk.detail.happened}>
        {alert.occurred_at !== alert.created_at && <Instant at={alert.occurred_at} zone={zone} />}
      </Fact>
      <Fact name={desk.detail.reportedAt}>{further?.reported_at}</Fact>
      <Fact name={desk.detail.occurred}>
        {alert.occurrences > 1 && (
          <>
            {desk.detail.timesLast(alert.occurrences)} <Instant at={alert.last_occurred_at} zone={zone} />
          </>
        )}
      </Fact>
      <Fact name={desk.detail.escalated}>
        {alert.escalation_level > 0 && desk.detail.level(alert.escalation_level)}
      </Fact>
      <Fact name={desk.statuses.acknowledged}>
        {alert.acknowledged_at && (
          <>
            <Instant at={alert.acknowledged_at} zone={zone} />
            {alert.acknowledged_by_name && ` ${desk.detail.by(alert.acknowledged_by_name)}`}
          </>
        )}
      </Fact>
      <Fact name={desk.statuses.resolved}>
        {alert.resolved_at && (
          <>
            <Instant at={alert.resolved_at} zone={zone} />
            {resolver && ` ${desk.detail.by(resolver)}`}
          </>
        )}
      </Fact>
      {/* The service returns them in any order; they must not change places. */}
      {Object.entries(further?.metadata ?? {})
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            <LinkedText text={value} name={name} />
          </Fact>
        ))}
    </dl>
  );
}

/** A row, unless it is empty. */
function Fact({ name, children }: { readonly name: string; readonly children?: ComponentChildren }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
