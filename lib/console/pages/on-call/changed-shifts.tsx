import { useEffect, useState } from 'preact/hooks';
import type { GuardClient, ScheduleChanges, SchedulePreview } from '../../../client/index.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './on-call-texts.ts';
import { momentIn } from './zone-times.ts';

/** While somebody types, only the last of the changes is asked about. */
const PAUSE_MS = 400;
const MOST_SHOWN = 8;

interface ChangedShiftsProps {
  readonly guard: GuardClient;
  readonly id: string;
  /** The changes that are not saved yet. Undefined without any. */
  readonly draft: ScheduleChanges | undefined;
}

/** Who would be on call at other times than now, before a change is saved. */
export function ChangedShifts({ guard, id, draft }: ChangedShiftsProps) {
  const [preview, setPreview] = useState<SchedulePreview>();
  const key = JSON.stringify(draft);
  useEffect(() => {
    setPreview(undefined);
    if (draft === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    // What is wrong with the draft is said when it is saved.
    const ask = () =>
      guard.schedules
        .preview(id, draft, { signal })
        .then((value) => !signal.aborted && setPreview(value))
        .catch(() => {});
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [guard, id, key]);
  return (
    <section class="changed-shifts" aria-live="polite">
      {preview && <Changes {...preview} />}
    </section>
  );
}

function Changes({ time_zone: zone, changes, gaps }: SchedulePreview) {
  const nameOf = (person: SchedulePreview['changes'][number]['to']) =>
    person === null ? texts.gap : (person.name ?? texts.deleted);
  const hidden = changes.length - MOST_SHOWN;
  return (
    <>
      <h4>{texts.changed}</h4>
      {changes.length === 0 && <p>{texts.nothingChanged}</p>}
      <ul>
        {changes.slice(0, MOST_SHOWN).map(({ since, until, from, to }) => (
          <li key={since}>
            {momentIn(zone, since)} – {momentIn(zone, until)}: {texts.instead(nameOf(to), nameOf(from))}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{texts.moreChanged(formatNumber(hidden))}</p>}
      {gaps.length > 0 && <p class="mark mark-bad">{texts.gapsAhead(formatNumber(gaps.length))}</p>}
    </>
  );
}
