import { useState } from 'preact/hooks';
import type { AlertEvent, AlertPlanStep } from '../../client/index.ts';
import { Instant } from '../components/instant.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { problemText } from '../services/problem.ts';
import { actorLabel, eventLabel, warningLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { LinkedText } from './linked-text.tsx';

interface AlertHistoryProps {
  readonly alertId: string;
  /** The newest entries, newest first, which are polled. */
  readonly newest: readonly AlertEvent[];
  /** The steps of the alert's action plan, which entries name. */
  readonly steps: readonly AlertPlanStep[] | undefined;
  /** The time zone of the site. */
  readonly zone: string | undefined;
}

/** The maximum number of entries that the service returns with an alert. */
const NEWEST = 20;

/** The history of an alert, newest first. */
export function AlertHistory({ alertId, newest, steps, zone }: AlertHistoryProps) {
  const { guard } = useConsole();
  const [older, setOlder] = useState<{
    readonly entries: readonly AlertEvent[];
    readonly cursor: string | null;
  }>();
  const [problem, setProblem] = useState<string>();
  const entries = new Map([...newest, ...(older?.entries ?? [])].map((entry) => [entry.id, entry]));
  const listed = [...entries.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  // The oldest entry says `raised`. The first page of older entries is read without a cursor.
  const isWhole = older ? older.cursor === null : newest.length < NEWEST || isRaised(newest.at(-1));

  async function readOlder() {
    setProblem(undefined);
    try {
      const page = await guard.alerts.events(alertId, { limit: 50 }).page(older?.cursor ?? undefined);
      setOlder({ entries: [...listed, ...page.data], cursor: page.meta.next_cursor });
    } catch (error) {
      setProblem(problemText(error));
    }
  }

  return (
    <section class="history" aria-labelledby="history-heading">
      <h3 id="history-heading">{desk.detail.history}</h3>
      <ol>
        {listed.map((entry) => (
          <li key={entry.id}>
            <span class="event">{eventLabel(entry, steps)}</span>{' '}
            <span class="muted">{desk.detail.by(actorLabel(entry.actor))}</span>
            {entry.warnings && (
              <p class="muted">
                {desk.detail.repaired} {entry.warnings.map(warningLabel).join('; ')}
              </p>
            )}
            {entry.note && (
              <p class="note">
                <LinkedText text={entry.note} />
              </p>
            )}
            {Object.entries(entry.metadata ?? {}).map(([name, value]) => (
              <p class="note" key={name}>
                {name}: <LinkedText text={value} name={name} />
              </p>
            ))}
            <span class="muted">
              <Instant at={entry.at} zone={zone} />
            </span>
          </li>
        ))}
      </ol>
      {!isWhole && (
        <button type="button" class="more" onClick={readOlder}>
          {desk.detail.olderEntries}
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

function isRaised(entry: AlertEvent | undefined): boolean {
  return entry?.action === 'raised';
}
