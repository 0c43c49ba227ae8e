import { useEffect, useRef, useState } from 'preact/hooks';
import type { Alert, Notification } from '../../client/index.ts';
import { NotifiedRow } from '../components/notified-row.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { isNobodyReached, notifiedPeople } from '../state/notified.ts';
import { common } from '../texts/common.ts';
import { notifiedTexts as texts } from '../texts/notified-texts.ts';

interface AlertNotifiedProps {
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
function Rows({ alert, zone, onNames, settled }: AlertNotifiedProps & { readonly settled: number }) {
  const { guard } = useConsole();
  const { id, status } = alert;
  const [pages, setPages] = useState(1);
  const everyMs = status === 'resolved' ? EVERY_MS_IF_RESOLVED : EVERY_MS;
  const { value, error, again } = usePolled(
    async (signal) => {
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
    everyMs,
    [guard, id, pages],
  );
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
          <NotifiedRow key={row.id} {...row} zone={zone} />
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
