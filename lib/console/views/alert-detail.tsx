import { Eye } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isPermitted } from '../../../shared/base/access.ts';
import { type Alert, type Contact, GuardError, type Site } from '../../client/index.ts';
import { clockAtSite, Instant, shortly, timeOfDay } from '../components/instant.tsx';
import { ScreenLink } from '../components/link.tsx';
import { PhoneLink } from '../components/phone-link.tsx';
import { Severity } from '../components/severity.tsx';
import { TestNotice } from '../components/test-notice.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { newer } from '../state/alerts.ts';
import { piecesOf } from '../state/links.ts';
import { mayAct } from '../state/may-act.ts';
import { UNSENT_MS } from '../state/unsent.ts';
import {
  actorLabel,
  cancelWords,
  isCancelled,
  isRestored,
  messageOf,
  resolutionLabel,
  resolverLabel,
  typeLabel,
} from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { LOCALE } from '../texts/language.ts';
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

/**
 * The details of an alert: where it is, who has it, what to do, and then the facts. Nothing is shown below a part that is
 * still being read, so that nothing moves when it arrives.
 */
export function AlertDetail(props: AlertDetailProps) {
  const { user } = useConsole();
  const { alertId, watched, actions, responses, onClose } = props;
  const { details, openAlert, sites } = props;
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const read = (signal: AbortSignal) => details.read(alertId, signal);
  const { value: polled, error, again } = usePolled(read, EVERY_MS, [details, alertId]);
  const kept = details.of(alertId);
  const value = polled ?? kept?.alert;
  useEffect(() => {
    openAlert.change(alertId);
    return () => openAlert.change(null);
  }, [openAlert, alertId]);
  const [waitsFor, setWaitsFor] = useState<readonly string[]>([]);
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
  const isAskingPark = actions.parking === alertId;
  useEffect(() => {
    if (!isAskingPark) heading.current?.focus();
  }, []);

  const site = sites.value?.find(({ id }) => id === alert?.site_id);
  const hasRead = (value || error) && (sites.value || sites.error) && afterDesk;
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
            {problemText(error)} {isCutOff && kept && desk.detail.keptFrom(timeOfDay(kept.at))}
          </p>
        )}
        {!hasRead && <p role="status">{desk.detail.reading}</p>}
        {hasRead && alert && (
          <>
            <afterDesk.AlertPicturesView
              alert={alert}
              zone={site?.timezone}
              mayAct={mayAct(user.role)}
              actions={actions}
            />
            {value?.plan?.plan && (
              <afterDesk.AlertPlanView
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
            {mayAct(user.role) && (
              <afterDesk.ExtendDeadline
                alert={alert}
                supervisionId={value?.metadata?.[SUPERVISION]}
                refresh={again}
              />
            )}
            <TestNotice
              tests={props.tests.running.filter(({ site_id }) => site_id === alert.site_id)}
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
            <AlertFacts alert={alert} further={value} site={site} />
            {value?.history && (
              <afterDesk.AlertHistory
                alertId={alertId}
                newest={value.history}
                steps={value.plan?.steps}
                zone={site?.timezone}
              />
            )}
            {value && <afterDesk.AlertNotified alert={alert} zone={site?.timezone} onNames={setWaitsFor} />}
          </>
        )}
      </div>
      {alert && mayAct(user.role) && (
        <AlertActions alert={alert} userId={user.id} now={now} actions={actions} refresh={again} />
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
      <div>
        <Severity severity={severity} /> {alert.drill && <span class="drill">{desk.drill.mark}</span>}
        {alert.parked && <span class="parked">{desk.list.parked}</span>}
        {isRestored(alert) && <span class="restored">{desk.events.restored}</span>}
        {isCancelled(alert) && <span class="restored">{cancelWords(alert)}</span>}
      </div>
      <p>
        <strong>{site_name}</strong>
        {zone_name && ` · ${zone_name}`}
      </p>
      <p>{site?.address}</p>
      <p>{site && (clockAtSite(now, site.timezone) ?? timeOfDay(new Date(now)))}</p>
    </div>
  );
}

interface AlertHolderProps extends Pick<AlertDetailProps, 'actions' | 'viewed'> {
  readonly now: number;
  readonly alert: Alert;
  /** The names of those who were notified. */
  readonly waitsFor: readonly string[];
}

/** Who has the alert, and who else looks at it. Both lines have their places before there is anything to say. */
function AlertHolder({ alert, actions, viewed, now, waitsFor }: AlertHolderProps) {
  const { user } = useConsole();
  const unsent = actions.unsent.get(alert.id);
  const others = viewed?.alertId === alert.id ? viewed.people.filter((it) => it.user_id !== user.id) : [];
  return (
    <div class="alert-holder">
      <p role="status">
        {unsent ? (
          <>
            <strong class="not-sent">{desk.unsent.notSent}</strong>{' '}
            {desk.unsent.until(timeOfDay(new Date(unsent.madeAt + UNSENT_MS)))}
          </>
        ) : (
          <HolderText alert={alert} userId={user.id} now={now} waitsFor={waitsFor} />
        )}
      </p>
      <p role="status">
        {others.length > 0 && (
          <>
            <Eye aria-hidden="true" />{' '}
            {desk.detail.looking(LIST.format(others.map(({ name }) => name)), others.length)}
          </>
        )}
      </p>
    </div>
  );
}

interface HolderTextProps extends Pick<AlertHolderProps, 'alert' | 'now' | 'waitsFor'> {
  readonly userId: string;
}

function HolderText({ alert, userId, now, waitsFor }: HolderTextProps) {
  const { status, acknowledged_at, acknowledged_by, acknowledged_by_name, resolved_at, resolution, parked } =
    alert;
  if (status === 'active') {
    return (
      <>
        <strong>{desk.detail.nobodyHasIt}</strong>
        {waitsFor.length > 0 && `. ${desk.detail.waitsFor(LIST.format(waitsFor))}`}
      </>
    );
  }
  const isOver = status === 'resolved';
  const [at, by] = isOver ? [resolved_at, resolverLabel(alert)] : [acknowledged_at, acknowledged_by_name];
  const isOwn = (isOver ? alert.resolved_by : acknowledged_by) === userId;
  return (
    <>
      {isOver && `${desk.statuses.resolved}${resolution ? `: ${resolutionLabel(resolution)}` : ''} · `}
      <strong>{isOwn ? desk.detail.you : by}</strong>
      {at && `, ${shortly(new Date(at), now)}`}
      {parked && ` · ${desk.list.parkedUntil} ${shortly(new Date(parked.until), now)}: ${parked.reason}`}
    </>
  );
}

const LIST = new Intl.ListFormat(LOCALE, { style: 'long', type: 'conjunction' });

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

/** The name in the metadata of the id of the supervision behind an alert. It says nothing to people. */
const SUPERVISION = 'supervision';

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
        {(message.length > LONG_MESSAGE || piecesOf(message).some(({ href }) => href !== undefined)) && (
          <LinkedText text={message} />
        )}
      </Fact>
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
      <Fact name={desk.events.restored}>
        {alert.restored_at !== undefined && <Instant at={alert.restored_at} zone={zone} />}
      </Fact>
      <Fact name={desk.events.cancelled}>
        {alert.cancelled && (
          <>
            <Instant at={alert.cancelled.at} zone={zone} /> {cancelWords(alert)}
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
        .filter(([name]) => name !== SUPERVISION)
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
