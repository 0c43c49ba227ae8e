import { useState } from 'preact/hooks';
import type { AlertEvent, GuardClient, Page } from '../../client/index.ts';
import { problemText } from '../services/problem.ts';
import { eventLabel } from '../state/words.ts';
import { Instant } from './instant.tsx';

interface AlertHistoryProps {
  readonly guard: GuardClient;
  readonly alertId: string;
  /** The newest entries, which are read again and again. */
  readonly first: Page<AlertEvent>;
}

/** What was done, when and by whom, newest first. */
export function AlertHistory({ guard, alertId, first }: AlertHistoryProps) {
  const [older, setOlder] = useState<{
    readonly entries: readonly AlertEvent[];
    readonly cursor: string | null;
  }>();
  const [problem, setProblem] = useState<string>();
  const entries = new Map([...first.data, ...(older?.entries ?? [])].map((entry) => [entry.id, entry]));
  const listed = [...entries.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  const cursor = older ? older.cursor : first.meta.next_cursor;

  async function readOlder() {
    if (!cursor) return;
    setProblem(undefined);
    try {
      const page = await guard.alerts.events(alertId, { limit: 50 }).page(cursor);
      setOlder({ entries: [...listed, ...page.data], cursor: page.meta.next_cursor });
    } catch (error) {
      setProblem(problemText(error));
    }
  }

  return (
    <section class="history" aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      <ol>
        {listed.map((entry) => (
          <li key={entry.id}>
            <span class="event">{eventLabel(entry)}</span> <span class="muted">by {entry.actor.name}</span>
            {entry.note && <p class="note">{entry.note}</p>}
            <span class="muted">
              <Instant at={entry.at} />
            </span>
          </li>
        ))}
      </ol>
      {cursor && (
        <button type="button" class="more" onClick={readOlder}>
          Show older entries
        </button>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
