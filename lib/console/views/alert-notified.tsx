import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Alert, GuardClient, Notification, NotificationStatus } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { Instant } from '../parts/instant.tsx';
import { problemText } from '../services/problem.ts';
import { isNobodyReached, notifiedPeople, reasonText } from '../state/notified.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { notifiedTexts as texts } from '../texts/notified-texts.ts';

interface AlertNotifiedProps {
  readonly guard: GuardClient;
  readonly alert: Alert;
  /** The time zone of the site. */
  readonly zone: string | undefined;
  /** Called with the names of those who were notified, whenever they change. */
  readonly onNames: (names: readonly string[]) => void;
}

const PAGE = 50;
const EVERY_MS = 15_000;
/** A resolved alert notifies nobody any more; messages that are under way end within minutes. */
const EVERY_MS_IF_RESOLVED = 5 * 60_000;

/** A later release may know more kinds. */
const KINDS: Readonly<Record<string, string>> = texts.kinds;

const MARKS: Readonly<Record<NotificationStatus, string>> = {
  sent: 'mark',
  delivered: 'mark',
  queued: 'mark mark-off',
  suppressed: 'mark mark-off',
  failed: 'mark mark-bad',
};

/** This waits after a change: messages take a moment, and in a storm operators open alerts only briefly. */
const SETTLED_MS = 3_000;

/** Shows who was notified of an alert, newest first. */
export function AlertNotified(props: AlertNotifiedProps) {
  const { version } = props.alert;
  const [settled, setSettled] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(version), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [version]);
  return (
    <section class="history" aria-labelledby="notified-heading">
      <h3 id="notified-heading">{texts.title}</h3>
      {settled === undefined ? <p class="muted">{common.reading}</p> : <Rows {...props} settled={settled} />}
    </section>
  );
}

/** `settled` is the version of the alert after which they are read again. */
function Rows({ guard, alert, zone, onNames, settled }: AlertNotifiedProps & { readonly settled: number }) {
  const { id, status } = alert;
  const [pages, setPages] = useState(1);
  const read = useCallback(
    async (signal: AbortSignal) => {
      const list = guard.alerts.listNotifications(id, { limit: PAGE }, { signal });
      const rows: Notification[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; page < pages && cursor !== null; page++) {
        const { data, meta } = await list.page(cursor);
        rows.push(...data);
        cursor = meta.next_cursor;
      }
      return { rows, hasMore: cursor !== null };
    },
    [guard, id, pages],
  );
  const everyMs = status === 'resolved' ? EVERY_MS_IF_RESOLVED : EVERY_MS;
  const { value, error, again } = usePolled(read, everyMs);
  useEffect(() => {
    if (value) onNames(notifiedPeople(value.rows));
  }, [value, onNames]);
  const known = useRef(settled);
  useEffect(() => {
    if (known.current !== settled) again();
    known.current = settled;
  }, [settled, again]);
  return (
    <>
      {error !== undefined && <p class="problem">{problemText(error)}</p>}
      {!value && error === undefined && <p class="muted">{common.reading}</p>}
      {value && isNobodyReached(value.rows) && (
        <p class="notice problem" role="alert">
          {texts.nobody}
        </p>
      )}
      {value?.rows.length === 0 && <p class="muted">{texts.none}</p>}
      <ol>
        {value?.rows.map((row) => (
          <Row key={row.id} {...row} zone={zone} />
        ))}
      </ol>
      {value?.hasMore && (
        <button type="button" class="more" onClick={() => setPages(pages + 1)}>
          {texts.older}
        </button>
      )}
    </>
  );
}

function Row(props: Notification & Pick<AlertNotifiedProps, 'zone'>) {
  const { user_name, schedule_id, channel, status, reason, event, zone } = props;
  const said = [
    reason !== null && reasonText(reason),
    props.in_summary && texts.summary,
    props.duplicate_possible && texts.twice,
  ].filter(Boolean);
  const [, action = ''] = event.split('.');
  return (
    <li>
      {user_name !== null && <span class="event">{user_name} </span>}
      <span class="muted">
        {[
          schedule_id !== null && user_name !== null && texts.onCall,
          channel !== null && (KINDS[channel] ?? channel),
        ]
          .filter(Boolean)
          .join(', ')}
      </span>{' '}
      <span class={MARKS[status] ?? 'mark mark-off'}>
        {texts.statuses[status] ?? status}
        {said.length > 0 && `: ${said.join(', ')}`}
      </span>
      <span class="muted">
        <Instant at={props.updated_at} zone={zone} />
        {(desk.events as Readonly<Record<string, string>>)[action] ?? event}
      </span>
    </li>
  );
}
