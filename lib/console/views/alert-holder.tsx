import { Eye } from 'lucide-preact';
import type { Alert, Site } from '../../client/index.ts';
import { clockAtSite, shortly, timeOfDay } from '../components/instant.tsx';
import { Severity } from '../components/severity.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { UNSENT_MS } from '../state/unsent.ts';
import { cancelWords, isCancelled, isRestored, resolutionLabel, resolverLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { LOCALE } from '../texts/language.ts';
import type { DeskProps } from './desk-props.ts';

interface AlertPlaceProps {
  readonly alert: Alert;
  readonly site: Site | undefined;
  readonly now: number;
}

/**
 * What an operator looks for first: how bad it is, where, and what time it is there. Each line has its place before it is
 * known, so that the buttons below do not move.
 */
export function AlertPlace({ alert, site, now }: AlertPlaceProps) {
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

interface AlertHolderProps extends Pick<DeskProps, 'actions' | 'viewed'> {
  readonly now: number;
  readonly alert: Alert;
  /** The names of those who were notified. */
  readonly waitsFor: readonly string[];
}

/** Who has the alert, and who else looks at it. Both lines have their places before there is anything to say. */
export function AlertHolder({ alert, actions, viewed, now, waitsFor }: AlertHolderProps) {
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
      {isOver && `${common.statuses.resolved}${resolution ? `: ${resolutionLabel(resolution)}` : ''} · `}
      <strong>{isOwn ? desk.detail.you : by}</strong>
      {at && `, ${shortly(new Date(at), now)}`}
      {parked && ` · ${desk.list.parkedUntil} ${shortly(new Date(parked.until), now)}: ${parked.reason}`}
    </>
  );
}

const LIST = new Intl.ListFormat(LOCALE, { style: 'long', type: 'conjunction' });
